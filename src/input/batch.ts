import type { InputError } from '../errors.ts';

/**
 * What a reader made of one chunk: the finished items, and the fault that ends the reading, if one was met.
 * A fault never swallows the items before it, so what a consumer sees does not depend on how a file is cut into chunks.
 */
export interface Batch<T> {
  readonly items: readonly T[];
  readonly fault?: InputError | undefined;
}

/** Turns text into records, chunk by chunk. Chunks are valid UTF-8 and never end within a character. */
export interface Reader<T> {
  push(chunk: Buffer): Batch<T>;
  end(): Batch<T>;
  /** Lines so far that no record has. */
  readonly headerLines: number;
  readonly blankLines: number;
}

/** A batch that leaves `fault` out when there is none. */
export function batchOf<T>(items: readonly T[], fault: InputError | undefined): Batch<T> {
  return fault === undefined ? { items } : { items, fault };
}

/** A stream of chunks that can be given up before its end. */
export interface Chunks {
  next(): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

interface RecordsOptions<T> {
  /** What the reader has found before. */
  readonly early?: readonly Batch<T>[] | undefined;
  /** Called when everything was read without a fault. */
  readonly onEnd: () => void;
}

/**
 * The records that a reader finds in the chunks, one at a time. They can be iterated once. The source is closed at the
 * end, on a fault, and when the consumer stops early, even before the first record.
 */
export function recordsOf<T>(chunks: Chunks, reader: Reader<T>, options: RecordsOptions<T>): AsyncIterable<T> {
  const records = generate(chunks, reader, options);
  const iterator: AsyncIterator<T, undefined> = {
    next: () => records.next(),
    return: async () => {
      await chunks.close();
      return records.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* generate<T>(
  chunks: Chunks,
  reader: Reader<T>,
  { early = [], onEnd }: RecordsOptions<T>,
): AsyncGenerator<T, undefined> {
  try {
    for (const batch of early) yield* deliver(batch);
    for (let chunk = await chunks.next(); chunk !== undefined; chunk = await chunks.next()) {
      yield* deliver(reader.push(chunk));
    }
    yield* deliver(reader.end());
    onEnd();
  } finally {
    await chunks.close();
  }
  return undefined;
}

function* deliver<T>({ items, fault }: Batch<T>): Generator<T> {
  yield* items;
  if (fault !== undefined) throw fault;
}
