import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/**
 * A unit for `fc.string`: any character there is. The unit `binary` of fast-check gives the same, but makes a map of all
 * million characters first, in each process of tests: a second and a half, and more than 100 MB.
 */
export const ANY_CHARACTER = fc.integer({ min: 0, max: LAST - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  // fast-check mixes in texts such as `__proto__`, which it takes apart by this.
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('This is not one character');
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
