/** Runs one command line on streams, an environment and signals that are given: those of the process, or a test's. */
import type { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { createProgram } from './commands/program.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, type InterruptedError } from './errors.ts';
import { keepLayout } from './output/terminal/escape.ts';
import { createOutput, DEFAULT_COLUMNS, type OutputStream } from './output/terminal/streams.ts';
import { createAdapters } from './wiring.ts';

export interface World extends Pick<Context, 'env' | 'stdin' | 'stopSignal' | 'setExitCode'> {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export interface CommandLine {
  /** Never rejects: a failure is reported, and is the exit code. */
  run(): Promise<void>;
  /** Reports a signal that ends a command which does not watch for it. */
  interrupt(error: InterruptedError): Promise<void>;
}

export function createCommandLine(argv: readonly string[], world: World): CommandLine {
  const context = createContext(world);
  const program = createProgram(context, context.version);
  const report = (error: unknown) => reportAny(context, world, argv, program, error);
  return {
    async run() {
      try {
        prepareAll([program], world);
        await program.parseAsync(expandHelp(argv, program), { from: 'user' });
      } catch (error) {
        await report(error);
      }
    },
    interrupt: report,
  };
}

/** If standard output fails too, the failure goes to standard error. */
async function reportAny(
  context: Context,
  { stderr }: World,
  argv: readonly string[],
  program: Command,
  error: unknown,
): Promise<void> {
  const { reportFailure } = await import('./commands/report-failure.ts');
  try {
    await reportFailure(context, argv, program, error);
  } catch (untold) {
    context.setExitCode(EXIT_CODES.internal);
    stderr.write(`${keepLayout(untold instanceof Error ? untold.message : String(untold))}\n`);
  }
}

function createContext({ stdout, stderr, ...world }: World): Context {
  const { env, stdin } = world;
  return {
    ...createAdapters(env),
    ...world,
    version: packageJson.version,
    openOutput: (flags) => createOutput({ stdout, stderr, stdin, env, flags }),
  };
}

/** Errors of the command line are thrown instead of ending the process, in every command; what it says is escaped. */
function prepareAll(commands: readonly Command[], { stdout, stderr }: Pick<World, 'stdout' | 'stderr'>): void {
  for (const command of commands) {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(keepLayout(text)),
      getOutHelpWidth: () => helpWidth(stdout),
      getErrHelpWidth: () => helpWidth(stderr),
      outputError: (text, write) => write(text.replace(/^error: /, 'examctl: ')),
    });
    prepareAll(command.commands, { stdout, stderr });
  }
}

/** Where the width is not known, lines break as at the narrowest usual terminal. */
function helpWidth({ isTTY, columns }: OutputStream): number {
  return (isTTY ? columns : undefined) ?? DEFAULT_COLUMNS;
}

/** `help schedule push` is `schedule push --help`; commander itself looks at the first word only. */
function expandHelp(argv: readonly string[], program: Command): string[] {
  const [first, ...words] = argv;
  if (first !== 'help' || words.length === 0) return [...argv];
  let command = program;
  for (const [index, word] of words.entries()) {
    if (command.commands.length === 0) break;
    const next = command.commands.find((child) => child.name() === word);
    // Help for an unknown command is an error, and the command above reports it best.
    if (next === undefined) return words.slice(0, index + 1);
    command = next;
  }
  return [...words, '--help'];
}
