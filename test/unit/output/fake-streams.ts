import { Readable, Writable } from 'node:stream';
import {
  createOutput,
  type Output,
  type OutputFlags,
  type OutputStream,
} from '../../../src/output/terminal/streams.ts';

export type FakeStream = OutputStream & { readonly text: string; isTTY?: boolean; columns?: number };

/** A stream that keeps what is written, or fails with an error at every write. */
function keptStream(facts: { isTTY?: boolean; columns?: number; failure?: Error } = {}): FakeStream {
  const parts: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, callback) {
      if (facts.failure === undefined) parts.push(String(chunk));
      callback(facts.failure ?? null);
    },
  });
  Object.defineProperty(stream, 'text', { get: () => parts.join('') });
  return Object.assign(stream, { isTTY: facts.isTTY, columns: facts.columns }) as unknown as FakeStream;
}

interface Setting {
  stdout?: Parameters<typeof keptStream>[0];
  stderr?: Parameters<typeof keptStream>[0];
  env?: Record<string, string>;
  flags?: OutputFlags;
}

export function fakeOutput({ stdout, stderr, env = {}, flags = {} }: Setting = {}): {
  output: Output;
  stdout: FakeStream;
  stderr: FakeStream;
} {
  const streams = { stdout: keptStream(stdout), stderr: keptStream(stderr) };
  return { output: createOutput({ ...streams, stdin: Readable.from([]), env, flags }), ...streams };
}
