import { crc32 } from 'node:zlib';
import { commitLine, type LogEnd, type Place } from './format.ts';

const CHUNK_BYTES = 64 * 1024;

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
    // Most lines are in the file, and need no search.
    if (offset < (this.#chunks[0]?.offset ?? Number.POSITIVE_INFINITY)) return undefined;
    const chunk = this.#chunks.findLast((one) => one.offset <= offset);
    return chunk?.bytes.toString('utf8', offset - chunk.offset, offset - chunk.offset + length);
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
    const length = Buffer.byteLength(line);
    const chunk = this.#chunkFor(length);
    chunk.bytes.write(line, chunk.used);
    const crc = crc32(chunk.bytes.subarray(chunk.used, chunk.used + length), this.#end.crc);
    chunk.used += length;
    this.#end = { offset: this.#end.offset + length, commit, crc };
    return length;
  }

  #chunkFor(length: number): Chunk {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.used + length <= last.bytes.length) return last;
    const chunk = { offset: this.#end.offset, bytes: Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length)), used: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }
}
