/**
 * A hash table from keys to lines, with open addressing, in pages. It has the same form in memory and in the file. It
 * stores only 50 bits of a key's hash, so the line itself must be compared with the key.
 */
import { type KeyHash, LOW_BITS } from './key-hash.ts';

/** The place of the last line of a key. */
export interface Place {
  readonly offset: number;
  readonly length: number;
  readonly crc32: number;
  /** Whether the line says that the record was deleted. */
  readonly deleted: boolean;
}

export const PAGE_BYTES = 4096;
const WORD_BYTES = 4;
const PAGE_WORDS = PAGE_BYTES / WORD_BYTES;
/** The first word of a page is its checksum. */
const FIRST_SLOT = 1;
/** A slot's words: the hash's high bits; flags, its low bits and the offset's high ones; offset; length; checksum. */
const SLOT_WORDS = 5;
const PAGE_SLOTS = Math.floor((PAGE_WORDS - FIRST_SLOT) / SLOT_WORDS);
/** The largest share of used slots. Above it, searches become slow. */
const MAX_LOAD = 0.7;
/** The factor of growth. After doubling, a third of the memory would be empty. */
const GROWTH = 1.5;

const WORD = 2 ** 32;
const USED = 2 ** 31;
const DELETED = 2 ** 30;
const OFFSET_BITS = 12;
const OFFSET_MASK = 2 ** OFFSET_BITS - 1;
const LOW_MASK = (2 ** LOW_BITS - 1) << OFFSET_BITS;

/** Finds the places of the last lines of keys. */
export interface LineTable {
  readonly size: number;
  /** The place of the key whose line `isIt` recognises; undefined if there is none. */
  find(hash: KeyHash, isIt: (place: Place) => boolean): Place | undefined;
  /** Adds a key, or replaces the key whose line `isIt` recognises. */
  set(hash: KeyHash, place: Place, isIt: (place: Place) => boolean): void;
  /** Every key. The order is that of the lines, or roughly that of the hashes. */
  entries(): Generator<{ readonly hash: KeyHash; readonly place: Place }>;
}

export interface KeyTable extends LineTable {
  /** All pages. Their checksums are filled in when they are written. */
  readonly bytes: Buffer;
  /** Makes room for more keys at once, so that the table is not copied again and again while they are added. */
  reserve(keys: number): void;
}

/** The number of pages for a number of keys. */
export function pagesFor(keys: number): number {
  return Math.ceil((keys + 1) / (PAGE_SLOTS * MAX_LOAD));
}

/** Pages that are in a file. `load` reads one before its first use. */
export interface StoredPages {
  readonly size: number;
  readonly load: (page: number, bytes: Buffer) => void;
}

/** Creates an empty table, which grows, or a table of stored pages, which does not change. */
export function createKeyTable(pages = 1, stored?: StoredPages): KeyTable {
  let slots = new Slots(pages, stored?.load);
  let size = stored?.size ?? 0;
  const growTo = (larger: Slots): void => {
    larger.takeAll(slots);
    slots = larger;
  };
  return {
    get size() {
      return size;
    },
    reserve: (keys) => {
      const needed = pagesFor(size + keys);
      if (needed > slots.pages) growTo(new Slots(needed));
    },
    get bytes() {
      return slots.bytes;
    },
    find: (hash, isIt) => {
      const at = slots.locate(hash, isIt);
      return slots.isUsed(at) ? slots.placeAt(at) : undefined;
    },
    set: (hash, place, isIt) => {
      if (size >= slots.pages * PAGE_SLOTS * MAX_LOAD) growTo(new Slots(Math.ceil(slots.pages * GROWTH)));
      const at = slots.locate(hash, isIt);
      if (!slots.isUsed(at)) size += 1;
      slots.write(at, hash, place);
    },
    entries: () => slots.entries(),
  };
}

/** The words of some pages. `at` is the index of the first word of a slot. */
class Slots {
  readonly pages: number;
  readonly bytes: Buffer;
  readonly #words: Uint32Array;
  readonly #capacity: number;
  readonly #load: StoredPages['load'] | undefined;
  readonly #loaded: Uint8Array | undefined;

  constructor(pages: number, load?: StoredPages['load']) {
    this.pages = pages;
    this.#words = new Uint32Array(pages * PAGE_WORDS);
    this.bytes = Buffer.from(this.#words.buffer);
    this.#capacity = pages * PAGE_SLOTS;
    this.#load = load;
    this.#loaded = load && new Uint8Array(pages);
  }

  isUsed(at: number): boolean {
    return this.#word(at + 1) !== 0;
  }

  placeAt(at: number): Place {
    const flags = this.#word(at + 1);
    return {
      offset: (flags & OFFSET_MASK) * WORD + this.#word(at + 2),
      length: this.#word(at + 3),
      crc32: this.#word(at + 4),
      deleted: (flags & DELETED) !== 0,
    };
  }

  hashAt(at: number): KeyHash {
    return { high: this.#word(at), low: (this.#word(at + 1) & LOW_MASK) >>> OFFSET_BITS };
  }

  /** The slot of the key, or the empty slot for it. */
  locate({ high, low }: KeyHash, isIt: (place: Place) => boolean): number {
    const lowBits = low << OFFSET_BITS;
    for (let slot = Math.floor((high / WORD) * this.#capacity); ; slot = slot + 1 === this.#capacity ? 0 : slot + 1) {
      const at = this.#open(slot);
      const flags = this.#word(at + 1);
      if (flags === 0) return at;
      if (this.#word(at) === high && (flags & LOW_MASK) === lowBits && isIt(this.placeAt(at))) return at;
    }
  }

  write(at: number, { high, low }: KeyHash, { offset, length, crc32, deleted }: Place): void {
    const flags = USED | (deleted ? DELETED : 0) | (low << OFFSET_BITS) | Math.floor(offset / WORD);
    const words = this.#words;
    words[at] = high;
    words[at + 1] = flags >>> 0;
    words[at + 2] = offset % WORD;
    words[at + 3] = length;
    words[at + 4] = crc32;
  }

  /** Copies the slots of another table, whose keys are all different, word for word. */
  takeAll(others: Slots): void {
    for (let slot = 0; slot < others.#capacity; slot += 1) {
      const from = others.#open(slot);
      if (!others.isUsed(from)) continue;
      let own = Math.floor((others.#word(from) / WORD) * this.#capacity);
      while (this.isUsed(this.#open(own))) own = own + 1 === this.#capacity ? 0 : own + 1;
      const to = this.#open(own);
      for (let word = 0; word < SLOT_WORDS; word += 1) this.#words[to + word] = others.#word(from + word);
    }
  }

  *entries(): Generator<{ readonly hash: KeyHash; readonly place: Place }> {
    for (let slot = 0; slot < this.#capacity; slot += 1) {
      const at = this.#open(slot);
      if (this.isUsed(at)) yield { hash: this.hashAt(at), place: this.placeAt(at) };
    }
  }

  #open(slot: number): number {
    const page = Math.floor(slot / PAGE_SLOTS);
    if (this.#loaded && this.#loaded[page] === 0) {
      this.#load?.(page, this.bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES));
      this.#loaded[page] = 1;
    }
    return page * PAGE_WORDS + FIRST_SLOT + (slot - page * PAGE_SLOTS) * SLOT_WORDS;
  }

  #word(at: number): number {
    return this.#words[at] ?? 0;
  }
}

/** The `isIt` for keys that are certainly not in the table. */
export function isAnother(): boolean {
  return false;
}
