/** Starts the program: arguments, signals, the exit code. The only place that sets `process.exitCode`. */
import { type Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { createProgram } from './commands/program.ts';
import type { Context } from './context.ts';
import { EXIT_CODES, exitCodeOf } from './errors.ts';
import { createOutput } from './output/streams.ts';
import { adapters } from './wiring.ts';

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  const context = createContext();
  const program = createProgram(context, packageJson.version);
  try {
    exitOverrideAll([program]);
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    await reportFailure(argv, error);
  }
}

function createContext(): Context {
  return {
    ...adapters,
    env: process.env,
    stdin: process.stdin,
    signal: listenForSignals(),
    setExitCode: (code) => {
      process.exitCode = code;
    },
    openOutput: (flags) =>
      createOutput({ stdout: process.stdout, stderr: process.stderr, stdin: process.stdin, env: process.env, flags }),
  };
}

/** The first signal asks to stop; a second one stops at once. */
function listenForSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(name === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated);
      controller.abort(name);
    });
  }
  return controller.signal;
}

/** Errors of the command line are thrown instead of ending the process, in every command. */
function exitOverrideAll(commands: readonly Command[]): void {
  for (const command of commands) {
    command.exitOverride();
    exitOverrideAll(command.commands);
  }
}

/** Commander has told usage errors already, and help and version are no errors at all. */
async function reportFailure(argv: readonly string[], error: unknown): Promise<void> {
  const wantsJson =
    argv.includes('--json') || argv.some((arg, at) => /^(json|ndjson)$/.test(arg) && isOutputFlag(argv[at - 1]));
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    if (error.exitCode === 0 || !wantsJson) return;
  } else {
    process.exitCode = exitCodeOf(error);
  }
  const { renderError, toReportedError } = await import('./output/error-text.ts');
  const output = createOutput({
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
  });
  if (wantsJson) {
    const { renderJson } = await import('./output/json.ts');
    await output.data(renderJson({ schemaVersion: 1, error: toReportedError(error), exitCode: process.exitCode }));
    return;
  }
  process.stderr.write(`${renderError(error, { debug: argv.includes('--debug') })}\n`);
}

function isOutputFlag(arg: string | undefined): boolean {
  return arg === '-o' || arg === '--output';
}
