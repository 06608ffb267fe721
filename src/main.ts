/** Starts the program on the streams and signals of the process. No other file sets `process.exitCode`. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createCommandLine } from './command-line.ts';
import { EXIT_CODES, InterruptedError } from './errors.ts';

/** Signals that stop the program, with their meaning. A closed terminal (SIGHUP) counts as SIGTERM. */
const STOPPING = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' } as const;

/** Reserved file descriptors for the report of a failure, which opens files: the system may allow no more by then. */
const spareFiles = [openSync(devNull, 'r'), openSync(devNull, 'r')];

for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
const signals = listenForSignals((error) => commandLine.interrupt(error));
const commandLine = createCommandLine(process.argv.slice(2), {
  env: process.env,
  // To open standard input takes time, and most commands do not read it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal: signals.watch,
  makeRoom,
  setExitCode: (code) => {
    process.exitCode = code;
  },
});
let hasEnded = false;
void commandLine.run().finally(() => {
  hasEnded = true;
  signals.leave();
});
process.once('beforeExit', refuseEmptyLoop);

function makeRoom(): void {
  for (const file of spareFiles.splice(0)) closeSync(file);
}

/** Without this, a command that waits for an event that never comes would end with 0 and without a message. */
function refuseEmptyLoop(): void {
  if (hasEnded) return;
  process.exitCode = EXIT_CODES.internal;
  void commandLine.interrupt(new Error('the command waits for something that cannot come any more'));
}

/**
 * A closed reader (`| head`) is no fault. Without a listener, the event would end the process with a stack trace. An
 * exit code that says more stays.
 */
function endQuietly({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE' && code !== 'EOF' && code !== 'ERR_STREAM_DESTROYED') process.exitCode ||= EXIT_CODES.internal;
}

interface Signals {
  /** Returns a signal for a command that stops itself. From now on, the first signal does not end the process. */
  watch(lastWords?: string): AbortSignal;
  /** Ends the process if it was stopped, also if it still waits for an input. */
  leave(): void;
}

/** The time in which a stopped process ends by itself. */
const LEAVE_MS = 200;

/**
 * The first signal asks the command to stop. If the command does not handle signals, the interruption is reported and
 * the process ends. A second signal ends the process at once.
 */
function listenForSignals(report: (error: InterruptedError) => Promise<void>): Signals {
  const controller = new AbortController();
  let isWatched = false;
  let words = 'examctl: Ended at once.';
  for (const [name, meaning] of Object.entries(STOPPING)) {
    process.on(name, () => {
      const end = (): never => process.exit(meaning === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated);
      if (controller.signal.aborted) {
        process.stderr.write(isWatched ? `${words}\n` : '');
        end();
      }
      controller.abort(meaning);
      if (!isWatched) report(new InterruptedError(meaning, 'Interrupted')).finally(end);
    });
  }
  return {
    watch: (lastWords) => {
      isWatched = true;
      if (lastWords !== undefined) words = `examctl: Ended at once. ${lastWords}`;
      return controller.signal;
    },
    leave: () => {
      if (controller.signal.aborted) setTimeout(() => process.exit(), LEAVE_MS).unref();
    },
  };
}
