/** Runs one command line. The caller supplies streams, environment and signals: the process, or a test. */
import { type Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { globalFlagsPage, overview } from './commands/help-page.ts';
import { COMPLETE_WORD, prepareWords } from './commands/options/words.ts';
import { createProgram } from './commands/program.ts';
import type { Context } from './context.ts';
import { EXIT_CODES } from './errors.ts';
import { keepLayout } from './output/terminal/escape.ts';
import type { OpenPrompter } from './output/terminal/prompts.ts';
import { createOutput, DEFAULT_COLUMNS, type OutputStream, writeText } from './output/terminal/streams.ts';
import type { Adapters } from './wiring.ts';

export interface World extends Pick<Context, 'env' | 'stdin' | 'stopSignal' | 'setExitCode'> {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Replaces the clock of the system. */
  readonly now?: () => number;
  readonly openPrompter?: OpenPrompter | undefined;
  /** Called before a failure is reported. Releases resources that are reserved for the report. */
  readonly makeRoom?: () => void;
}

export interface CommandLine {
  /** Never rejects: a failure is reported and sets the exit code. */
  run(): Promise<void>;
  /** Reports what ends a command from outside: a signal that it does not handle, or that nothing is left to wait for. */
  interrupt(error: Error): Promise<void>;
}

export function createCommandLine(argv: readonly string[], world: World): CommandLine {
  const context = createContext(world);
  const program = createProgram(context, context.version, argv);
  // Adapters are loaded only for a command that runs, so that help does not wait for them.
  program.hook('preAction', async () => {
    const { createAdapters } = await import('./wiring.ts');
    Object.assign(context, createAdapters(world.env));
  });
  const report = (error: unknown): Promise<void> => reportAnyFailure(context, world, argv, program, error);
  return {
    async run() {
      try {
        if (argv[0] === COMPLETE_WORD) return await showCompletions(context, argv.slice(1));
        if (argv.includes('--version') && argv.includes('--json')) return await showVersion(context);
        const text = shortHelp(argv, program, helpWidth(world.stdout));
        if (text !== undefined) return await writeText(world.stdout, text);
        const shown: Promise<void>[] = [];
        prepareAll([program], world, (text) => shown.push(writeText(world.stdout, text)));
        const words = prepareWords(expandHelp(argv, program), program);
        await program.parseAsync(words, { from: 'user' }).catch(passHelpAndVersion);
        await Promise.all(shown);
      } catch (error) {
        await report(error);
      }
    },
    interrupt: report,
  };
}

/** The text of a call without words, and of `help options`: neither is the help of a command. */
function shortHelp(argv: readonly string[], program: Command, width: number): string | undefined {
  if (argv.length === 0) return overview(program, width);
  const isOptions = argv.length === 2 && argv[0] === 'help' && argv[1] === 'options';
  return isOptions ? globalFlagsPage(program, width) : undefined;
}

/** Answers a completion script. An error message would appear in the middle of the line that the user types. */
async function showCompletions(context: Context, words: readonly string[]): Promise<void> {
  const { createAdapters } = await import('./wiring.ts');
  const { complete } = await import('./commands/completion/complete.ts');
  Object.assign(context, createAdapters(context.env));
  await context.openOutput({}).data(await complete(context, createProgram(context, context.version), words));
}

/** Prints the facts that a bug report needs. */
async function showVersion({ openOutput, version }: Context): Promise<void> {
  const { renderJson } = await import('./output/formats/json.ts');
  const { platform, arch, versions } = process;
  await openOutput({}).data(
    renderJson({ schemaVersion: 1, name: packageJson.name, version, node: versions.node, platform, arch }),
  );
}

/** Commander also throws an error after it has shown help or the version. That error is ignored here. */
function passHelpAndVersion(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

/** If standard output fails too, the failure goes to standard error. */
async function reportAnyFailure(
  context: Context,
  { stderr, makeRoom }: World,
  argv: readonly string[],
  program: Command,
  error: unknown,
): Promise<void> {
  makeRoom?.();
  const { reportFailure } = await import('./commands/report-failure.ts');
  try {
    await reportFailure(context, argv, program, error);
  } catch (failure) {
    context.setExitCode(EXIT_CODES.internal);
    stderr.write(`${keepLayout(failure instanceof Error ? failure.message : String(failure))}\n`);
  }
}

/** The context without the adapters, which are added before a command runs. */
function createContext(world: World): Context {
  const context = {
    env: world.env,
    get stdin() {
      return world.stdin;
    },
    stopSignal: world.stopSignal,
    setExitCode: world.setExitCode,
    version: packageJson.version,
    now: world.now ?? Date.now,
    openOutput: (flags) => createOutput({ ...world, flags }),
    openPrompter:
      world.openPrompter ??
      (async (...given) => (await import('./output/terminal/prompts.ts')).createPrompter(...given)),
  } satisfies Omit<Context, keyof Adapters>;
  return context as Context;
}

/** Prepares every command: errors are thrown and do not end the process, and its messages are escaped. */
function prepareAll(commands: readonly Command[], world: World, show: (text: string) => void): void {
  const { stdout, stderr } = world;
  for (const command of commands) {
    command.exitOverride();
    command.configureOutput({
      writeOut: show,
      writeErr: (text) => void stderr.write(keepLayout(text)),
      getOutHelpWidth: () => helpWidth(stdout),
      getErrHelpWidth: () => helpWidth(stderr),
      // `reportFailure` words the error.
      outputError: () => {},
    });
    prepareAll(command.commands, world, show);
  }
}

/** The width for help. If the width is unknown, that of the narrowest usual terminal. */
function helpWidth({ isTTY, columns }: OutputStream): number {
  return (isTTY ? columns : undefined) ?? DEFAULT_COLUMNS;
}

/** Turns `help schedule push` into `schedule push --help`: commander reads only the first word after `help`. */
function expandHelp(argv: readonly string[], program: Command): string[] {
  const [first, ...words] = argv;
  if (first !== 'help') return [...argv];
  const names = words.filter((word) => !word.startsWith('-'));
  let command = program;
  for (const [index, word] of names.entries()) {
    if (command.commands.length === 0) break;
    const next = command.commands.find((child) => child.name() === word);
    // Help for an unknown command is an error. Its parent command reports it with suggestions.
    if (next === undefined) return names.slice(0, index + 1);
    command = next;
  }
  return [...names, '--help', ...words.filter((word) => word.startsWith('-'))];
}
