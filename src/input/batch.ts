import { InputError } from '../errors.ts';
import type { Text } from './bytes/text.ts';
import type { OpenLineCounts } from './port.ts';

/**
 * The result of one chunk: the finished items, and the fault that ends the reading, if there is one. A batch with a
 * fault still has the items before it, so that the result does not depend on the sizes of chunks.
 */
export interface Batch<T> {
  readonly items: readonly T[];
  readonly fault?: InputError | undefined;
}

/** Returns the items that `read` adds to a list, up to the fault that it throws. */
export function upToFault<T>(read: (items: T[]) => void): Batch<T> {
  const items: T[] = [];
  try {
    read(items);
  } catch (fault) {
    if (fault instanceof InputError) return { items, fault };
    throw fault;
  }
  return { items };
}

/** Reads records from text, chunk by chunk. Chunks are valid UTF-8 and end with a whole character. */
export interface Reader<T> {
  push(chunk: Buffer): Batch<T>;
  end(): Batch<T>;
  /** The number of header lines so far. */
  readonly headerLines: number;
  /** The number of blank lines so far. */
  readonly blankLines: number;
}

/**
 * Returns the records that a reader finds in a text, and the counts of its lines. Lines are counted twice,
 * independently: in the text, and by the reader. `early` has the batches that the reader has already returned. The
 * records can be iterated once. The text is closed at the end, on a fault, and when the consumer stops early, even
 * before the first record.
 */
export function readRecords<T>(
  text: Text,
  reader: Reader<T>,
  early: readonly Batch<T>[] = [],
): { records: AsyncIterable<T>; lineCounts: OpenLineCounts } {
  let [blankRows, isRead, isGivenUp] = [0, false, false];
  const lineCounts: OpenLineCounts = {
    file: text.file,
    get lines() {
      return isRead && !isGivenUp ? text.lines : undefined;
    },
    get header() {
      return reader.headerLines;
    },
    get blank() {
      return reader.blankLines + blankRows;
    },
    addBlank: (lines) => {
      blankRows += lines;
    },
    giveUp: () => {
      isGivenUp = true;
    },
  };
  const found = generate(text, reader, early, () => {
    isRead = true;
  });
  return { records: stoppable(found, () => text.close()), lineCounts };
}

/**
 * Returns items that can be iterated once. `stop` closes what they are read from: a consumer may stop before the first
 * item, and a generator that has not begun runs no code then.
 */
export function stoppable<T>(items: AsyncGenerator<T, undefined>, stop: () => unknown): AsyncIterable<T> {
  const iterator: AsyncIterator<T, undefined> = {
    next: () => items.next(),
    return: async () => {
      await stop();
      return items.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* generate<T>(
  text: Text,
  reader: Reader<T>,
  early: readonly Batch<T>[],
  onEnd: () => void,
): AsyncGenerator<T, undefined> {
  try {
    for (const batch of early) yield* deliver(batch);
    for (let chunk = await text.next(); chunk !== undefined; chunk = await text.next()) {
      yield* deliver(reader.push(chunk));
    }
    yield* deliver(reader.end());
    onEnd();
  } finally {
    await text.close();
  }
  return undefined;
}

function* deliver<T>({ items, fault }: Batch<T>): Generator<T> {
  yield* items;
  if (fault !== undefined) throw fault;
}
