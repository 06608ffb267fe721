import { compareUtf8 } from '../../utf8-order.ts';
import { checksum } from '../checksum.ts';
import { damage } from '../failures.ts';
import type { RecordKey } from '../journal/record-lines.ts';

/** Some whole lines of a snapshot: where they are, and the key of the first. */
export interface Block extends RecordKey {
  readonly offset: number;
  readonly bytes: number;
  readonly crc32: string;
}

/** The index file's content: one block a line, in the snapshot's order. */
export function serialiseIndex(blocks: readonly Block[]): string {
  const lines = blocks.map(({ kind, id, offset, bytes, crc32 }) => JSON.stringify({ kind, id, offset, bytes, crc32 }));
  return `{"blocks":[\n${lines.join(',\n')}\n]}\n`;
}

/** Reads an index file's content after checking it against the manifest's checksum. */
export function parseIndex(text: string, expectedCrc32: string, path: string): Block[] {
  const actual = checksum(text);
  if (actual !== expectedCrc32) throw damage(path, 0, `its checksum is ${actual}, not ${expectedCrc32}`);
  return (JSON.parse(text) as { blocks: Block[] }).blocks;
}

/** The place in `blocks` of the only block that can hold the key: the last that begins at or before it; or -1. */
export function findBlock(blocks: readonly Block[], key: RecordKey): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const block = blocks[middle];
    if (block && compareKeys(block, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The order of a snapshot: by kind, then by id, each in the order of its UTF-8 bytes. */
export function compareKeys(a: RecordKey, b: RecordKey): number {
  return compareUtf8(a.kind, b.kind) || compareUtf8(a.id, b.id);
}
