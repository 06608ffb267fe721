/** What a header can mean, by names of fields and by the words of the table; totals; and words for yes and no. */
import { foldName } from '../../base/closest.ts';
import words from './words.json' with { type: 'json' };

/** Makes words comparable: like names, and without accents, which many programs leave out of headers. */
export function foldWord(word: string): string {
  return foldName(word.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

const PROPOSED = /\?$/;

/**
 * Words of headers in five languages, by field. A header with a word of one field is read as that field, with a note. A word
 * with `?` behind it is never read so, and `mapping draft` proposes its fields: it has several meanings, or decides how an
 * exam is held. Sources: the language packs of Moodle and OpenOLAT, and usual words. `personIds` are words for two fields.
 */
const WORDS: Readonly<Record<string, WordsByLanguage>> = words.fields;
type WordsByLanguage = Readonly<Partial<Record<'en' | 'nl' | 'de' | 'fr' | 'es', string>>>;

/** The words of all languages: each language has them in one text. */
function allWords(byLanguage: WordsByLanguage): string[] {
  return Object.values(byLanguage).flatMap((list) => list.split('; '));
}

const PERSON_IDS: ReadonlySet<string> = new Set(['ExternalId', 'CandidateExtId']);

/** What a column can be besides a field: a part of one. Only `mapping draft` reads these words. */
export type PartName = keyof typeof words.parts;
const PARTS: Readonly<Record<PartName, WordsByLanguage>> = words.parts;
const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The words of a field or a part, and whether each is only proposed. */
function fold(byLanguage: WordsByLanguage): ReadonlyMap<string, { readonly isProposed: boolean }> {
  return new Map(
    allWords(byLanguage).map((word) => [foldWord(word.replace(PROPOSED, '')), { isProposed: PROPOSED.test(word) }]),
  );
}

const FIELDS = new Map(
  Object.entries(WORDS).map(([name, own]) => [
    name,
    new Map([...(PERSON_IDS.has(name) ? fold(words.personIds) : []), ...fold(own)]),
  ]),
);
const FOLDED_PARTS = new Map(PART_NAMES.map((name) => [name, fold(PARTS[name])]));

/** The possible fields of a header, by its words. */
export function fieldsOfWord(header: string): readonly string[] {
  return FIELDS_BY_WORD.get(foldWord(header)) ?? [];
}

const FIELDS_BY_WORD = new Map<string, string[]>();
for (const [name, words] of FIELDS) {
  for (const word of words.keys()) FIELDS_BY_WORD.set(word, [...(FIELDS_BY_WORD.get(word) ?? []), name]);
}

/** Words for half a name, which have one meaning if the other half has a column too. */
const OTHER_HALVES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    { half: 'nom', others: ['prénom'] },
    { half: 'nombre', others: ['apellido', 'apellidos', 'apellido(s)'] },
    { half: 'name', others: ['vorname'] },
  ].map(({ half, others }) => [half, new Set(others.map(foldWord))]),
);

/** Returns the only field of `names` that a header means; `undefined` if there are none or several, or it is only proposed. */
export function fieldOfWord(
  header: string,
  names: readonly string[],
  headers: readonly string[] = [],
): string | undefined {
  const word = foldWord(header);
  const [field, ...others] = fieldsOfWord(header).filter((name) => names.includes(name));
  if (field === undefined || others.length > 0) return undefined;
  const isHalf = headers.some((other) => OTHER_HALVES.get(word)?.has(foldWord(other)));
  return FIELDS.get(field)?.get(word)?.isProposed && !isHalf ? undefined : field;
}

/** The ways in which a header names a field, the surest first: by its name, by a word, by a word that is only proposed. */
export const NAMED_BY = ['name', 'word', 'proposed'] as const;
export type NamedBy = (typeof NAMED_BY)[number];

/** The fields of a list that a header can name, and by what. */
export function fieldsOfHeader<F extends { readonly name: string }>(header: string, fields: readonly F[]) {
  const word = foldWord(header);
  return fields.flatMap((field): { readonly field: F; readonly by: NamedBy }[] => {
    if (foldWord(field.name) === word) return [{ field, by: 'name' }];
    const known = FIELDS.get(field.name)?.get(word);
    return known === undefined ? [] : [{ field, by: known.isProposed ? 'proposed' : 'word' }];
  });
}

export function partsOfHeader(header: string): readonly PartName[] {
  const word = foldWord(header);
  return PART_NAMES.filter((name) => FOLDED_PARTS.get(name)?.has(word));
}

/** The words for totals are regular expressions. */
const TOTAL = new RegExp(`^(?:${allWords(words.totals).join('|')})\\s*[:=]?\\s*\\d{0,9}$`, 'iu');

/** Whether a text is a word for a total or a count, with or without its number. */
export function isTotal(text: string): boolean {
  return TOTAL.test(text.trim());
}

/**
 * The words for yes and no in cells: the contract's words, and words of other languages, which are read with a note.
 * Single letters are not read, because an N may mean anything.
 *
 * Sources: the first word of each language is yes and no in Moodle's language packs (LANGUAGE_utf8/moodle.php), and si is
 * the same without its accent. The others are what spreadsheets write for TRUE and FALSE there: the translated names of
 * those functions in PhpSpreadsheet (Calculation/locale/LANGUAGE/functions).
 */
const OWN_YES_NO = { yes: ['true', 'yes', '1'], no: ['false', 'no', '0'] } as const;

/** Each language on a line of its own: Dutch, German, French, Spanish. */
const OTHER_YES_NO = {
  yes: [...['ja', 'waar'], ...['ja', 'wahr'], ...['oui', 'vrai'], ...['sí', 'si', 'verdadero']],
  no: [...['nee', 'onwaar'], ...['nein', 'falsch'], ...['non', 'faux'], ...['no', 'falso']],
} as const;

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ...[...OWN_YES_NO.yes, ...OTHER_YES_NO.yes].map((word) => [word, true] as const),
  ...[...OWN_YES_NO.no, ...OTHER_YES_NO.no].map((word) => [word, false] as const),
]);

const OWN_WORDS: ReadonlySet<string> = new Set([...OWN_YES_NO.yes, ...OWN_YES_NO.no]);

/** Makes words comparable, whatever their case and their form of Unicode. */
function foldYesNo(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Returns `true` for yes, `false` for no, and `undefined` for any other text. */
export function readYesNo(text: string): boolean | undefined {
  return YES_NO.get(foldYesNo(text));
}

/** Returns the same for words of other languages, and `undefined` for the contract's words. */
export function readOtherYesNo(text: string): boolean | undefined {
  const word = foldYesNo(text);
  return OWN_WORDS.has(word) ? undefined : YES_NO.get(word);
}
