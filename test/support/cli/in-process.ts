/**
 * Runs a command line in the process of the test, from source: the same command line as the program's own, with streams
 * that remember. What only a process has (signals, a terminal, limits, a crash) is for `program.ts`.
 */
import { Readable, Writable } from 'node:stream';
import { createCommandLine } from '../../../src/command-line.ts';
import type { BulkReport } from '../../../src/bulk/model/report.ts';
import { type Ended, environmentOf, type RunOptions } from './program.ts';
import { inFolder } from './working-folder.ts';

interface InProcessOptions extends RunOptions {
  /** Standard input as a stream, instead of `input`. */
  readonly stdin?: Readable;
}

/** Several may run at once: each has its own streams, environment and working folder. */
export async function runInProcess(args: readonly string[], options: InProcessOptions = {}): Promise<Ended> {
  const [stdout, stderr] = [rememberingStream(), rememberingStream()];
  let code = 0;
  const commandLine = createCommandLine(args, {
    env: environmentOf(options),
    stdin: options.stdin ?? Readable.from([Buffer.from(options.input ?? '')], { objectMode: false }),
    stdout,
    stderr,
    stopSignal: () => new AbortController().signal,
    setExitCode: (given) => {
      code = given;
    },
  });
  await inFolder(options.cwd ?? process.cwd(), () => commandLine.run());
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** The report of a bulk command; `--json` is added. */
export async function reportOf(args: readonly string[], env: Readonly<Record<string, string>>): Promise<BulkReport> {
  const { stdout } = await runInProcess([...args, '--json', '--no-input'], { env });
  return JSON.parse(stdout) as BulkReport;
}

function rememberingStream(): Writable & { text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}
