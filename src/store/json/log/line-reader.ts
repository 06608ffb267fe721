import { crc32 } from 'node:zlib';
import { readFullyNow, type StoreFile } from '../file-system.ts';
import type { Place } from '../keys/key-table.ts';
import type { PackedLine } from './record-lines.ts';

export interface LineReader {
  /** Returns the text of the line at a place. Throws if its bytes do not match the checksum. */
  readonly read: (place: Place) => string;
  /** Whether the line at a place is the given one. */
  readonly isLine: (place: Place, line: PackedLine) => boolean;
}

/** The size of a read for a line far from the last one. It covers several lines: those of a transaction are together. */
const NEAR_BYTES = 8 * 1024;
/** The size of a read for lines that follow each other. */
const AHEAD_BYTES = 64 * 1024;
/** A quarter of such a read is before the line: other lines of its transaction may be there. */
const SHARE_BEFORE = 4;

export interface LineReaderOptions {
  readonly file: Pick<StoreFile, 'readNow'>;
  /** Finds bytes that may not be in the file yet. */
  readonly held: (offset: number, length: number) => Buffer | undefined;
  readonly onDamage: (place: Place) => Error;
}

/** Reads lines of an append-only file. Lines near each other share a read. */
export function createLineReader({ file, held, onDamage }: LineReaderOptions): LineReader {
  const buffer = Buffer.allocUnsafeSlow(AHEAD_BYTES);
  let start = 0;
  let end = 0;
  const isRead = (offset: number, length: number) => offset >= start && offset + length <= end;
  const read = (offset: number, length: number): Buffer => {
    if (isRead(offset, length)) return buffer.subarray(offset - start, offset - start + length);
    if (length > NEAR_BYTES) return readAlone(file, offset, length);
    const follows = offset >= start && offset < end + AHEAD_BYTES;
    start = follows ? offset : Math.max(0, offset + Math.min(0, length - NEAR_BYTES / SHARE_BEFORE));
    end = start + readFullyNow(file, buffer.subarray(0, follows ? AHEAD_BYTES : NEAR_BYTES), start);
    return buffer.subarray(offset - start, Math.min(end, offset + length) - start);
  };
  const bytesOf = ({ offset, length }: Place) => held(offset, length) ?? read(offset, length);
  return {
    read: (place) => {
      const line = bytesOf(place);
      if (line.length !== place.length || crc32(line) !== place.crc32) throw onDamage(place);
      return line.toString('utf8');
    },
    isLine: (place, { start, text, end }) => {
      const from = place.length - end.length - text.length;
      if (from <= 0) return false;
      const line = bytesOf(place);
      if (line.length !== place.length || !text.isAt(line, from)) return false;
      return line.toString('utf8', 0, from) === start && line.toString('utf8', from + text.length) === end;
    },
  };
}

function readAlone(file: Pick<StoreFile, 'readNow'>, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readFullyNow(file, bytes, offset));
}
