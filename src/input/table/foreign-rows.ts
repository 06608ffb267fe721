/** Finds rows of a table that are not records: a repeated header, a total, a comment, dashes. */
import { foldName } from '../../base/closest.ts';
import type { Finding } from '../../model/finding.ts';
import type { TableRow } from '../port.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { fieldsOfWord, isTotal } from '../words/meaning.ts';
import { SECOND_HEADER } from './header/header-row.ts';
import type { Columns } from './header/match-columns.ts';
import { rowFinding } from './row-values.ts';

/**
 * Returns an error about such a row, or with `--fix` a note that the row is left out. The header of another table is
 * always an error: the rows below it have other columns. The message quotes nothing.
 */
export function findForeignRow(columns: Columns, row: TableRow, { fix }: ConversionOptions): Finding | undefined {
  const found = foreignKind(columns, row);
  if (found === undefined) return undefined;
  const [rule, message] = found;
  if (rule === SECOND_HEADER) {
    const suggestion = 'put the rows from this one on into a file of their own';
    return rowFinding({ columns, row }, rule, { message, suggestion });
  }
  if (!fix) return rowFinding({ columns, row }, rule, { message, suggestion: 'remove the row, or let --fix do it' });
  return rowFinding({ columns, row }, rule, { severity: 'note', message: `${message}, and is left out` });
}

function foreignKind(columns: Columns, row: TableRow): readonly [rule: string, message: string] | undefined {
  const { header } = columns;
  if (isHeader(row, columns)) {
    return repeatsHeader(row, columns)
      ? ['input.row.header', 'The row repeats the header']
      : [SECOND_HEADER, 'The row names columns, and not in the order of the header'];
  }
  const first = row.cells.findIndex((cell) => cell.trim() !== '');
  const cell = row.cells[first]?.trim() ?? '';
  if (isTotal(cell) && isMostlyEmpty(row, header)) {
    return ['input.row.total', 'The row looks like a total'];
  }
  if (cell.startsWith('#') && isComment(cell, row)) {
    return ['input.row.comment', 'The row looks like a comment'];
  }
  if (cell !== '' && row.cells.every((other) => DASHES.test(other))) {
    return ['input.row.dashes', 'The row has only dashes or similar signs'];
  }
  return undefined;
}

/** A fast check of the first filled cell. It is true for nearly all records, and false for all foreign rows. */
export function isSurelyRecord(columns: Columns, { cells }: TableRow): boolean {
  let filled = 0;
  for (const cell of cells) if (cell.trim() !== '') filled += 1;
  if (filled * 2 <= columns.header.length) return false;
  let first = 0;
  while (cells[first] === '') first += 1;
  const cell = cells[first] ?? '';
  // Comments, dashes and white space begin otherwise.
  if (!/^[0-9A-Za-z]/.test(cell) && !/^\p{L}/u.test(cell)) return false;
  return !beginsHeader(columns, cell, first);
}

/** Names of fields are shorter, and a guid is longer. */
const MAX_LOOKED_UP = 32;

/** Matches a cell of a ruled line, as databases write it below a header. A question mark may be a damaged letter. */
const DASHES = /^[-=_+*:|\s\u2010-\u2015\u2500-\u257f]*$/;

/**
 * Whether the first filled cell and most others name columns, and the rest are words. In a table of one column, only its
 * own name counts: any other may be a value.
 */
function isHeader({ cells }: TableRow, columns: Columns): boolean {
  const at = cells.findIndex(isFilled);
  const first = cells[at] ?? '';
  if (!beginsHeader(columns, first, at)) return false;
  const filled = cells.filter(isFilled);
  const header = columns.header.filter(isFilled).map(foldName);
  if (header.length === 1) return filled.length === 1 && header.includes(foldName(first));
  // A row that only names columns without a name completes a header in two rows.
  const isBelowNames = cells.some((cell, index) => isFilled(cell) && isFilled(columns.header[index] ?? ''));
  const others = filled.filter((cell) => !isName(columns, cell));
  return (
    isBelowNames && filled.length > 1 && others.length * 2 < filled.length && !others.some((cell) => DATA.test(cell))
  );
}

/** Whether the first filled cell of a row, at position `at`, is the name of a column or a field. Most records end here. */
function beginsHeader(columns: Columns, cell: string, at: number): boolean {
  if (cell.length > MAX_LOOKED_UP) return cell.trim() === columns.header[at]?.trim();
  // Words for fields in other languages have no digits, and most ids have some.
  return /[0-9]/.test(cell) ? columns.names.has(foldName(cell)) : isName(columns, cell);
}

/** Matches a cell that is data rather than a name: a number, an address, an id. */
const DATA = /[\d@]/;

/** Whether a text is a name of a column of the table, or of a field, also in another language. */
function isName({ names }: Columns, text: string): boolean {
  return names.has(foldName(text)) || fieldsOfWord(text).some((field) => names.has(foldName(field)));
}

/** Whether each cell of a header names the column in which it is. */
function repeatsHeader({ cells }: TableRow, { header, fields }: Columns): boolean {
  return cells.every((cell, index) => {
    if (!isFilled(cell) || foldName(cell) === foldName(header[index] ?? '')) return true;
    const field = fields[index]?.name;
    return field !== undefined && (foldName(cell) === foldName(field) || fieldsOfWord(cell).includes(field));
  });
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

/** Whether a row has only numbers besides the word, and at most half of its cells are filled. */
function isMostlyEmpty({ cells }: TableRow, { length }: readonly string[]): boolean {
  const filled = cells.filter(isFilled).map((cell) => cell.trim());
  return filled.slice(1).every((cell) => /^\d[\d.,]*$/.test(cell)) && filled.length * 2 <= length;
}

/** Whether a cell is a comment. An error value of a spreadsheet, such as #N/A, is not. */
function isComment(cell: string, { cells }: TableRow): boolean {
  if (/^#\s/.test(cell)) return true;
  return !/^#(?:N\/A|[A-Z0-9/]{1,8}[!?])/.test(cell) && cells.filter(isFilled).length === 1;
}
