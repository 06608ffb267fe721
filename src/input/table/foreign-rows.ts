/** Rows of a table that are no records: a header that comes again, a total, a comment. */
import type { Finding } from '../../model/finding.ts';
import type { TableRow } from '../port.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import type { Columns } from './columns.ts';
import { rowFinding } from './row-values.ts';

/** What a row looks like; nothing of it is quoted. An error, or with `--fix` a note: the row is then left out. */
export function findForeignRow(columns: Columns, row: TableRow, { fix }: ConversionOptions): Finding | undefined {
  const look = lookOf(columns, row);
  if (look === undefined) return undefined;
  const [rule, message] = look;
  if (!fix) return rowFinding({ columns, row }, rule, { message, suggestion: 'remove the row, or let --fix do it' });
  return rowFinding({ columns, row }, rule, { severity: 'note', message: `${message}, and is left out` });
}

function lookOf(columns: Columns, row: TableRow): readonly [rule: string, message: string] | undefined {
  const { header } = columns;
  const first = row.cells.findIndex((cell) => cell.trim() !== '');
  const cell = row.cells[first]?.trim() ?? '';
  if (cell === header[first]?.trim() && isHeader(row, header)) {
    return ['input.row.header', 'The row repeats the header'];
  }
  if (TOTAL.test(cell) && isMostlyEmpty(row, header)) {
    return ['input.row.total', 'The row looks like a total'];
  }
  if (cell.startsWith('#') && isComment(cell, row)) {
    return ['input.row.comment', 'The row looks like a comment'];
  }
  return undefined;
}

/**
 * True for nearly all rows that are records, and for none that look like something else. `said` is the number of cells
 * that are known to say something.
 */
export function isSurelyRecord({ header }: Columns, { cells }: TableRow, said: number): boolean {
  if (said * 2 <= header.length) return false;
  let first = 0;
  while (cells[first] === '') first += 1;
  const cell = cells[first] ?? '';
  const code = cell.charCodeAt(0);
  // White space stands below and above these, and `#` below.
  return code > HASH && code < BEYOND_ASCII && cell.trim() !== header[first]?.trim();
}

const [HASH, BEYOND_ASCII] = [0x23, 0x80];

/** In English, Dutch, German, French and Spanish, with a number or without. */
const TOTAL =
  /^(?:(?:grand |sub)?total|(?:eind|sub)?totaal|aantal|gesamt|(?:gesamt)?summe|anzahl|total général|somme|suma|sum|count)(?:\s*[:=]?\s*\d{0,9})?$/i;

function isHeader({ cells }: TableRow, header: readonly string[]): boolean {
  return cells.every((cell, index) => cell.trim() === (header[index] ?? '').trim());
}

/** Beside the word there are numbers at most, in half of the columns at most. */
function isMostlyEmpty({ cells }: TableRow, { length }: readonly string[]): boolean {
  const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return said.slice(1).every((cell) => /^\d[\d.,]*$/.test(cell)) && said.length * 2 <= length;
}

/** A value of a spreadsheet such as #N/A is no comment. */
function isComment(cell: string, { cells }: TableRow): boolean {
  if (/^#\s/.test(cell)) return true;
  return !/^#(?:N\/A|[A-Z0-9/]{1,8}[!?])/.test(cell) && cells.filter((other) => other.trim() !== '').length === 1;
}
