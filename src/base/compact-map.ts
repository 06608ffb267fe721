import { release } from './bytes/released.ts';
import { type Hash, hash64 } from './text-hash.ts';

/**
 * A map from texts to one, two or three numbers below 2³², for a million records. A number takes four bytes and a text
 * eight: only a 64-bit hash of each text is stored. With a million texts, the chance that two have the same hash is one in
 * thirty million.
 */
export interface CompactMap {
  get(text: string | Hash): Numbers | undefined;
  /** The map stores only as many numbers as it was created for; the others read as 0. */
  set(text: string | Hash, first: number, second?: number, third?: number): void;
  /** Adds a text if the map does not have it. Otherwise returns the numbers of the text. */
  add(text: string | Hash, first: number, second?: number, third?: number): Numbers | undefined;
  /** Makes room for more texts at once, so that the map does not grow in steps. Unused room takes almost no memory. */
  reserve(more: number): void;
  /** Releases the memory. Each later use throws. */
  end(): void;
}

type Numbers = readonly [number, number, number];

/** The number of parts of a map. */
const PARTS = 16;
const FIRST_CAPACITY = 64;
/** The share of slots in use at which a part grows: a fuller part is slow. */
const MAX_LOAD = 0.85;
/** A factor of 2 would leave a third of the memory empty, and give the garbage collector larger arrays. */
const GROWTH = 1.4;
/** Parts are not equally full, and the number of texts is often an estimate. */
const MARGIN = 1.05;
/** Limits the room for a wrong estimate. */
const MAX_RESERVED = 2_000_000;
/** The number of values of a 32-bit word. */
const WORD = 2 ** 32;

export function createCompactMap(numbers: 1 | 2 | 3 = 2): CompactMap {
  return new Parts(numbers);
}

/** Each part is larger than the previous one, so that they grow at different times: one part at a time has two copies. */
class Parts implements CompactMap {
  #parts: readonly Slots[];

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

  reserve(more: number): void {
    const keys = (Math.min(more, MAX_RESERVED) / PARTS) * MARGIN;
    for (const part of this.#parts) part.reserve(keys);
  }

  end(): void {
    for (const part of this.#parts) part.end();
    // A search in slots without memory would never end.
    this.#parts = [];
  }

  #partOf(high: number): Slots {
    return this.#parts[high % PARTS] as Slots;
  }
}

/**
 * A hash table with linear probing. The keys are in the order of their low words, so growing copies memory from the
 * beginning to the end, and not to random places. Low words have an array of their own: for a new text, which is the usual
 * case, a lookup reads only this array. The low word of a key is never 0.
 */
class Slots {
  readonly #numbers: number;
  #capacity: number;
  #size = 0;
  #lows: Uint32Array;
  /** For each slot, the high word and the numbers. */
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

  reserve(more: number): void {
    const capacity = Math.ceil((this.#size + more) / MAX_LOAD);
    if (capacity > this.#capacity) this.#growTo(capacity);
  }

  end(): void {
    release(this.#lows);
    release(this.#others);
  }

  /** Grows the table if it needs room for one more key. */
  #slotFor(high: number, low: number): number {
    if (this.#size >= this.#capacity * MAX_LOAD) this.#growTo(Math.ceil(this.#capacity * GROWTH));
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

  /** Returns the slot of a key, or the empty slot in which it belongs. */
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

  #growTo(capacity: number): void {
    const [lows, others, width] = [this.#lows, this.#others, this.#numbers + 1];
    this.#capacity = capacity;
    this.#lows = new Uint32Array(this.#capacity);
    this.#others = new Uint32Array(this.#capacity * width);
    for (let from = 0; from < lows.length; from += 1) {
      const low = lows[from] ?? 0;
      if (low === 0) continue;
      const to = this.#find(others[from * width] ?? 0, low);
      this.#lows[to] = low;
      for (let word = 0; word < width; word += 1) this.#others[to * width + word] = others[from * width + word] ?? 0;
    }
    release(lows);
    release(others);
  }
}

function hashOf(text: string | Hash): Hash {
  return typeof text === 'string' ? hash64(text) : text;
}
