/** What a header can mean, by names of fields and by the words of the table. */
import { foldName } from '../../../base/closest.ts';
import type { ColumnField } from '../../table/column-field.ts';
import { FIELD_WORDS, PART_WORDS, PARTS, type PartName, type WordsByLanguage } from '../words.ts';

/** Makes words comparable: like names, and without accents, which many programs leave out of headers. */
export function foldWord(word: string): string {
  return foldName(word.replaceAll('’', "'").normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

function fold(words: WordsByLanguage | undefined): ReadonlySet<string> {
  return new Set(Object.values(words ?? {}).flatMap((list) => list.map(foldWord)));
}

const FOLDED_FIELDS = new Map(Object.entries(FIELD_WORDS).map(([name, words]) => [name, fold(words)] as const));
const FOLDED_PARTS = new Map(PARTS.map((name) => [name, fold(PART_WORDS[name])] as const));

export interface MeantField {
  readonly field: ColumnField;
  /** Whether the header is the name of the field itself. */
  readonly isExact: boolean;
}

export function fieldsOfHeader(header: string, fields: readonly ColumnField[]): MeantField[] {
  const word = foldWord(header);
  return fields.flatMap((field) => {
    const isExact = foldWord(field.name) === word;
    return isExact || FOLDED_FIELDS.get(field.name)?.has(word) ? [{ field, isExact }] : [];
  });
}

export function partsOfHeader(header: string): readonly PartName[] {
  const word = foldWord(header);
  return PARTS.filter((name) => FOLDED_PARTS.get(name)?.has(word));
}
