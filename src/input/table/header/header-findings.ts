/** The findings about a header, with their messages. */

import { closest, foldName } from '../../../base/closest.ts';
import type { Finding } from '../../../model/finding.ts';
import type { ObjectField } from '../../../platform/fields/field.ts';
import { fieldRule } from '../../../platform/fields/field-path.ts';
import { scheduleResource } from '../../../platform/resources/schedule.ts';
import type { ColumnField } from '../../column-field.ts';
import { fieldsOfWord } from '../../words/meaning.ts';
import { didYouMean, type FreeFields, isSimpleHeader, suggestField } from './suggestions.ts';

export type HeaderFinding = Pick<Finding, 'severity' | 'rule' | 'message'> &
  Partial<Pick<Finding, 'column' | 'field' | 'suggestion'>>;

export function otherWordHeader(column: string, { name: field }: ColumnField): HeaderFinding {
  const message = `The column ${JSON.stringify(column)} is read as ${field}`;
  return { severity: 'note', rule: 'input.header.other-word', column, field, message };
}

/** Whether a header looks like a value: an e-mail address, a number of several digits, or a date. */
function looksLikeValue(name: string): boolean {
  return /^\s*(?:\S{1,80}@\S{1,80}|\d{4,20}|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}.{0,40})\s*$/.test(name);
}

/** Returns the finding about a header without a known column, if its cells show that it cannot be a header. */
export function wrongHeader(
  names: readonly string[],
  known: readonly ColumnField[],
  missing: readonly ColumnField[],
): HeaderFinding | undefined {
  if (names.some(looksLikeValue))
    return noHeader('The first row has values instead of the names of columns', known, missing);
  if (hasAllNamesInOneCell(names, known)) {
    const message = 'Each row is in quotes as a whole, so it has only one cell';
    const advice =
      'in a text editor, remove the quotes around each row and all behind them, and make each "" within it a "';
    return wrongQuotes(message, `${advice}; or export the file again`);
  }
  if (names.some((name) => OTHER_QUOTES.test(name))) {
    const message = 'The cells are in quotes that CSV does not know: it needs straight double quotes (")';
    return wrongQuotes(message, 'replace these quotes in a text editor, or export the file again');
  }
  // The cell is a title, or has names with another delimiter.
  const isOneCell = names.filter((name) => name.trim() !== '').length === 1;
  return isOneCell && missing.length > (names.length > 1 ? 0 : 1)
    ? noHeader('There is no row with the names of the columns', known, missing)
    : undefined;
}

function wrongQuotes(message: string, suggestion: string): HeaderFinding {
  return { severity: 'error', rule: 'input.header.quotes', message, suggestion };
}

const OTHER_QUOTES = /^\s*['\u2018-\u201f].*['\u2018-\u201f]\s*$/;

/**
 * Whether a single cell has the names of several columns, also with quotes around each. Empty cells may follow: a
 * spreadsheet that splits cells by another delimiter puts each row into one cell, and saves it in quotes.
 */
function hasAllNamesInOneCell(names: readonly string[], known: readonly ColumnField[]): boolean {
  const folded = new Set(known.map(({ name }) => foldName(name)));
  const [cell = '', ...others] = names;
  const parts = others.every((other) => other.trim() === '') ? cell.replaceAll('"', '').split(/[,;\t|]/) : [];
  return parts.filter((part) => folded.has(foldName(part))).length > 1;
}

/** Returns the finding about a missing header. The message quotes nothing, because the row may have personal data. */
function noHeader(message: string, known: readonly ColumnField[], missing: readonly ColumnField[]): HeaderFinding {
  const names = (missing.length > 0 ? missing : known.slice(0, 3)).map(({ name }) => name);
  const suggestion = `say with --header-row where the names of the columns stand, or write them above the first row, such as ${names.join(',')}`;
  return { severity: 'error', rule: 'input.header.none', message, suggestion };
}

export function reservedHeader(name: string): HeaderFinding {
  const message = `The header ${JSON.stringify(name)} is a reserved name`;
  return { severity: 'error', rule: 'input.header.reserved', column: name, message, suggestion: 'rename the column' };
}

export const DUPLICATE = 'input.header.duplicate';

export function duplicateHeader(name: string, twin: string): HeaderFinding {
  const message =
    name === twin
      ? `The header ${JSON.stringify(name)} occurs twice`
      : `The headers ${JSON.stringify(twin)} and ${JSON.stringify(name)} name the same field`;
  const suggestion = 'remove or rename one of them';
  return { severity: 'error', rule: DUPLICATE, column: name, message, suggestion };
}

/** Returns the finding about a header that resembles a field without which no record is complete. */
export function misspeltHeader(name: string, free: FreeFields): HeaderFinding | undefined {
  const meant = suggestField(name, free);
  if (!meant?.isSure || !free.required.includes(meant.name)) return undefined;
  const message = `The column ${JSON.stringify(name)} is not known`;
  const suggestion = didYouMean(name, meant.name);
  return { severity: 'error', rule: 'input.header.misspelt', message, column: name, field: meant.name, suggestion };
}

/** Returns the finding about a header such as `Hierarchies[1]`, which names an entry of a list but no field of it. */
export function headerWithoutPart(
  column: string,
  { name, entry }: ColumnField,
  { resource }: ObjectField,
): HeaderFinding {
  const meant = `${name}[${entry?.index}].${Object.keys(resource.fields)[0]}`;
  const message = `The column ${JSON.stringify(column)} does not say which field of the entry it has`;
  const suggestion = didYouMean(column, meant, `or give the whole list in a column ${name}`);
  return { severity: 'error', rule: 'input.header.misspelt', column, field: meant, message, suggestion };
}

interface UnreadHeader {
  readonly name: string;
  readonly hasHeader: boolean;
}

/** Returns the findings about missing columns, without those that the header has in a misspelt form. `unread` has the headers without a field. */
export function missingColumns(
  missing: readonly ColumnField[],
  unread: readonly UnreadHeader[],
  suggestions: Readonly<Record<string, string>>,
  others: readonly HeaderFinding[],
): HeaderFinding[] {
  const reported = new Set(others.map(({ field }) => field));
  return missing
    .filter(({ name }) => !reported.has(name))
    .map((field) => ({
      severity: 'error',
      rule: fieldRule({ ...field, isEntry: false }, 'required'),
      field: field.name,
      message: `The required column ${field.name} is missing`,
      suggestion: suggestions[field.name] ?? howToGive(field, unread),
    }));
}

/** The column that has the field by its header, or else the two flags that give the field. */
function howToGive({ name, resource }: ColumnField, columns: readonly UnreadHeader[]): string {
  const unread = columns.flatMap((column) => (column.hasHeader && isSimpleHeader(column.name) ? [column.name] : []));
  const header = unread.find((word) => fieldsOfWord(word).includes(name)) ?? closest(name, unread);
  if (header !== undefined) return `is it in the column "${header}"? Then give --map "${header}=${name}"`;
  const column = `say which column has it: --map "Header=${name}"`;
  const isOfSitting = resource === scheduleResource;
  return isOfSitting ? `${column}; or give one value for all sittings: --set ${name}=VALUE` : column;
}
