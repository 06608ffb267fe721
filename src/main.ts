/** Starts the program: arguments, signals, the exit code. The only place that sets `process.exitCode`. */
import { type Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { createProgram } from './commands/program.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, exitCodeOf, UsageError } from './errors.ts';
import { keepLayout } from './output/escape.ts';
import { createOutput } from './output/streams.ts';
import { adapters } from './wiring.ts';

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
  const context = createContext();
  const program = createProgram(context, packageJson.version);
  try {
    prepareAll([program]);
    await program.parseAsync(expandHelp(argv, program), { from: 'user' });
  } catch (error) {
    await reportFailure(argv, error);
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

/** Commander has told usage errors already, and help and version are no errors at all. */
async function reportFailure(argv: readonly string[], error: unknown): Promise<void> {
  const format = jsonFormatOf(argv);
  const isTold = error instanceof CommanderError;
  if (isTold && error.exitCode === 0) return;
  const failure = isTold ? toUsageError(error) : error;
  const exitCode = exitCodeOf(failure);
  process.exitCode = exitCode;
  if (isTold && format === undefined) return;
  const { renderError, toReportedError } = await import('./output/error-text.ts');
  if (format === undefined) {
    process.stderr.write(`${renderError(failure, { debug: argv.includes('--debug') })}\n`);
    return;
  }
  const { renderJson, renderNdjson } = await import('./output/json.ts');
  const report = { schemaVersion: 1, error: toReportedError(failure), exitCode };
  const { stdout, stderr, stdin, env } = process;
  const output = createOutput({ stdout, stderr, stdin, env });
  await output.data(format === 'json' ? renderJson(report) : renderNdjson([{ event: 'summary', ...report }]));
}

/** A command line that cannot be read may still say that its answer is to be JSON. */
function jsonFormatOf(argv: readonly string[]): 'json' | 'ndjson' | undefined {
  const end = argv.indexOf('--');
  const text = ` ${argv.slice(0, end === -1 ? undefined : end).join(' ')} `;
  if (text.includes(' --json ')) return 'json';
  const [, format] = /\s(?:-o|--output)[ =]?(json|ndjson)\s/.exec(text) ?? [];
  return format === 'json' || format === 'ndjson' ? format : undefined;
}

/** "error: unknown option '--upsrt'\n(Did you mean --upsert?)" in our own form. */
function toUsageError({ code, message }: CommanderError): UsageError {
  if (code === 'commander.help') return new UsageError('The command line names no command', { hint: 'See --help.' });
  const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n');
  return new UsageError(problem, { hint: suggestion?.replace(/^\((.*)\)$/, '$1') ?? 'See --help.' });
}
