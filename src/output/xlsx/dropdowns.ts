/** Dropdowns: the choices that a cell offers, which are those of its field. */
import { columnLetters } from '../../model/place.ts';
import type { Field } from '../../platform/fields/field.ts';
import { xml } from './xml-text.ts';

export interface Dropdown {
  /** Counted from 0. */
  readonly column: number;
  readonly choices: readonly string[];
}

/** The words for yes and no. Every reader of this program knows them. */
const TRUTHS = ['TRUE', 'FALSE'];
/** Spreadsheet programs refuse a longer list of choices. In characters. */
const MAX_LIST = 255;

/** Dropdowns for the columns whose fields are choices. */
export function dropdownsOf(fields: readonly Field[]): Dropdown[] {
  return fields.flatMap((field, column) => {
    const choices = field.kind === 'choice' ? field.values : field.kind === 'boolean' ? TRUTHS : [];
    const isShown = choices.length > 0 && choices.join().length <= MAX_LIST && !choices.join('').includes(',');
    return isShown ? [{ column, choices }] : [];
  });
}

/** A dropdown for the rows `first` to `last`. Other values are allowed: the check of the file reports wrong ones. */
export function dropdownXml({ column, choices }: Dropdown, first: number, last: number, prefix = ''): string {
  const letters = columnLetters(column);
  return `<${prefix}dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${letters}${first}:${letters}${last}"><${prefix}formula1>&quot;${xml(choices.join())}&quot;</${prefix}formula1></${prefix}dataValidation>`;
}
