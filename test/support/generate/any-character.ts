import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/**
 * A unit for `fc.string`: any Unicode character. The unit `binary` of fast-check gives the same, but first creates a map of
 * all million characters in each test process. That takes 1.5 seconds and more than 100 MB.
 */
export const ANY_CHARACTER = fc.integer({ min: 0, max: LAST - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  // fast-check also uses texts such as `__proto__`, and splits them with this function.
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('This is not one character');
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
