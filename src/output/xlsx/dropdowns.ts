/** Dropdowns: the choices that a cell offers, which are those of its field. */
import { readOtherYesNo, readYesNo } from '../../input/values/yes-no.ts';
import { columnLetters } from '../../model/place.ts';
import type { Field } from '../../platform/fields/field.ts';
import { xml } from './xml-text.ts';

export interface Dropdown {
  /** Counted from 0. */
  readonly column: number;
  readonly choices: readonly string[];
}

/** The words for yes and no in a column without any. Every reader of this program knows them. */
const TRUTHS = ['TRUE', 'FALSE'] as const;
/** Spreadsheet programs refuse a longer list of choices. In characters. */
const MAX_LIST = 255;

/** Returns the choices of a field; those of a yes or no as the texts of its column have them. */
export function choicesOf(field: Field | undefined, texts: readonly string[] = []): readonly string[] | undefined {
  if (field?.kind === 'choice') return field.values;
  return field?.kind === 'boolean' ? truthsIn(texts) : undefined;
}

/** `undefined` if a column has words of its own, but not both of them. */
function truthsIn(texts: readonly string[]): readonly string[] | undefined {
  const words = [...new Set(texts)].filter((text) => readYesNo(text) !== undefined);
  const isBoth = words.some((word) => readYesNo(word) === true) && words.some((word) => readYesNo(word) === false);
  if (isBoth && words.length <= MAX_WORDS) return words;
  return words.every((word) => readOtherYesNo(word) === undefined) ? TRUTHS : undefined;
}

/** A column with more words than these has no list of its own. */
const MAX_WORDS = 4;

/** Dropdowns for the columns whose fields are choices. `textsOf` has the texts of each column. */
export function dropdownsOf(
  fields: readonly (Field | undefined)[],
  textsOf: readonly (readonly string[])[] = [],
): Dropdown[] {
  return fields.flatMap((field, column) => {
    const choices = choicesOf(field, textsOf[column]);
    const isShown =
      choices !== undefined && choices.join().length <= MAX_LIST && !choices.some((one) => one.includes(','));
    return isShown ? [{ column, choices }] : [];
  });
}

/** A dropdown for the rows `first` to `last`. Other values are allowed: the check of the file reports wrong ones. */
export function dropdownXml({ column, choices }: Dropdown, first: number, last: number, prefix = ''): string {
  const letters = columnLetters(column);
  return `<${prefix}dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${letters}${first}:${letters}${last}"><${prefix}formula1>&quot;${xml(choices.join())}&quot;</${prefix}formula1></${prefix}dataValidation>`;
}
