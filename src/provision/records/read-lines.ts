/** Reads the lines of a file one after the other, at once, holding only a part of it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK_BYTES = 64 * 1024;

/** Whoever stops early leaves the file closed. */
export function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const [chunk, decoder] = [Buffer.alloc(CHUNK_BYTES), new StringDecoder('utf8')];
    let rest = '';
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, bytes))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest + decoder.end();
  } finally {
    closeSync(file);
  }
}
