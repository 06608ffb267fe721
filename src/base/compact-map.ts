/**
 * A map from texts to one, two or three small numbers each, in four bytes a number and eight for the text: what a million
 * records leave behind must not fill the memory. Texts are known by 64 bits of a hash; at a million of them two are taken for one with a chance of
 * one in thirty million.
 */
export interface CompactMap {
  get(text: string | Hash): readonly [number, number, number] | undefined;
  /** Numbers beyond those that the map has are not kept, and read as 0. */
  set(text: string | Hash, first: number, second?: number, third?: number): void;
  /** Puts a text that is not here yet; gives the numbers of one that is. */
  add(text: string | Hash, first: number, second?: number, third?: number): ReturnType<CompactMap['get']>;
}

/** What a text is known by: made once where it is looked up and put in. */
export type Hash = readonly [high: number, low: number];

const FIRST_CAPACITY = 1_024;
/** Beyond this share of full, looking up becomes slow. */
const MAX_LOAD = 0.7;
/** Doubling would leave a third of the memory empty, and more of it to the collector. */
const GROWTH = 1.5;
/** A text takes two words. */
const KEY_WORDS = 2;
/** More than the largest word. */
const WORD = 2 ** 32;

export function createCompactMap(numbers: 1 | 2 | 3 = 2): CompactMap {
  const words = KEY_WORDS + numbers;
  let [capacity, size] = [FIRST_CAPACITY, 0];
  let slots = new Uint32Array(capacity * words);
  const grow = (): void => {
    const old = slots;
    capacity = Math.ceil(capacity * GROWTH);
    slots = new Uint32Array(capacity * words);
    for (let from = 0; from < old.length; from += words) {
      if (!isTaken(old, from)) continue;
      const to = findSlot(slots, words, old[from] ?? 0, old[from + 1] ?? 0);
      for (let word = 0; word < words; word += 1) slots[to + word] = old[from + word] ?? 0;
    }
  };
  const numbersAt = (at: number) =>
    [slots[at + 2] ?? 0, numbers > 1 ? (slots[at + 3] ?? 0) : 0, numbers > 2 ? (slots[at + 4] ?? 0) : 0] as const;
  /** Gives what was there before. */
  const put = (text: string | Hash, replaces: boolean, first: number, second: number, third: number) => {
    if (size >= capacity * MAX_LOAD) grow();
    const [high, low] = hashOf(text);
    const at = findSlot(slots, words, high, low);
    const known = isTaken(slots, at) ? numbersAt(at) : undefined;
    if (known !== undefined && !replaces) return known;
    if (known === undefined) size += 1;
    slots[at] = high;
    slots[at + 1] = low;
    slots[at + 2] = first;
    if (numbers > 1) slots[at + 3] = second;
    if (numbers > 2) slots[at + 4] = third;
    return known;
  };
  return {
    get: (text) => {
      const [high, low] = hashOf(text);
      const at = findSlot(slots, words, high, low);
      return isTaken(slots, at) ? numbersAt(at) : undefined;
    },
    set: (text, first, second = 0, third = 0) => void put(text, true, first, second, third),
    add: (text, first, second = 0, third = 0) => put(text, false, first, second, third),
  };
}

function hashOf(text: string | Hash): Hash {
  return typeof text === 'string' ? hash64(text) : text;
}

/**
 * Where a key is, or where it would go. A map of any size has its keys in the order of their low words: when it grows, it
 * is copied from its beginning to its end, and not to places all over the memory.
 */
function findSlot(slots: Uint32Array, words: number, high: number, low: number): number {
  let at = Math.floor((low / WORD) * (slots.length / words)) * words;
  while (isTaken(slots, at) && (slots[at + 1] !== low || slots[at] !== high)) {
    at += words;
    if (at === slots.length) at = 0;
  }
  return at;
}

/** The low word of a key is never 0. */
function isTaken(slots: Uint32Array, at: number): boolean {
  return slots[at + 1] !== 0;
}

/**
 * 64 bits in two words. Two mixed sums over the text's UTF-16 units, in the manner of MurmurHash. Several texts have the
 * hash of one that is joined of them.
 */
export function hash64(...texts: readonly string[]): Hash {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0 || 1];
}
