/** Makes the faults of a header, with their messages. */

import { foldName } from '../../../base/closest.ts';
import type { Finding } from '../../../model/finding.ts';
import type { ObjectField } from '../../../platform/fields/field.ts';
import { fieldRule } from '../../../platform/fields/field-path.ts';
import type { ColumnField } from '../column-field.ts';
import { didYouMean, type FreeFields, suggestField } from './suggestions.ts';

export type Fault = Pick<Finding, 'severity' | 'rule' | 'message'> &
  Partial<Pick<Finding, 'column' | 'field' | 'suggestion'>>;

export const BLANK: Fault = {
  severity: 'note',
  rule: 'input.header.blank',
  message: 'A column without a header is ignored',
};

export function readAs(column: string, { name: field }: ColumnField): Fault {
  const message = `The column ${JSON.stringify(column)} is read as ${field}`;
  return { severity: 'note', rule: 'input.header.other-word', column, field, message };
}

/** Whether a header looks like a value: an e-mail address, a number of several digits, or a date. */
function isValue(name: string): boolean {
  return /^\s*(?:\S{1,80}@\S{1,80}|\d{4,20}|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}.{0,40})\s*$/.test(name);
}

/** Returns the fault of a header in which no column can be read. */
export function wrongHeader(
  names: readonly string[],
  known: readonly ColumnField[],
  missing: readonly ColumnField[],
): Fault | undefined {
  if (names.some(isValue)) return noHeader('The first row has values, and no header', known, missing);
  const message = isWholeRow(names, known)
    ? 'Each row is in quotes as a whole, so it has only one cell'
    : names.some((name) => OTHER_QUOTES.test(name))
      ? 'The cells are in quotes that CSV does not know: it needs straight double quotes (")'
      : undefined;
  const suggestion = 'replace them in a text editor, or export the file again';
  if (message !== undefined) return { severity: 'error', rule: 'input.header.quotes', message, suggestion };
  // The cell is a title, or has names with another delimiter.
  const isOneCell = names.filter((name) => name.trim() !== '').length === 1;
  return isOneCell && missing.length > 1 ? noHeader('No row names the columns', known, missing) : undefined;
}

const OTHER_QUOTES = /^\s*['\u2018-\u201f].*['\u2018-\u201f]\s*$/;

/** Whether a single cell has the names of several columns. */
function isWholeRow(names: readonly string[], known: readonly ColumnField[]): boolean {
  const folded = new Set(known.map(({ name }) => foldName(name)));
  const parts = names.length === 1 ? (names[0] ?? '').split(/[,;\t|]/) : [];
  return parts.filter((part) => folded.has(foldName(part))).length > 1;
}

/** Returns the fault for a missing header. The message quotes nothing, because the row may have personal data. */
function noHeader(message: string, known: readonly ColumnField[], missing: readonly ColumnField[]): Fault {
  const names = (missing.length > 0 ? missing : known.slice(0, 3)).map(({ name }) => name);
  const suggestion = `write a row with the names of the columns above it, such as ${names.join(',')}`;
  return { severity: 'error', rule: 'input.header.none', message, suggestion };
}

export function reserved(name: string): Fault {
  const message = `The header ${JSON.stringify(name)} cannot be used`;
  return { severity: 'error', rule: 'input.header.reserved', column: name, message, suggestion: 'rename the column' };
}

export const DUPLICATE = 'input.header.duplicate';

export function duplicate(name: string, twin: string): Fault {
  const message =
    name === twin
      ? `The header ${JSON.stringify(name)} stands twice`
      : `The headers ${JSON.stringify(twin)} and ${JSON.stringify(name)} name the same field`;
  const suggestion = 'remove or rename one of them';
  return { severity: 'error', rule: DUPLICATE, column: name, message, suggestion };
}

/** Returns the fault for a header without a field: an error if it resembles a field, so that no values are lost. */
export function unknown(name: string, free: FreeFields): Fault {
  const [meant, column] = [suggestField(name, free), JSON.stringify(name)];
  const suggestion = meant ? didYouMean(name, meant.name) : null;
  const ignored = { message: `The column ${column} is ignored`, column: name, suggestion };
  if (!meant?.isSure) return { severity: 'warning', rule: 'input.header.unknown', ...ignored };
  const unread = { message: `The column ${column} is not known`, column: name, field: meant.name };
  const advice = free.required.includes(meant.name) ? suggestion : didYouMean(name, meant.name, LEAVE_OUT);
  return { severity: 'error', rule: 'input.header.misspelt', ...unread, suggestion: advice };
}

/** Returns the fault for a column with an entry that is an object: such a column cannot have a value. */
export function partless(column: string, { name, entry }: ColumnField, { resource }: ObjectField): Fault {
  const meant = `${name}[${entry?.index}].${Object.keys(resource.fields)[0]}`;
  const message = `The column ${JSON.stringify(column)} does not say which field of the entry it has`;
  const suggestion = didYouMean(column, meant, `or give the whole list in a column ${name}`);
  return { severity: 'error', rule: 'input.header.misspelt', column, field: meant, message, suggestion };
}

const LEAVE_OUT = 'to leave the column out, write _ before its name, or null for it in a --map-file';

/** Returns the faults for missing columns, without those that the header has in a misspelt form. */
export function missingColumns(
  missing: readonly ColumnField[],
  suggestions: Readonly<Record<string, string>>,
  faults: readonly Fault[],
): Fault[] {
  const reported = new Set(faults.map(({ field }) => field));
  return missing
    .filter(({ name }) => !reported.has(name))
    .map((field) => ({
      severity: 'error',
      rule: fieldRule({ ...field, isEntry: false }, 'required'),
      field: field.name,
      message: `The column ${field.name} is missing, which is required`,
      suggestion: suggestions[field.name] ?? null,
    }));
}
