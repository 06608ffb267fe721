/** The fast check agrees with the search for damage. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE } from '../../../../../src/platform/fields/damage/damage.ts';
import { hasPlainCharacters, isPlainText } from '../../../../../src/platform/fields/damage/plain-text.ts';
import { amount } from '../../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../../support/generate/any-character.ts';

const KINDS = Object.values(DAMAGE);

/** Short texts with characters that occur in damage. */
const CHARACTERS = [
  ...'’‘“–ÑÎaZNnUu09 -+.,\'"()/:_@;&=#?%<>\\[]EeÃÅÈŠžœÿé¡«€ſ',
  '\n',
  '\t',
  '\0',
  '\ud83d',
  '\u00a0',
  '王',
];
const WORDS = [
  'NULL',
  'null',
  '(null)',
  'NaN',
  'undefined',
  'mrt',
  'Mar',
  'sept',
  'févr',
  '1E+',
  '444021',
  '2027',
  'REF!',
];
const pieces = fc.constantFrom(...CHARACTERS, ...WORDS);
const nearDamage = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
const text = fc.oneof(nearDamage, fc.string({ unit: ANY_CHARACTER }), fc.string());

describe('a text that is plain at one look', () => {
  it('has no damage, no white space around it and no half of a pair', () => {
    fc.assert(
      fc.property(text, (one) => {
        if (!isPlainText(one)) return;
        expect(one).not.toBe('');
        expect(one.trim()).toBe(one);
        expect(one.isWellFormed() && !one.includes('\0')).toBe(true);
        expect(KINDS.filter(({ test }) => test.test(one))).toEqual([]);
      }),
      { numRuns: amount(5_000, 500_000) },
    );
  });

  it('may have any character that is no damage by itself: each that it takes is harmless beside each other', () => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(hasPlainCharacters);
    const isDamage = (one: string) => KINDS.some(({ test }) => test.test(one));
    expect(all.filter((one) => isDamage(`a${one}a`) || !one.isWellFormed())).toEqual([]);
    expect(all.filter((one) => one.trim() === '')).toEqual(['\t', '\n', '\r', ' ']);
    const near = all.filter((one) => (one > '\u007f' && one < '\u0180') || (one > '\u2000' && one < '\u2100'));
    const pairs = near.flatMap((one) => near.map((other) => `a${one}${other}a`)).filter(hasPlainCharacters);
    expect(pairs.filter(isDamage)).toEqual([]);
  });

  it('is nearly every text', () => {
    const usual = [
      'u0412345',
      'Zoë',
      'de Vries-Janssen',
      'l.okafor1@example.edu',
      '+31 6 44557584',
      'PO box 22',
      '李',
      'الحسيني',
    ];
    expect(usual.filter((one) => !isPlainText(one))).toEqual([]);
  });
});
