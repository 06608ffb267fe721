/** Starts the program: arguments, signals, the exit code. The only place that sets `process.exitCode`. */
import type { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { createProgram } from './commands/program.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, InterruptedError } from './errors.ts';
import { keepLayout } from './output/escape.ts';
import { createOutput } from './output/streams.ts';
import { adapters } from './wiring.ts';

/** A terminal that was closed stops its programs as a service manager does. */
const STOPPING = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' } as const;

/** Said where a second signal ends a command that was about to stop by itself: what it knew is lost, but on the disk. */
const LAST_WORDS = 'examctl: Ended at once. "examctl runs list" shows what was begun, and what can be resumed.\n';

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
  const signals = listenForSignals((error) => reportAny(context, argv, program, error));
  const context = createContext(signals);
  const program = createProgram(context, context.version);
  try {
    prepareAll([program]);
    await program.parseAsync(expandHelp(argv, program), { from: 'user' });
  } catch (error) {
    await reportAny(context, argv, program, error);
  }
}

/** Where not even the failure can be told on standard output, that is told on standard error. */
async function reportAny(context: Context, argv: readonly string[], program: Command, error: unknown): Promise<void> {
  const { reportFailure } = await import('./commands/report-failure.ts');
  try {
    await reportFailure(context, argv, program, error);
  } catch (untold) {
    process.exitCode = EXIT_CODES.internal;
    process.stderr.write(`${keepLayout(untold instanceof Error ? untold.message : String(untold))}\n`);
  }
}

/** A reader who has gone (`| head`) is no fault; without a listener the event would end the process with a stack. */
function endQuietly({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE' && code !== 'EOF' && code !== 'ERR_STREAM_DESTROYED') process.exitCode = EXIT_CODES.internal;
}

function createContext(signals: Signals): Context {
  return {
    ...adapters,
    version: packageJson.version,
    env: process.env,
    stdin: process.stdin,
    stopSignal: signals.watch,
    setExitCode: (code) => {
      process.exitCode = code;
    },
    openOutput: (flags) =>
      createOutput({ stdout: process.stdout, stderr: process.stderr, stdin: process.stdin, env: process.env, flags }),
  };
}

interface Signals {
  /** From now on the command stops by itself when it is told to. */
  watch(): AbortSignal;
}

/**
 * The first signal asks a command to stop that watches for it; where nobody does, the interruption is reported and the
 * process ends. A second signal ends it at once.
 */
function listenForSignals(report: (error: InterruptedError) => Promise<void>): Signals {
  const controller = new AbortController();
  let isWatched = false;
  for (const [name, meaning] of Object.entries(STOPPING)) {
    process.on(name, () => {
      const end = (): never => process.exit(meaning === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated);
      if (controller.signal.aborted) {
        process.stderr.write(isWatched ? LAST_WORDS : '');
        end();
      }
      controller.abort(meaning);
      if (!isWatched) report(new InterruptedError(meaning, 'Interrupted')).finally(end);
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
    command.configureOutput({
      writeErr: (text) => process.stderr.write(keepLayout(text)),
      outputError: (text, write) => write(text.replace(/^error: /, 'examctl: ')),
    });
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
