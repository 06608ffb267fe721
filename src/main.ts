/** Starts the program: the streams, the signals and the end of the process. The only place that sets `process.exitCode`. */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createCommandLine } from './command-line.ts';
import { EXIT_CODES, InterruptedError } from './errors.ts';

/** A terminal that was closed stops its programs as a service manager does. */
const STOPPING = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' } as const;

/** Said where a second signal ends a command that was about to stop by itself: what it knew is lost, but on the disk. */
const LAST_WORDS = 'examctl: Ended at once. "examctl runs list" shows what was begun, and what can be resumed.\n';

/** Kept back for the report of a failure, which loads files and looks at standard input: the system may allow no more. */
const spareFiles = [openSync(devNull, 'r'), openSync(devNull, 'r')];

for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
const signals = listenForSignals((error) => commandLine.interrupt(error));
const commandLine = createCommandLine(process.argv.slice(2), {
  env: process.env,
  // Opening it takes time, and most commands do not read it.
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
void commandLine.run();

function makeRoom(): void {
  for (const file of spareFiles.splice(0)) closeSync(file);
}

/** A reader who has gone (`| head`) is no fault; without a listener the event would end the process with a stack. */
function endQuietly({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE' && code !== 'EOF' && code !== 'ERR_STREAM_DESTROYED') process.exitCode = EXIT_CODES.internal;
}

interface Signals {
  /** From now on the command stops itself when a signal asks it to. */
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
