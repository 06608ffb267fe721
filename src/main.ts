/** Starts the program: arguments, signals, the exit code. The only place that sets `process.exitCode`. */
import type { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { createProgram } from './commands/program.ts';
import type { Context } from './context.ts';
import { EXIT_CODES } from './errors.ts';
import { keepLayout } from './output/escape.ts';
import { createOutput } from './output/streams.ts';
import { adapters } from './wiring.ts';

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
  const context = createContext();
  const program = createProgram(context, context.version);
  try {
    prepareAll([program]);
    await program.parseAsync(expandHelp(argv, program), { from: 'user' });
  } catch (error) {
    const { reportFailure } = await import('./commands/report-failure.ts');
    await reportFailure(context, argv, program, error);
  }
}

/** A reader who has gone (`| head`) is no fault; without a listener the event would end the process with a stack. */
function endQuietly({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE' && code !== 'EOF' && code !== 'ERR_STREAM_DESTROYED') process.exitCode = EXIT_CODES.internal;
}

function createContext(): Context {
  const signals = listenForSignals();
  return {
    ...adapters,
    version: packageJson.version,
    env: process.env,
    stdin: process.stdin,
    get signal() {
      return signals.watch();
    },
    setExitCode: (code) => {
      process.exitCode = code;
    },
    openOutput: (flags) =>
      createOutput({ stdout: process.stdout, stderr: process.stderr, stdin: process.stdin, env: process.env, flags }),
  };
}

/**
 * The first signal asks a command to stop that watches for it; a second one, or one that nobody watches for, stops the
 * process at once.
 */
function listenForSignals(): { watch(): AbortSignal } {
  const controller = new AbortController();
  let isWatched = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      const isLast = controller.signal.aborted || !isWatched;
      if (isLast) process.exit(name === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated);
      controller.abort(name);
    });
  }
  return {
    watch: () => {
      isWatched = true;
      return controller.signal;
    },
  };
}

/** Errors of the command line are thrown instead of ending the process, in every command; what it says is escaped. */
function prepareAll(commands: readonly Command[]): void {
  for (const command of commands) {
    command.exitOverride();
    command.configureOutput({ writeErr: (text) => process.stderr.write(keepLayout(text)) });
    prepareAll(command.commands);
  }
}

/** `help schedule push` is `schedule push --help`; commander itself looks at the first word only. */
function expandHelp(argv: readonly string[], program: Command): string[] {
  const [first, ...words] = argv;
  if (first !== 'help' || words.length === 0) return [...argv];
  let command = program;
  for (const [index, word] of words.entries()) {
    if (command.commands.length === 0) break;
    const next = command.commands.find((child) => child.name() === word);
    // What there is no help for is an error, which the command above it tells best.
    if (next === undefined) return words.slice(0, index + 1);
    command = next;
  }
  return [...words, '--help'];
}
