import { type Hash, hash64 } from './text-hash.ts';

/**
 * A map from texts to one, two or three small numbers each, in four bytes a number and eight for the text: what a million
 * records leave behind must not fill the memory. Texts are known by 64 bits of a hash; at a million of them two are taken
 * for one with a chance of one in thirty million.
 */
export interface CompactMap {
  get(text: string | Hash): Numbers | undefined;
  /** Numbers beyond those that the map has are not kept, and read as 0. */
  set(text: string | Hash, first: number, second?: number, third?: number): void;
  /** Puts a text that is not here yet; gives the numbers of one that is. */
  add(text: string | Hash, first: number, second?: number, third?: number): Numbers | undefined;
}

type Numbers = readonly [number, number, number];

/** The parts of a map. */
const PARTS = 16;
const FIRST_CAPACITY = 64;
/** Beyond this share of full, looking up becomes slow. */
const MAX_LOAD = 0.75;
/** Doubling would leave a third of the memory empty, and more of it to the collector. */
const GROWTH = 1.4;
/** More than the largest word. */
const WORD = 2 ** 32;

export function createCompactMap(numbers: 1 | 2 | 3 = 2): CompactMap {
  return new Parts(numbers);
}

/**
 * Each part is larger than the one before, so that they grow one after the other: while one of them is copied, only that
 * one is there twice.
 */
class Parts implements CompactMap {
  readonly #parts: readonly Slots[];

  constructor(numbers: number) {
    this.#parts = Array.from({ length: PARTS }, (_, at) => {
      return new Slots(numbers, Math.ceil(FIRST_CAPACITY * GROWTH ** (at / PARTS)));
    });
  }

  get(text: string | Hash): Numbers | undefined {
    const [high, low] = hashOf(text);
    return this.#partOf(high).get(high, low);
  }

  set(text: string | Hash, first: number, second = 0, third = 0): void {
    const [high, low] = hashOf(text);
    this.#partOf(high).set(high, low, first, second, third);
  }

  add(text: string | Hash, first: number, second = 0, third = 0): Numbers | undefined {
    const [high, low] = hashOf(text);
    return this.#partOf(high).add(high, low, first, second, third);
  }

  #partOf(high: number): Slots {
    return this.#parts[high % PARTS] as Slots;
  }
}

/**
 * A map of any size has its keys in the order of their low words: when it grows, it is copied from its beginning to its
 * end, and not to places all over the memory. Low words stand apart, since most texts are new: to tell that, no more is
 * read than one of them. The low word of a key is never 0.
 */
class Slots {
  readonly #numbers: number;
  #capacity: number;
  #size = 0;
  #lows: Uint32Array;
  /** Of each key the high word and the numbers. */
  #others: Uint32Array;

  constructor(numbers: number, capacity: number) {
    this.#numbers = numbers;
    this.#capacity = capacity;
    this.#lows = new Uint32Array(capacity);
    this.#others = new Uint32Array(capacity * (numbers + 1));
  }

  get(high: number, low: number): Numbers | undefined {
    return this.#numbersAt(this.#find(high, low));
  }

  set(high: number, low: number, first: number, second: number, third: number): void {
    const slot = this.#slotFor(high, low);
    this.#put(slot, low, high, first, second, third);
  }

  add(high: number, low: number, first: number, second: number, third: number): Numbers | undefined {
    const slot = this.#slotFor(high, low);
    const known = this.#numbersAt(slot);
    if (known === undefined) this.#put(slot, low, high, first, second, third);
    return known;
  }

  /** With room for one more. */
  #slotFor(high: number, low: number): number {
    if (this.#size >= this.#capacity * MAX_LOAD) this.#grow();
    return this.#find(high, low);
  }

  #numbersAt(slot: number): Numbers | undefined {
    if (this.#lows[slot] === 0) return undefined;
    const [at, numbers] = [slot * (this.#numbers + 1), this.#numbers];
    const others = this.#others;
    return [others[at + 1] ?? 0, numbers > 1 ? (others[at + 2] ?? 0) : 0, numbers > 2 ? (others[at + 3] ?? 0) : 0];
  }

  #put(slot: number, low: number, high: number, first: number, second: number, third: number): void {
    if (this.#lows[slot] === 0) this.#size += 1;
    this.#lows[slot] = low;
    const at = slot * (this.#numbers + 1);
    const others = this.#others;
    others[at] = high;
    others[at + 1] = first;
    if (this.#numbers > 1) others[at + 2] = second;
    if (this.#numbers > 2) others[at + 3] = third;
  }

  /** Where a key is, or where it would go. */
  #find(high: number, low: number): number {
    const [lows, others, width] = [this.#lows, this.#others, this.#numbers + 1];
    let slot = Math.floor((low / WORD) * this.#capacity);
    for (let known = lows[slot]; known !== 0; known = lows[slot]) {
      if (known === low && others[slot * width] === high) return slot;
      slot += 1;
      if (slot === lows.length) slot = 0;
    }
    return slot;
  }

  #grow(): void {
    const [lows, others, width] = [this.#lows, this.#others, this.#numbers + 1];
    this.#capacity = Math.ceil(this.#capacity * GROWTH);
    this.#lows = new Uint32Array(this.#capacity);
    this.#others = new Uint32Array(this.#capacity * width);
    for (let from = 0; from < lows.length; from += 1) {
      const low = lows[from] ?? 0;
      if (low === 0) continue;
      const to = this.#find(others[from * width] ?? 0, low);
      this.#lows[to] = low;
      for (let word = 0; word < width; word += 1) this.#others[to * width + word] = others[from * width + word] ?? 0;
    }
  }
}

function hashOf(text: string | Hash): Hash {
  return typeof text === 'string' ? hash64(text) : text;
}
