import { crc32 } from 'node:zlib';
import { lastUpTo } from '../../../base/lists/sorted.ts';
import { commitLine, type LogEnd, type Place } from './format.ts';

const FIRST_BYTES = 4 * 1024;
const GROWTH = 4;
const MAX_BYTES = 1024 * 1024;
/** The largest number of UTF-8 bytes for a UTF-16 unit. */
const UNIT_BYTES = 3;

interface Chunk {
  readonly offset: number;
  readonly bytes: Buffer;
  used: number;
}

/** The lines of a commit that are not in the file yet. Their places are those that they will have in the log. */
export class NewLines {
  readonly #begin: LogEnd;
  readonly #chunks: Chunk[] = [];
  #end: number;
  #records = 0;

  /** `begin`: the end of the log before the commit. */
  constructor(begin: LogEnd) {
    this.#begin = begin;
    this.#end = begin.offset;
  }

  add(line: string): Place {
    this.#records += 1;
    return this.#append(line);
  }

  has({ offset }: Place): boolean {
    return offset >= this.#begin.offset && offset < this.#end;
  }

  lineAt({ offset, length }: Place): string {
    const chunk = lastUpTo(this.#chunks, offset, (one) => one.offset);
    return chunk?.bytes.toString('utf8', offset - chunk.offset, offset - chunk.offset + length) ?? '';
  }

  /** Adds the last line of the commit. Returns all bytes of the commit, and the end of the log after it. */
  finish(): { readonly parts: readonly Buffer[]; readonly end: LogEnd } {
    const commit = this.#begin.commit + 1;
    const crc = this.#chunks.reduce((sum, { bytes, used }) => crc32(bytes.subarray(0, used), sum), this.#begin.crc);
    const line = commitLine(commit, this.#records, crc);
    this.#append(line);
    const parts = this.#chunks.map(({ bytes, used }) => bytes.subarray(0, used));
    return { parts, end: { offset: this.#end, commit, crc: crc32(line, crc) } };
  }

  #append(line: string): Place {
    const last = this.#chunks.at(-1);
    const room = last === undefined ? 0 : last.bytes.length - last.used;
    const fits = line.length * UNIT_BYTES <= room || Buffer.byteLength(line) <= room;
    const chunk = fits && last ? last : this.#newChunk(line);
    const length = chunk.bytes.write(line, chunk.used);
    const place = { offset: this.#end, length };
    chunk.used += length;
    this.#end += length;
    return place;
  }

  #newChunk(line: string): Chunk {
    const usual = Math.min(MAX_BYTES, FIRST_BYTES * GROWTH ** this.#chunks.length);
    const bytes = Buffer.allocUnsafe(Math.max(usual, Buffer.byteLength(line)));
    const chunk = { offset: this.#end, bytes, used: 0 };
    this.#chunks.push(chunk);
    return chunk;
  }
}
