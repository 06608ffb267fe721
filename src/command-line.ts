/** Runs one command line on streams, an environment and signals that are given: those of the process, or a test's. */
import { type Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { COMPLETE_WORD } from './commands/completion/words.ts';
import { splitShortFlags } from './commands/options/short-flags.ts';
import { createProgram } from './commands/program.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, type InterruptedError } from './errors.ts';
import { keepLayout } from './output/terminal/escape.ts';
import type { OpenPrompter } from './output/terminal/prompts.ts';
import { createOutput, DEFAULT_COLUMNS, type OutputStream, page, writeText } from './output/terminal/streams.ts';
import type { Adapters } from './wiring.ts';

export interface World extends Pick<Context, 'env' | 'stdin' | 'stopSignal' | 'setExitCode'> {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** The clock, where it is not that of the system. */
  readonly now?: () => number;
  readonly openPrompter?: OpenPrompter | undefined;
  /** Called before a failure is reported: gives back what is kept for that. */
  readonly makeRoom?: () => void;
}

export interface CommandLine {
  /** Never rejects: a failure is reported, and is the exit code. */
  run(): Promise<void>;
  /** Reports a signal that ends a command which does not watch for it. */
  interrupt(error: InterruptedError): Promise<void>;
}

export function createCommandLine(argv: readonly string[], world: World): CommandLine {
  const context = createContext(world);
  const program = createProgram(context, context.version, argv);
  // Only a command that runs needs the adapters; help does not wait for them to be loaded.
  program.hook('preAction', async () => {
    const { createAdapters } = await import('./wiring.ts');
    Object.assign(context, createAdapters(world.env));
  });
  const report = (error: unknown): Promise<void> => reportAny(context, world, argv, program, error);
  return {
    async run() {
      try {
        if (argv[0] === COMPLETE_WORD) return await showCompletions(context, argv.slice(1));
        if (argv.includes('--version') && argv.includes('--json')) return await showVersion(context);
        const shown: Promise<void>[] = [];
        prepareAll([program], world, argv, (text) => shown.push(writeText(world.stdout, text)));
        const words = splitShortFlags(expandHelp(argv, program), program);
        await program.parseAsync(words, { from: 'user' }).catch(passHelpAndVersion);
        await Promise.all(shown);
      } catch (error) {
        await report(error);
      }
    },
    interrupt: report,
  };
}

/** Called by the scripts of the shells. A fault of it would be seen in the middle of what is typed. */
async function showCompletions(context: Context, words: readonly string[]): Promise<void> {
  const { createAdapters } = await import('./wiring.ts');
  const { complete } = await import('./commands/completion/complete.ts');
  Object.assign(context, createAdapters(context.env));
  await context.openOutput({}).data(await complete(context, createProgram(context, context.version), words));
}

/** What a report of a fault needs to say. */
async function showVersion({ openOutput, version }: Context): Promise<void> {
  const { renderJson } = await import('./output/files/json.ts');
  const { platform, arch, versions } = process;
  await openOutput({}).data(
    renderJson({ schemaVersion: 1, name: packageJson.name, version, node: versions.node, platform, arch }),
  );
}

/** The library ends a command with an error after help and version, too. */
function passHelpAndVersion(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

/** If standard output fails too, the failure goes to standard error. */
async function reportAny(
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

/** Without the adapters. */
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

/** Errors of the command line are thrown instead of ending the process, in every command; what it says is escaped. */
function prepareAll(
  commands: readonly Command[],
  world: World,
  argv: readonly string[],
  show: (text: string) => void,
): void {
  const { stdout, stderr, env, stopSignal } = world;
  const reader = {
    ...{ stdout, env, stopSignal, flags: { pager: !argv.includes('--no-pager') } },
    // Opening it takes time, and a short help does not need it.
    get stdin() {
      return world.stdin;
    },
  };
  for (const command of commands) {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => {
        if (!page(text, reader)) show(text);
      },
      writeErr: (text) => void stderr.write(keepLayout(text)),
      getOutHelpWidth: () => helpWidth(stdout),
      getErrHelpWidth: () => helpWidth(stderr),
      // The failure is reported, in our own words.
      outputError: () => {},
    });
    prepareAll(command.commands, world, argv, show);
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
