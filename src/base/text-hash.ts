/** A 64-bit hash of texts in two words: two sums over UTF-16 units, mixed as in MurmurHash. */

/** The low word is never 0. */
export type Hash = readonly [high: number, low: number];

const [HIGH, LOW] = [0xdeadbeef, 0x41c6ce57];

/** Several texts have the hash of the joined text. */
export function hash64(...texts: readonly string[]): Hash {
  let [high, low] = [HIGH, LOW];
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = addHigh(high, unit);
      low = addLow(low, unit);
    }
  }
  const mixed = mixHigh(high, low);
  return [mixed, mixLow(low, mixed) || 1];
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
