import { crc32 } from 'node:zlib';
import { readFullyNow } from '../file-system.ts';
import { type KeyHash, LOW_BITS } from '../keys/key-hash.ts';
import type { Place } from '../keys/key-table.ts';
import { createSpoolFile } from './spool-file.ts';

/** The words of a place: the hash's high bits; its low bits and the table; offset; the offset's high bits; length; checksum. */
const PLACE_WORDS = 6;
const WORD_BYTES = 4;
/** A block is read and checked as a whole. It is small, since a reader needs one place of it. */
const BLOCK_PLACES = 170;
const BLOCK_WORDS = BLOCK_PLACES * PLACE_WORDS;
const BLOCK_BYTES = BLOCK_WORDS * WORD_BYTES;
/** The number of blocks that are held in memory before they are written. */
const CHUNK_BLOCKS = 256;
const CHUNK_PLACES = CHUNK_BLOCKS * BLOCK_PLACES;

const WORD = 2 ** 32;
const TABLE_SHIFT = 1;
const LOW_SHIFT = 32 - LOW_BITS;
const TABLE_MASK = 2 ** (LOW_SHIFT - TABLE_SHIFT) - 1;

/** A place, the hash of its key, and the number of the table that it belongs to. */
export interface PlannedPlace {
  readonly hash: KeyHash;
  readonly table: number;
  readonly place: Place;
}

/**
 * The places of the lines of a plan, in their order. The last ones are in memory, and the others in a file of the temporary
 * folder: a plan of a million users has three million places, and few of them are read before the plan is kept.
 */
export class PlannedPlaces {
  readonly #file = createSpoolFile();
  readonly #checksums: number[] = [];
  #chunk = new Uint32Array(0);
  readonly #block = new Uint32Array(BLOCK_WORDS);
  /** The number of the block that was read last. */
  #read = -1;
  #tables = 0;
  #written = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the number of a new table. */
  addTable(): number {
    this.#tables += 1;
    return this.#tables - 1;
  }

  /** Returns the number of the place. */
  push({ high, low }: KeyHash, table: number, { offset, length, crc32, deleted }: Place): number {
    if (this.#length - this.#written === CHUNK_PLACES) this.#writeChunk();
    if (this.#chunk.length === 0) this.#chunk = new Uint32Array(CHUNK_BLOCKS * BLOCK_WORDS);
    const [words, at] = [this.#chunk, (this.#length - this.#written) * PLACE_WORDS];
    words[at] = high;
    words[at + 1] = (low << LOW_SHIFT) | (table << TABLE_SHIFT) | Number(deleted);
    words[at + 2] = offset % WORD;
    words[at + 3] = Math.floor(offset / WORD);
    words[at + 4] = length;
    words[at + 5] = crc32;
    this.#length += 1;
    return this.#length - 1;
  }

  at(number: number): PlannedPlace {
    const isWritten = number < this.#written;
    const words = isWritten ? this.#blockOf(number) : this.#chunk;
    const at = (isWritten ? number % BLOCK_PLACES : number - this.#written) * PLACE_WORDS;
    const word = (index: number) => words[at + index] ?? 0;
    const flags = word(1);
    return {
      hash: { high: word(0), low: flags >>> LOW_SHIFT },
      table: (flags >>> TABLE_SHIFT) & TABLE_MASK,
      place: {
        offset: word(3) * WORD + word(2),
        length: word(4),
        crc32: word(5),
        deleted: (flags & 1) !== 0,
      },
    };
  }

  end(): void {
    this.#file.close();
  }

  #writeChunk(): void {
    const bytes = Buffer.from(this.#chunk.buffer);
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      this.#checksums.push(crc32(bytes.subarray(at, at + BLOCK_BYTES)));
    }
    this.#file.write(bytes, this.#written * PLACE_WORDS * WORD_BYTES);
    this.#written = this.#length;
  }

  #blockOf(number: number): Uint32Array {
    const block = Math.floor(number / BLOCK_PLACES);
    if (block === this.#read) return this.#block;
    const [bytes, offset] = [Buffer.from(this.#block.buffer), block * BLOCK_BYTES];
    this.#read = -1;
    const isWhole = readFullyNow(this.#file, bytes, offset) === BLOCK_BYTES && crc32(bytes) === this.#checksums[block];
    if (!isWhole) throw this.#file.changed(offset);
    this.#read = block;
    return this.#block;
  }
}
