/** Dropdowns: the choices that a cell offers, which are those of its field. */
import { columnLetters } from '../../model/place.ts';
import type { Field } from '../../platform/fields/field.ts';
import { xml } from './xml-text.ts';

export interface Dropdown {
  /** Counted from 0. */
  readonly column: number;
  readonly choices: readonly string[];
}

/** The words for yes and no. Every reader of this program knows them, and English spreadsheets write them so. */
const TRUTHS = ['TRUE', 'FALSE'] as const;
/** Spreadsheet programs refuse a longer list of choices. In characters. */
const MAX_LIST = 255;

export function choicesOf(field: Field | undefined): readonly string[] | undefined {
  if (field?.kind === 'choice') return field.values;
  return field?.kind === 'boolean' ? TRUTHS : undefined;
}

/** Dropdowns for the columns whose fields are choices. */
export function dropdownsOf(fields: readonly (Field | undefined)[]): Dropdown[] {
  return fields.flatMap((field, column) => {
    const choices = choicesOf(field);
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
