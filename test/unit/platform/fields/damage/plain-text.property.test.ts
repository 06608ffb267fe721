/** The one look at a text agrees with all that looks for damage. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE } from '../../../../../src/platform/fields/damage/damage.ts';
import { isPlainText } from '../../../../../src/platform/fields/damage/plain-text.ts';
import { amount } from '../../../../support/amount.ts';

const KINDS = Object.values(DAMAGE);

/** Texts near damage: short, and of characters of which damage is made. */
const CHARACTERS = [...'aZNnUu09 -+.,\'"()/:_@;&=#?%<>\\[]EeÃÅÈŠžœÿé¡«€ſ', '\n', '\t', '\0', '\ud83d', '\u00a0', '王'];
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
const text = fc.oneof(nearDamage, fc.string({ unit: 'binary' }), fc.string());

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
    const all = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
    const plain = all.filter((character) => isPlainText(`a${character}a`));
    const found = plain.flatMap((one) =>
      plain.filter((other) => KINDS.some(({ test }) => test.test(`a${one}${other}a`))),
    );
    expect(found).toEqual([]);
    expect(plain.length).toBeGreaterThan(200);
  });

  it('is nearly every text', () => {
    const usual = ['u0412345', 'Zoë', 'de Vries-Janssen', 'l.okafor1@example.edu', '+31 6 44557584', 'PO box 22'];
    expect(usual.filter((one) => !isPlainText(one))).toEqual([]);
  });
});
