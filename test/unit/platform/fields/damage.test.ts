import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MISSING_CELL, unknownCell } from '../../../../src/model/reject-columns.ts';
import { DAMAGE, type DamageKind, type DamageName, damageOf } from '../../../../src/platform/fields/damage.ts';
import { FIELD_PROBLEMS } from '../../../../src/platform/fields/problem-names.ts';
import { amount, step } from '../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';
import { nameFrom } from '../../../support/generate/names.ts';
import { createRandom } from '../../../support/generate/random.ts';

/** Damage by spreadsheets, exports and decoders. */
const DAMAGED: Readonly<Record<DamageName, readonly string[]>> = {
  'spreadsheet-error': [
    ...['#N/A', '#REF!', '#NAME?', '#VALUE!', '#DIV/0!', '#NUM!', '#NULL!', '#NV', '#BEZUG!', '#######'],
  ],
  'rejects-mark': [MISSING_CELL, unknownCell('digits-lost', '1234567890123456'), unknownCell('error-value', '#N/A')],
  formula: ['=A1', '=B2&C2', '="0444021"', '=-A1', '=$A$1', '=SUM(A1:A3)', "='Sheet 1'!A1"],
  exponent: ['1.23E+11', '1,23E+11', '4E+12', '1.23e+11'],
  fraction: ['444021.0', '444021,0', '444021.00', '444021,000'],
  month: ['1-mrt', '1-Mar', '01-Mar-27', 'Mar-27', '3 mai', '1. août'.replace('. ', ' ')],
  'text-mark': ["'0444021", "'+31 30 2531000", "'-", "'=Two", "'@home", "''+31"],
  quoted: ['“Ada”', '"Ada"', '„Ada“', '‘Ada’', "'Ada'"],
  escaped: ['Jos&eacute;', 'O&#39;Brien', 'Jos%C3%A9', 'Jos=C3=A9', 'Jos\\u00e9', "O\\'Brien"],
  'lost-letter': ['J?rgen', '?ukasz', 'Ren?'],
  placeholder: ['NULL', 'null', '(null)', '<NULL>', '\\N', 'undefined', 'NaN', '[object Object]'],
  misread: [
    ...['RenÃ©e', 'MÃ¼ller', 'Oâ€™Brien', 'Dâ€“A', 'Ã…se', 'Å¡krobÃ¡k', 'ZoÃ«', 'JosÃ\u0083Â©', 'PÃ¤ivi', 'NuÃ±ez'],
    ...['Ren√©e', 'M√ºller', 'Ren├®e', 'M├╝ller', 'È™tefan', 'Nguyá»…n', 'ÐœÐ°Ñ€Ð¸Ñ', 'Î‘Î½Î½Î±', 'ï»¿Ada', 'Renï¿½e'],
    'Ã\u00a0',
  ],
  unreadable: ['Ren\ufffde', '\ufffd'],
  'control-character': ['O\u0092Brien', 'a\u0007', '\u001b[31mred', 'a\u007f', 'x\u000b', 'Ada\u2028King', 'Ada\u2029'],
  'direction-control': ['abc\u202edef', '\u2066x\u2069', 'x\u200f', '\u200eAda', '\u061c'],
  'hard-space': ['Ada\u00a0King', 'Ada\u202fKing'],
  invisible: [
    ...['Ada\u200b', '\ufeffAda', 'Love\u00adlace', 'Ada\u200dL', '\u200cAda', 'Ada\u2060', '\u3164', 'Ada\u2800'],
    'Ada\u{e0041}',
  ],
};

describe('a damaged text', () => {
  it.each(Object.entries(DAMAGED).flatMap(([name, texts]) => texts.map((text) => [text, name] as const)))(
    '%j is known as %s',
    (text, name) => {
      expect(damageOf(text, { isName: name === 'lost-letter' })?.name).toBe(name);
    },
  );

  it('has a problem of its own in the reference, for each kind', () => {
    for (const [name, { message }] of Object.entries(DAMAGE)) expect(FIELD_PROBLEMS).toHaveProperty(name, message);
  });

  it('is not looked for in a secret, which may be anything, but for the error of a spreadsheet', () => {
    for (const text of ['=A1b2', 'NULL', 'Ã©Ã©Ã©', 'a\u0007b'])
      expect(damageOf(text, { secret: true })).toBeUndefined();
    expect(damageOf('#N/A', { secret: true })?.name).toBe('spreadsheet-error');
  });
});

/** The letters of European languages beside a to z. */
const ALPHABETS: Readonly<Record<string, string>> = {
  Albanian: 'ÇË',
  Croatian: 'ČĆĐŠŽ',
  Czech: 'ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ',
  Danish: 'ÆØÅ',
  Dutch: 'ÉËÏÖÜ',
  Estonian: 'ÄÕÖÜŠŽ',
  French: 'ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ',
  German: 'ÄÖÜẞ',
  Greek: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ',
  Hungarian: 'ÁÉÍÓÖŐÚÜŰ',
  Icelandic: 'ÁÐÉÍÓÚÝÞÆÖ',
  Irish: 'ÁÉÍÓÚ',
  Latvian: 'ĀČĒĢĪĶĻŅŠŪŽ',
  Lithuanian: 'ĄČĘĖĮŠŲŪŽ',
  Maltese: 'ĊĠĦŻÀÈÌÒÙ',
  Polish: 'ĄĆĘŁŃÓŚŹŻ',
  Portuguese: 'ÃÕÁÉÍÓÚÂÊÔÀÇ',
  Romanian: 'ĂÂÎȘȚŞŢ',
  Russian: 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
  Slovak: 'ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ',
  Spanish: 'ÁÉÍÑÓÚÜ',
  Swedish: 'ÅÄÖÉ',
  Turkish: 'ÇĞİÖŞÜ',
  Ukrainian: 'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ',
  Welsh: 'ÂÊÎÔÛŴŶ',
};
const PLAIN = 'ABDEGIKLMNORSTUVZ';
const BETWEEN = [' ', '-', ' de ', " O'", ' d’', ' van ‘t ', '. '];
/** No language has these pairs of letters. They appear if ě, Ú or ß is read in the wrong encoding. */
const NEVER_IN_A_NAME = /Ä[ŠŽ]/i;

const word = (letters: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 9 }), fc.constantFrom('name', 'capitals'))
    .map(([all, form]) => {
      const text = all.join('').normalize('NFC');
      return form === 'capitals' ? text : text.slice(0, 1) + text.slice(1).toLowerCase();
    })
    .filter((text) => !NEVER_IN_A_NAME.test(text));

const madeUp = fc.constantFrom(...Object.values(ALPHABETS)).chain((own) => {
  const letters = own + (/[Α-ΩА-Я]/.test(own.slice(0, 1)) ? own : PLAIN);
  return fc
    .tuple(word(letters), fc.constantFrom(...BETWEEN), word(letters), fc.constantFrom('NFC', 'NFD'))
    .map(([first, between, last, form]) => (first + between + last).normalize(form));
});
const real = fc.tuple(fc.integer(), fc.integer()).map((seeds) => {
  const { first, last } = nameFrom(createRandom(...seeds));
  return `${first.text} ${last.text}`;
});

const RUNS = 20_000;

describe('a healthy text', () => {
  it('is none that is known as damaged: 20,000 European names', () => {
    const isHealthy = (name: string) => damageOf(name, { isName: true }) === undefined;
    const property = fc.property(fc.oneof(madeUp, real), isHealthy);
    fc.assert(property, { numRuns: RUNS, seed: 20_270_301 });
  });

  it.each([
    ...['Null', 'Jennifer Null', 'None', 'Nan', 'Ann #2', '# 4', 'a=b', '=', '+31 20 555 12 34', '-', '@home', '1 = 1'],
    ...['Mª José', 'nº 5', '«Panamá»', 'MAÇÃ', 'São Tomé', 'Å', 'Ä – Ö', 'naïve', 'Âge', 'Ñandú', '√2', 'A\tB', 'A\nB'],
    ...['نور\u200cالدین', 'क्\u200dष', 'Ren?e', 'https://x.edu/a?b=c#d', '😀', '王', ''],
  ])('is one such as %j', (text) => {
    expect(damageOf(text)).toBeUndefined();
  });
});

it('every text with the look of damage is found, however fast the others pass', () => {
  const characters = [...'’‘“–ÑÎaZNnUu09 -+.,\'"()/:_@;&=#?%<>\\[]EeÃÅÈŠžœÿé¡«€ſ王', '\n', '\t', '\ud83d', '\u00a0'];
  const words = ['NULL', 'null', '(null)', 'NaN', 'undefined', 'mrt', 'Mar', 'sept', 'févr', '1E+', '444021', '2027'];
  const parts = fc.array(fc.constantFrom(...characters, ...words), { maxLength: 8 }).map((all) => all.join(''));
  const kinds = Object.values<DamageKind>(DAMAGE);
  const property = fc.property(fc.oneof(parts, fc.string({ unit: ANY_CHARACTER })), (text) => {
    expect(damageOf(text, { isName: true })).toEqual(kinds.find(({ test }) => test.test(text)) && expect.anything());
  });
  fc.assert(property, { numRuns: amount(2_000, 500_000) });
  for (let code = 0; code < 0x10000; code += step(3)) {
    const one = `a${String.fromCharCode(code)}a`;
    if (damageOf(one, { isName: true }) === undefined) expect(kinds.filter(({ test }) => test.test(one))).toEqual([]);
  }
});
