import { type Block, serialiseIndex } from './block-index.ts';
import { checksum } from '../checksum.ts';
import { BLOCK_BYTES } from '../layout.ts';
import { readLineKey } from '../journal/record-lines.ts';
import type { StoreFile } from '../store-files.ts';
import { writeFully } from '../store-files.ts';

/** Writes sorted record lines as a snapshot, a block at a time, and gathers its index. */
export interface SnapshotWriter {
  /** Takes the next line. Wait for it where there is something to wait for. */
  add(line: Buffer): Promise<void> | undefined;
  /** Writes what is left and gives the facts for the manifest and the text of the index. */
  finish(): Promise<{ readonly bytes: number; readonly records: number; readonly index: string }>;
}

/** Begins a snapshot in an empty file. */
export function createSnapshotWriter(file: StoreFile): SnapshotWriter {
  const blocks: Block[] = [];
  let lines: Buffer[] = [];
  let blockBytes = 0;
  let bytes = 0;
  let records = 0;

  const writeBlock = async (): Promise<void> => {
    const [first] = lines;
    if (first === undefined) return;
    const content = Buffer.concat(lines);
    const { kind, id } = readLineKey(first) ?? { kind: '', id: '' };
    blocks.push({ kind, id, offset: bytes, bytes: content.length, crc32: checksum(content) });
    lines = [];
    blockBytes = 0;
    bytes += content.length;
    await writeFully(file, content, bytes - content.length);
  };
  return {
    add: (line) => {
      const full = blockBytes > 0 && blockBytes + line.length > BLOCK_BYTES ? writeBlock() : undefined;
      lines.push(line);
      blockBytes += line.length;
      records += 1;
      return full;
    },
    finish: async () => {
      await writeBlock();
      return { bytes, records, index: serialiseIndex(blocks) };
    },
  };
}
