/** Runs the commands about the server in this process, with real stores and tokens, and records their output. */
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { rememberingStream, runWithStreams } from '../cli/in-process.ts';
import type { RunOptions } from '../cli/program.ts';
import { waitUntil } from './wait-until.ts';

export interface CommandRun {
  /** Resolves with the exit code when the command has ended. */
  readonly done: Promise<number>;
  stdout(): string;
  stderr(): string;
  /** Has the effect of a signal. */
  stop(): void;
}

/** Starts a server, and resolves when it has printed its address. The server ends with its test. */
export async function startServe(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<CommandRun & { readonly url: string }> {
  const run = runCommand(['serve', '--port', '0', ...argv], options);
  onTestFinished(async () => {
    run.stop();
    await run.done;
  });
  await Promise.race([run.done, waitUntil(() => run.stdout().endsWith('\n'))]);
  return { ...run, url: run.stdout().trim() };
}

export function runCommand(argv: readonly string[], options: RunOptions = {}): CommandRun {
  const [stdout, stderr] = [rememberingStream(), rememberingStream()];
  const controller = new AbortController();
  const streams = { stdin: Readable.from([]), stdout, stderr };
  const done = runWithStreams(argv, { ...options, signal: controller.signal }, streams);
  return { done, stdout: stdout.text, stderr: stderr.text, stop: () => controller.abort('SIGTERM') };
}
