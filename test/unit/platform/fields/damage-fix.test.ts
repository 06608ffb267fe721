import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damageOf, withoutInvisible } from '../../../../src/platform/fields/damage.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';

/** Each text with its original. */
const FIXED = [
  ['Ada\u200b', 'Ada'],
  ['\ufeffAda\u00adx', 'Adax'],
  ['Love\u00adlace', 'Lovelace'],
  ['Ada\u200dL', 'AdaL'],
  ['\u200c\u200cAda', 'Ada'],
  ['Ada\u200b ', 'Ada'],
  ['\u00a0Ada\u200b', 'Ada'],
  ['\u2066Ada\u2069', 'Ada'],
  ['Ada\u200f\u200b', 'Ada'],
  ['Ada\u{e0041}\u{e0042}', 'Ada'],
] as const;

/** Texts with damage that a person has to see, also beside damage that could be removed. */
const LEFT = [
  ...['1.23E+11', '#N/A', '=A1', "'=Two", "'0444021", 'NULL', 'J?rgen', 'Ren\ufffde', '1-mrt', 'O\u0092Brien'],
  ...['“Ada”', '444021.0', 'Ada\u00a0King', 'Jos&eacute;', 'Jos%C3%A9', 'Jos\\u00e9', 'RenÃ©e', 'Ren├®e'],
  ...['RenÃ©e\u200b', '\u200b=A1', '\u200b', '\u3164', 'abc\u202edef', 'Ada', ' Ada ', '', 'Ren?e'],
];

describe('a damaged text', () => {
  it.each(FIXED)('%j means %j', (damaged, text) => {
    expect(withoutInvisible(damaged, { isName: true })).toBe(text);
  });

  it.each(LEFT)('such as %j is left as it is', (text) => {
    expect(withoutInvisible(text, { isName: true })).toBeUndefined();
  });

  it('is never changed where it is a secret', () => {
    for (const [text] of FIXED) expect(withoutInvisible(text, { secret: true })).toBeUndefined();
  });
});

/** Returns the text after `--fix`. */
const fixed = (text: string, use = {}) => withoutInvisible(text, use) ?? text.trim();
const PARTS = [
  ...FIXED.map(([text]) => text),
  ...LEFT,
  ...[' ', '"', "'", '&', ';', 'Ã', '\u00a0', '\u202e', '\v', '\u2003', 'é', 'Ada', '1'],
];

describe('a fixed text', () => {
  it('has no damage, and is not changed by a second fix', () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: ANY_CHARACTER })), { maxLength: 4 });
    const property = fc.property(texts, fc.boolean(), (parts, isName) => {
      const text = parts.join('');
      const once = fixed(text, { isName });
      expect(fixed(once, { isName })).toBe(once);
      if (withoutInvisible(text, { isName }) !== undefined) expect(damageOf(once, { isName })).toBeUndefined();
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
