import { crc32 } from 'node:zlib';
import { readFullyNow } from '../file-system.ts';
import type { Place } from '../keys/key-table.ts';
import { createLineReader, type LineReader } from '../log/line-reader.ts';
import type { PackedLine } from '../log/record-lines.ts';
import { createSpoolFile } from './spool-file.ts';

/** Lines that wait to be committed: in memory while they are few, and otherwise in a file of the temporary folder. */
export interface Spool {
  /** Adds a line. Returns its place. */
  add(line: PackedLine | string, deleted: boolean): Place;
  readonly reader: LineReader;
  /** A copy of some bytes. It is valid until the next call. */
  bytes(offset: number, length: number): Buffer;
  end(): void;
}

const CHUNK_BYTES = 1024 * 1024;
/** The most bytes of a UTF-16 unit in UTF-8. */
const MAX_UNIT_BYTES = 3;

export function createSpool(): Spool {
  const file = createSpoolFile();
  let [chunk, copy] = [Buffer.alloc(0), Buffer.alloc(0)];
  let used = 0;
  /** The number of bytes in the file. The chunk follows them. */
  let written = 0;
  const makeRoom = (bytes: number): void => {
    if (chunk.length - used >= bytes) return;
    if (used > 0) file.write(chunk.subarray(0, used), written);
    written += used;
    used = 0;
    if (chunk.length < bytes) chunk = Buffer.allocUnsafeSlow(Math.max(bytes, CHUNK_BYTES));
  };
  const held = (offset: number, length: number) =>
    offset >= written ? chunk.subarray(offset - written, offset - written + length) : undefined;
  return {
    add: (line, deleted) => {
      if (typeof line !== 'string') makeRoom(line.start.length * MAX_UNIT_BYTES + line.text.length + line.end.length);
      else if (chunk.length - used < line.length * MAX_UNIT_BYTES) makeRoom(Buffer.byteLength(line));
      const offset = written + used;
      const length = typeof line === 'string' ? chunk.write(line, used) : writePacked(chunk, used, line);
      const checksum = crc32(chunk.subarray(used, used + length));
      used += length;
      return { offset, length, crc32: checksum, deleted };
    },
    reader: createLineReader({ file, held, onDamage: ({ offset }) => file.changed(offset) }),
    bytes: (offset, length) => {
      if (copy.length < length) copy = Buffer.allocUnsafeSlow(length);
      const bytes = copy.subarray(0, length);
      const inFile = Math.max(0, Math.min(length, written - offset));
      if (readFullyNow(file, bytes.subarray(0, inFile), offset) < inFile) throw file.changed(offset);
      if (inFile < length) chunk.copy(bytes, inFile, offset + inFile - written, offset + length - written);
      return bytes;
    },
    end: () => {
      chunk = Buffer.alloc(0);
      file.close();
    },
  };
}

/** Writes a line into a chunk. Returns its number of bytes. */
function writePacked(chunk: Buffer, at: number, { start, text, end }: PackedLine): number {
  const from = at + chunk.write(start, at);
  text.copyTo(chunk, from);
  return from + text.length + chunk.write(end, from + text.length) - at;
}
