/**
 * 64 bits of a hash in two words: two mixed sums over the UTF-16 units of texts, in the manner of MurmurHash. Texts are added
 * one after the other, and several have the hash of one that is joined of them. A hash may be made of a text as it would be
 * if it were folded, without making the folded text.
 */

/** The low word is never 0. */
export type Hash = readonly [high: number, low: number];

/** What each ASCII character of a text is taken for: another one, none (0), or `OTHER`. */
export type Folding = Int8Array;

const ASCII = 0x80;
const OTHER = -1;

/** `undefined` for characters that only a look at the whole text can fold. */
export function createFolding(fold: (character: string) => string | undefined): Folding {
  return Int8Array.from({ length: ASCII }, (_, code) => {
    const folded = fold(String.fromCharCode(code));
    // No mark stands for a NUL: it looks like no character.
    return folded === '' ? 0 : folded?.charCodeAt(0) || OTHER;
  });
}

const [HIGH, LOW] = [0xdeadbeef, 0x41c6ce57];

/** One for many texts: nothing is made for any of them. */
export class TextHash {
  #high = HIGH;
  #low = LOW;

  /** Forgets what was added. */
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

  /** Adds a text as `foldWhole` folds it, which agrees with the folding of its characters and is asked where that ends. */
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
