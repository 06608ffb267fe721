/** What a header can mean, by names of fields and by the words of the table. */
import { foldName } from '../../base/closest.ts';
import { FIELD_WORDS, PART_WORDS, PARTS, type PartName, type WordsByLanguage } from './table.ts';

/** Makes words comparable: like names, and without accents, which many programs leave out of headers. */
export function foldWord(word: string): string {
  return foldName(word.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

const PROPOSED = /\?$/;

/** The words of a field or a part, and whether each is only proposed. */
function fold(words: WordsByLanguage): ReadonlyMap<string, { readonly isProposed: boolean }> {
  const all = Object.values(words).flat();
  return new Map(all.map((word) => [foldWord(word.replace(PROPOSED, '')), { isProposed: PROPOSED.test(word) }]));
}

const FIELDS = new Map(Object.entries(FIELD_WORDS).map(([name, words]) => [name, fold(words)]));
const FOLDED_PARTS = new Map(PARTS.map((name) => [name, fold(PART_WORDS[name])]));

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

/** The fields of a list whose name or word is a header; `isExact` if it is the name. */
export function fieldsOfHeader<F extends { readonly name: string }>(header: string, fields: readonly F[]) {
  const word = foldWord(header);
  return fields.flatMap((field) => {
    const isExact = foldWord(field.name) === word;
    return isExact || FIELDS.get(field.name)?.has(word) ? [{ field, isExact }] : [];
  });
}

export function partsOfHeader(header: string): readonly PartName[] {
  const word = foldWord(header);
  return PARTS.filter((name) => FOLDED_PARTS.get(name)?.has(word));
}
