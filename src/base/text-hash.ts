/**
 * A 64-bit hash of texts in two words: two sums over UTF-16 units, mixed as in MurmurHash. Several texts that are added one
 * after the other have the hash of the joined text. The hash of a folded text is computed without creating that text.
 */

/** The low word is never 0. */
export type Hash = readonly [high: number, low: number];

/** The code that replaces each ASCII character: 0 removes the character, and `OTHER` needs the fold of the whole text. */
export type Folding = Int8Array;

const ASCII = 0x80;
const OTHER = -1;

/** `fold` returns `undefined` for characters whose fold depends on the whole text. */
export function createFolding(fold: (character: string) => string | undefined): Folding {
  return Int8Array.from({ length: ASCII }, (_, code) => {
    const folded = fold(String.fromCharCode(code));
    // 0 means removed, so a NUL needs the fold of the whole text.
    return folded === '' ? 0 : folded?.charCodeAt(0) || OTHER;
  });
}

const [HIGH, LOW] = [0xdeadbeef, 0x41c6ce57];

/** One instance computes the hashes of many texts, so no object is created for a text. */
export class TextHash {
  #high = HIGH;
  #low = LOW;

  /** Removes all added texts. */
  start(): this {
    this.#high = HIGH;
    this.#low = LOW;
    return this;
  }

  add(text: string): this {
    let [high, low] = [this.#high, this.#low];
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = addHigh(high, unit);
      low = addLow(low, unit);
    }
    this.#high = high;
    this.#low = low;
    return this;
  }

  /** Adds the text that `foldWhole` returns. Calls it only if `folding` does not know a character; both must agree. */
  addFolded(text: string, folding: Folding, foldWhole: (text: string) => string): this {
    let [high, low] = [this.#high, this.#low];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const unit = code < ASCII ? (folding[code] as number) : OTHER;
      if (unit === OTHER) return this.add(foldWhole(text));
      if (unit === 0) continue;
      high = addHigh(high, unit);
      low = addLow(low, unit);
    }
    this.#high = high;
    this.#low = low;
    return this;
  }

  get low(): number {
    return mixLow(this.#low, this.high) || 1;
  }

  get high(): number {
    return mixHigh(this.#high, this.#low);
  }

  get words(): Hash {
    return [this.high, this.low];
  }
}

function addHigh(high: number, unit: number): number {
  return Math.imul(high ^ unit, 2654435761);
}

function addLow(low: number, unit: number): number {
  return Math.imul(low ^ unit, 1597334677);
}

function mixHigh(high: number, low: number): number {
  return (Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)) >>> 0;
}

function mixLow(low: number, mixedHigh: number): number {
  return (Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(mixedHigh ^ (mixedHigh >>> 13), 3266489909)) >>> 0;
}

const own = new TextHash();

export function hash64(...texts: readonly string[]): Hash {
  own.start();
  for (const text of texts) own.add(text);
  return own.words;
}
