import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { DAMAGE, damageOf } from '../../../../../src/platform/fields/damage/damage.ts';
import { fixDamage } from '../../../../../src/platform/fields/damage/fix-damage.ts';
import { ANY_CHARACTER } from '../../../../support/generate/any-character.ts';

/** Each text with its original, and the kinds of its damage. */
const FIXED = [
  ['Ada\u200b', 'Ada', 'invisible'],
  ['\ufeffAda', 'Ada', 'invisible'],
  ['Love\u00adlace', 'Lovelace', 'invisible'],
  ['Ada\u200dL', 'AdaL', 'invisible'],
  ['\u200c\u200cAda', 'Ada', 'invisible'],
  ['Ada\u200b ', 'Ada', 'invisible'],
  ['\u2066Ada\u2069', 'Ada', 'direction-control'],
  ['Ada\u200f', 'Ada', 'direction-control'],
  ['Ada\u00a0King', 'Ada King', 'hard-space'],
  ['Ada\u2009King', 'Ada King', 'hard-space'],
  ['Ada\u{e0041}\u{e0042}', 'Ada', 'invisible'],
  ['\u00a0Ada', 'Ada', 'hard-space'],
  ['“Ada”', 'Ada', 'quoted'],
  ['"Ada"', 'Ada', 'quoted'],
  [' "Ada" ', 'Ada', 'quoted'],
  ["'0444021", '0444021', 'text-mark'],
  ["'+31 30", '+31 30', 'text-mark'],
  ["''@home", '@home', 'text-mark'],
  ['444021.0', '444021', 'fraction'],
  ['444021,0', '444021', 'fraction'],
  ['444021.00', '444021', 'fraction'],
  ['444021,000', '444021', 'fraction'],
  ['Jos&eacute;', 'José', 'escaped'],
  ['&Scaron;tefan', 'Štefan', 'escaped'],
  ['O&#39;Brien', "O'Brien", 'escaped'],
  ['A &amp; B', 'A & B', 'escaped'],
  ['Jos&#xE9;', 'José', 'escaped'],
  ['&quot;Ada&quot;', 'Ada', 'escaped,quoted'],
  ['Ada&nbsp;King', 'Ada King', 'escaped,hard-space'],
  ['&amp;eacute;', 'é', 'escaped'],
  ['RenÃ©e', 'Renée', 'misread'],
  ['“RenÃ©e”', 'Renée', 'quoted,misread'],
  ['Oâ€™Brien', 'O’Brien', 'misread'],
  ['Å¡krobÃ¡k', 'škrobák', 'misread'],
  ['MartÃ\u00adn', 'Martín', 'misread'],
  ['voilÃ\u00a0', 'voilà', 'misread'],
  ['JÃ¶rg Ã\u009cber', 'Jörg Über', 'misread'],
  ['Ren√©e', 'Renée', 'misread'],
  ['Ren├®e', 'Renée', 'misread'],
  ['È™tefan', 'ștefan', 'misread'],
  ['Nguyá»…n', 'Nguyễn', 'misread'],
  ['Î‘Î½Î½Î±', 'Αννα', 'misread'],
  ['ï»¿Ada', 'Ada', 'misread,invisible'],
] as const;

/** Texts whose original is not certain or is lost. Some of them also have damage that could be fixed. */
const LEFT = [
  ...[
    '1.23E+11',
    '#N/A',
    '=A1',
    '="0444021"',
    "'=Two",
    'NULL',
    'J?rgen',
    'Ren\ufffde',
    '1-mrt',
    'O\u0092Brien',
    '\u001b[31mred',
  ],
  ...[
    'Jos%C3%A9',
    'Jos=C3=A9',
    'Jos\\u00e9',
    "O\\'Brien",
    '&foo;',
    '&lt;b&gt;',
    '&#60;b',
    '&#146;',
    '&#10;',
    '&#61;A1',
  ],
  ...['"1.23E+11"', 'J?rgen\u200b', 'RenÃ©e Dvořák', 'MartÃ\u00adn Dvořák', 'Renï¿½e', 'JosÃ\u0083Â©', 'ÐœÐ°Ñ€Ð¸Ñ'],
  ...['\u200b', '\u3164', '""', 'abc\u202edef', 'Ada', ' Ada ', '', '444021', 'Ren?e'],
];

describe('a damaged text', () => {
  it.each(FIXED)('%j means %j', (damaged, text, kinds) => {
    const fix = fixDamage(damaged, { isId: true, isName: true });
    expect([fix?.text, fix?.kinds.map(({ name }) => name).join()]).toEqual([text, kinds]);
  });

  it.each(LEFT)('such as %j is left as it is', (text) => {
    expect(fixDamage(text, { isId: true, isName: true })).toBeUndefined();
  });

  it('loses a fraction only if it is an id', () => {
    expect(fixDamage('444021.0')).toBeUndefined();
  });

  it('is never changed where it is a secret', () => {
    for (const [text] of FIXED) expect(fixDamage(text, { isSecret: true })).toBeUndefined();
  });

  it('stands above for each kind that has a fix', () => {
    const fixable = Object.entries(DAMAGE).flatMap(([name, kind]) => ('fix' in kind ? [name] : []));
    expect(fixable.filter((name) => !FIXED.some(([, , kinds]) => kinds.split(',').includes(name)))).toEqual([]);
  });
});

/** Returns the text after `--fix`. */
const fixed = (text: string, use = {}) => fixDamage(text, use)?.text ?? text.trim();
const PARTS = [
  ...FIXED.map(([text]) => text),
  ...LEFT,
  ' ',
  '"',
  "'",
  '&',
  ';',
  'Ã',
  '\u00a0',
  '\u202e',
  '\v',
  '\u2003',
  'é',
  'Ada',
  '1',
];

describe('a fixed text', () => {
  it('has no damage, and is not changed by a second fix', () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: ANY_CHARACTER })), { maxLength: 4 });
    const property = fc.property(texts, fc.boolean(), fc.boolean(), (parts, isId, isName) => {
      const text = parts.join('');
      const once = fixed(text, { isId, isName });
      expect(fixed(once, { isId, isName })).toBe(once);
      if (fixDamage(text, { isId, isName }) !== undefined) expect(damageOf(once, { isName })).toBeUndefined();
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it.each(['windows-1252', 'macintosh', 'cp850', 'cp437'])(
    'that was read as %s is the name that it was',
    (encoding) => {
      const names = [
        'Renée',
        'Jürgen',
        'José',
        'Škoda',
        'Łukasz',
        'Ngũgĩ',
        'Þór',
        'Ørsted',
        'Zoë',
        'Peña',
        'Françoise',
      ];
      const misread = names.map((name) => [iconv.decode(Buffer.from(name), encoding), name] as const);
      const read = misread.map(([text, name]) => [fixDamage(text)?.text ?? 'left', name] as const);
      expect(read.filter(([text, name]) => text !== name && text !== 'left')).toEqual([]);
      expect(read.filter(([text]) => text !== 'left').length).toBeGreaterThanOrEqual(6);
    },
  );
});
