/**
 * A list of texts outside the heap of JavaScript, so that the garbage collector does not scan them. They are stored in
 * UTF-8: half of a surrogate pair becomes U+FFFD. Callers that must keep such texts store them as JSON.
 */
import { createNumbers } from '../lists/compact-lists.ts';

export interface TextList {
  readonly length: number;
  push(text: string): void;
  /** Throws a RangeError beyond the end. */
  at(index: number): string;
}

const CHUNK_BYTES = 1024 * 1024;

export function createTextList(): TextList {
  const chunks: Buffer[] = [];
  const [chunkOf, startOf, lengthOf] = [createNumbers(), createNumbers(), createNumbers()];
  let used = CHUNK_BYTES;
  return {
    get length() {
      return lengthOf.length;
    },
    push: (text) => {
      const bytes = Buffer.byteLength(text);
      if (used + bytes > (chunks.at(-1)?.length ?? 0)) {
        chunks.push(Buffer.allocUnsafeSlow(Math.max(bytes, CHUNK_BYTES)));
        used = 0;
      }
      chunks.at(-1)?.write(text, used);
      chunkOf.push(chunks.length - 1);
      startOf.push(used);
      lengthOf.push(bytes);
      used += bytes;
    },
    at: (index) => {
      const chunk = index < lengthOf.length ? chunks[chunkOf.at(index)] : undefined;
      if (chunk === undefined) throw new RangeError(`There is no text ${index}`);
      const start = startOf.at(index);
      return chunk.toString('utf8', start, start + lengthOf.at(index));
    },
  };
}
