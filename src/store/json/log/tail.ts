import { crc32 } from 'node:zlib';
import { commitLine, type LogEnd, type Place } from './format.ts';

const CHUNK_BYTES = 64 * 1024;
/** The largest number of UTF-8 bytes for a UTF-16 unit. */
const UNIT_BYTES = 3;

interface Chunk {
  readonly offset: number;
  readonly bytes: Buffer;
  used: number;
}

/** The lines at the end of a log that the file does not have yet, in the order of their places. */
export class LogTail {
  #chunks: Chunk[] = [];
  /** The end of all lines: it has the number of the last commit, and the checksum of all bytes before it. */
  #end: LogEnd;
  /** The records after the last commit. */
  #records = 0;

  /** `end`: the end of the log in the file. */
  constructor(end: LogEnd) {
    this.#end = end;
  }

  get end(): LogEnd {
    return this.#end;
  }

  /** Adds the line of a record. Returns its number of bytes. */
  add(line: string): number {
    this.#records += 1;
    return this.#append(line, this.#end.commit);
  }

  /** Adds the last line of a commit of all records since the last one. Returns its number of bytes. */
  commit(): number {
    const commit = this.#end.commit + 1;
    const length = this.#append(commitLine(commit, this.#records, this.#end.crc), commit);
    this.#records = 0;
    return length;
  }

  /** Drops all lines after a commit that the file has. */
  cut(end: LogEnd): void {
    this.#chunks = [];
    this.#end = end;
    this.#records = 0;
  }

  /** The line at a place; undefined if only the file has it. */
  lineAt({ offset, length }: Place): string | undefined {
    const chunk = lastUpTo(this.#chunks, offset, (one) => one.offset);
    const from = offset - (chunk?.offset ?? 0);
    return chunk && from < chunk.used ? chunk.bytes.toString('utf8', from, from + length) : undefined;
  }

  between(from: number, to: number): Buffer[] {
    return this.#chunks.flatMap(({ offset, bytes, used }) => {
      const [start, end] = [Math.max(0, from - offset), Math.min(used, to - offset)];
      return start < end ? [bytes.subarray(start, end)] : [];
    });
  }

  /** Takes notice that the file has all bytes before an offset. */
  written(to: number): void {
    this.#chunks = this.#chunks.filter((chunk) => chunk.offset + chunk.used > to);
  }

  #append(line: string, commit: number): number {
    const last = this.#chunks.at(-1);
    const room = last === undefined ? 0 : last.bytes.length - last.used;
    const fits = line.length * UNIT_BYTES <= room || Buffer.byteLength(line) <= room;
    const chunk = fits && last ? last : this.#newChunk(line);
    const length = chunk.bytes.write(line, chunk.used);
    const crc = crc32(chunk.bytes.subarray(chunk.used, chunk.used + length), this.#end.crc);
    chunk.used += length;
    this.#end = { offset: this.#end.offset + length, commit, crc };
    return length;
  }

  #newChunk(line: string): Chunk {
    const bytes = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, Buffer.byteLength(line)));
    const chunk = { offset: this.#end.offset, bytes, used: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }
}

/** Returns the last entry with a number of at most `wanted`. The list must be in ascending order of these numbers. */
function lastUpTo<T>(list: readonly T[], wanted: number, numberOf: (entry: T) => number): T | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = list[middle];
    if (entry !== undefined && numberOf(entry) <= wanted) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}
