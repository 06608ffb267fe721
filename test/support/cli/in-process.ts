/**
 * Runs a command line in the process of the test, from source. The streams record their output. Tests of signals, terminals,
 * limits and crashes need a process: they use `program.ts`.
 */
import { Readable, Writable } from 'node:stream';
import { createCommandLine, type World } from '../../../src/command-line.ts';
import type { BulkReport } from '../../../src/model/report.ts';
import type { OpenPrompter } from '../../../src/output/terminal/prompts.ts';
import { type Ended, environmentOf, type RunOptions } from './program.ts';
import { inFolder } from './working-folder.ts';

export interface InProcessOptions extends RunOptions {
  /** Standard input as a stream, instead of `input`. */
  readonly stdin?: Readable;
  /** Aborted with `SIGINT` or `SIGTERM`, it asks the command to stop. */
  readonly signal?: AbortSignal;
  /** If present, all streams are those of a terminal of this size. */
  readonly openPrompter?: OpenPrompter;
  readonly terminal?: { readonly columns: number; readonly rows?: number };
}

/** The clock of the tests: a time before all their sittings, so that no sitting is ever in the past. */
const TEST_TIME = Date.parse('2026-11-22T08:00:00Z');

/** Several command lines may run at once: each has its own streams, environment and working folder. */
export async function runInProcess(args: readonly string[], options: InProcessOptions = {}): Promise<Ended> {
  const [stdout, stderr] = [rememberingStream(), rememberingStream()];
  const stdin = options.stdin ?? Readable.from([Buffer.from(options.input ?? '')], { objectMode: false });
  const at = options.terminal === undefined ? {} : { isTTY: true, ...options.terminal };
  for (const stream of [stdin, stdout, stderr]) Object.assign(stream, at);
  const code = await runWithStreams(args, options, { stdin, stdout, stderr });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Returns the exit code. */
export async function runWithStreams(
  args: readonly string[],
  options: InProcessOptions,
  streams: Pick<World, 'stdin' | 'stdout' | 'stderr'>,
): Promise<number> {
  let code = 0;
  const commandLine = createCommandLine(args, {
    ...streams,
    env: environmentOf(options),
    now: () => TEST_TIME,
    openPrompter: options.openPrompter,
    stopSignal: () => options.signal ?? new AbortController().signal,
    setExitCode: (given) => {
      code = given;
    },
  });
  await inFolder(options.cwd ?? process.cwd(), () => commandLine.run());
  return code;
}

/** Runs a bulk command with `--json`, and returns its report. */
export async function reportOf(args: readonly string[], env: Readonly<Record<string, string>>): Promise<BulkReport> {
  const { stdout } = await runInProcess([...args, '--json', '--no-input'], { env });
  return JSON.parse(stdout) as BulkReport;
}

/** A stream that keeps what is written to it. */
export function rememberingStream(): Writable & { text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}
