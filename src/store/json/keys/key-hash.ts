/** The hash of a key in a table: 50 bits, which depend on the store's seed. */
export interface KeyHash {
  readonly high: number;
  readonly low: number;
}

/** The number of bits in `low`: the rest of a slot's word. */
export const LOW_BITS = 18;

const WORD_BITS = 32;
/** A unit is 16 bits, and two are a word. */
const UNIT_BITS = 16;
const [THIRD_STATE, FOURTH_STATE] = [0x6c796765, 0x74656462];
/** Constants of the algorithm for a result of 64 bits: at its beginning and end, and between its two words. */
const [LONG_RESULT, SECOND_WORD] = [0xee, 0xdd];
const ROUNDS_FOR_A_WORD = 3;

/**
 * HalfSipHash-1-3 over the UTF-16 units of a text, with the store's random seed as its key. Without a secret key, somebody
 * could choose ids that all have one place in a table, and make it slow.
 */
export function createKeyHash(seed: string): (text: string) => KeyHash {
  const bytes = Buffer.from(seed, 'hex');
  const [first, second] = [bytes.readInt32LE(0), bytes.readInt32LE(4)];
  let last = '';
  let known = halfSipHash(last, first, second);
  return (text) => {
    // Each layer of a state hashes the same text.
    if (text === last) return known;
    last = text;
    known = halfSipHash(text, first, second);
    return known;
  };
}

/** One loop does the rounds of all words, of the end and of the second word. A function per round is five times slower. */
function halfSipHash(text: string, first: number, second: number): KeyHash {
  let a = first;
  let b = second ^ LONG_RESULT;
  let c = first ^ THIRD_STATE;
  let d = second ^ FOURTH_STATE;
  let high = 0;
  const words = (text.length >> 1) + 1;
  for (let at = 0; at < words + 2 * ROUNDS_FOR_A_WORD; at += 1) {
    let word = 0;
    if (at < words - 1) word = text.charCodeAt(2 * at) | (text.charCodeAt(2 * at + 1) << UNIT_BITS);
    else if (at === words - 1) word = (text.length << UNIT_BITS) | (text.length & 1 && text.charCodeAt(2 * at));
    d ^= word;
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
    a ^= word;
    if (at === words - 1) c ^= LONG_RESULT;
    if (at === words - 1 + ROUNDS_FOR_A_WORD) {
      high = (b ^ d) >>> 0;
      b ^= SECOND_WORD;
    }
  }
  return { high, low: (b ^ d) >>> (WORD_BITS - LOW_BITS) };
}
