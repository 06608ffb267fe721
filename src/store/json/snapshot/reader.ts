import { join } from 'node:path';
import type { MaybePromise } from '../../port.ts';
import { compareUtf8 } from '../../utf8-order.ts';
import { OPEN_FLAGS } from '../../../disk/file-access.ts';
import { type Block, findBlock, parseIndex } from './block-index.ts';
import { checksum } from '../checksum.ts';
import { damage } from '../failures.ts';
import { CACHED_BLOCKS } from '../layout.ts';
import type { SnapshotReference } from '../generation/manifest.ts';
import { lineStart, linesOf, NEWLINE, type RecordKey, readLineKey } from '../journal/record-lines.ts';
import { readFully, type StoreFile, type StoreFiles } from '../store-files.ts';

/** Sorted records in a file. Only the index is in memory. Every block is checked when it is read. */
export interface SnapshotReader {
  readonly bytes: number;
  /** The record's line, or undefined where there is none; at once where no file has to be read. */
  line(key: RecordKey): MaybePromise<Buffer | undefined>;
  ids(kind: string): AsyncIterable<string>;
  /** The blocks in order; `block` reads one of them. */
  readonly index: readonly Block[];
  block(block: Block): Promise<Buffer>;
  /** Reads all blocks, and throws where one is not as it was written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A snapshot without records, for a store that has had no checkpoint yet. */
export const EMPTY_SNAPSHOT: SnapshotReader = {
  bytes: 0,
  line: () => undefined,
  async *ids() {},
  index: [],
  block: async () => Buffer.alloc(0),
  check: async () => {},
  close: async () => {},
};

/** Opens a snapshot by its index. */
export async function openSnapshot(
  files: StoreFiles,
  folder: string,
  reference: SnapshotReference,
): Promise<SnapshotReader> {
  const path = join(folder, reference.file);
  const indexPath = join(folder, reference.index);
  const file = await files.open(path, OPEN_FLAGS.read);
  try {
    const index = parseIndex(files.readSmall(indexPath), reference.indexCrc32, indexPath);
    const { size } = await file.stat();
    if (size !== reference.bytes) {
      throw damage(path, Math.min(size, reference.bytes), `it has ${size} bytes, not ${reference.bytes}`);
    }
    return createReader(file, path, index, reference.bytes);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function createReader(file: StoreFile, path: string, index: readonly Block[], bytes: number): SnapshotReader {
  const cache = createBlockCache((block) => readBlock(file, path, block));
  return {
    bytes,
    line: (key) => {
      const block = index[findBlock(index, key)];
      const bytes = block && cache(block);
      return bytes instanceof Promise ? bytes.then((read) => lineInBlock(read, key)) : bytes && lineInBlock(bytes, key);
    },
    ids: (kind) => snapshotIds(index, kind, (block) => readBlock(file, path, block)),
    index,
    block: (block) => readBlock(file, path, block),
    check: async () => {
      for (const block of index) await readBlock(file, path, block);
    },
    close: () => file.close(),
  };
}

async function readBlock(file: StoreFile, path: string, block: Block): Promise<Buffer> {
  const bytes = await readFully(file, block.offset, block.bytes);
  const actual = checksum(bytes);
  if (actual === block.crc32) return bytes;
  throw damage(
    path,
    block.offset,
    `the checksum of the ${block.bytes} bytes from there is ${actual}, not ${block.crc32}`,
  );
}

/** Keeps the blocks used last. While one is read it keeps the promise, so that reads of it at once read it once. */
function createBlockCache(read: (block: Block) => Promise<Buffer>): (block: Block) => MaybePromise<Buffer> {
  const cached = new Map<number, MaybePromise<Buffer>>();
  const load = async (block: Block): Promise<Buffer> => {
    try {
      const bytes = await read(block);
      if (cached.has(block.offset)) cached.set(block.offset, bytes);
      return bytes;
    } catch (error) {
      cached.delete(block.offset);
      throw error;
    }
  };
  return (block) => {
    const bytes = cached.get(block.offset) ?? load(block);
    cached.delete(block.offset);
    cached.set(block.offset, bytes);
    const oldest = cached.keys().next();
    if (cached.size > CACHED_BLOCKS && !oldest.done) cached.delete(oldest.value);
    return bytes;
  };
}

function lineInBlock(bytes: Buffer, key: RecordKey): Buffer | undefined {
  // A newline never stands inside a line of JSON, so these bytes after one can only begin the record's own line.
  const needle = Buffer.from(`\n${lineStart(key)}`);
  const isFirst = bytes.subarray(0, needle.length - 1).equals(needle.subarray(1));
  const newlineBefore = isFirst ? -1 : bytes.indexOf(needle);
  if (newlineBefore === -1 && !isFirst) return undefined;
  const start = newlineBefore + 1;
  return bytes.subarray(start, bytes.indexOf(NEWLINE, start) + 1);
}

async function* snapshotIds(
  index: readonly Block[],
  kind: string,
  read: (block: Block) => Promise<Buffer>,
): AsyncGenerator<string> {
  // The kind's first records may stand at the end of a block that begins with another kind.
  for (const block of index.slice(Math.max(0, findBlock(index, { kind, id: '' })))) {
    if (compareUtf8(block.kind, kind) > 0) return;
    for (const line of linesOf(await read(block))) {
      const key = readLineKey(line);
      if (key?.kind === kind) yield key.id;
    }
  }
}
