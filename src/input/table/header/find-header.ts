/** Finds the row of a table that names its columns. Titles, empty cells and comments may be above it. */
import { InputError } from '../../../errors.ts';
import type { HeaderSearch, TableWarning } from '../../port.ts';

/** The number of rows in which the header is searched. */
export const ROWS_SEARCHED = 20;

/** The first rows of a table. */
interface FirstRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Returns the position of the header among the first rows: the row of `--header-row`, or the first of the rows that
 * name the most columns. If no row looks like a header, it is the first row: its columns may all have unknown names.
 */
export function findHeader(file: string, rows: readonly FirstRow[], { line, isColumn }: HeaderSearch): number {
  if (line !== undefined) {
    const named = rows.findIndex((row) => row.line === line);
    if (named !== -1) return named;
    throw new InputError({ file, line }, 'no row begins here, but --header-row names it', {
      hint: 'Give the line in which the names of the columns stand, counted from 1.',
    });
  }
  if (isColumn === undefined) return 0;
  const counts = rows.slice(0, ROWS_SEARCHED).map(({ cells }) => countColumns(cells, isColumn));
  const best = counts.indexOf(Math.max(...counts));
  const found = rows[best];
  return found !== undefined && isHeader(found.cells, counts[best] ?? 0) ? best : 0;
}

export function countColumns(cells: readonly string[], isColumn: (name: string) => boolean): number {
  return new Set(cells.filter((cell) => cell.trim() !== '' && isColumn(cell))).size;
}

/**
 * Whether a row looks like a header. A single known name among other cells is not enough: it may be part of a title.
 */
function isHeader(cells: readonly string[], count: number): boolean {
  return count > 1 || (count === 1 && cells.filter((cell) => cell.trim() !== '').length === 1);
}

/** Returns the warnings about the place of the header. */
export function headerWarnings(
  rows: readonly FirstRow[],
  at: number,
  search: HeaderSearch,
  sheet?: string,
): TableWarning[] {
  const [header, below] = [rows[at], rows[at + 1]];
  if (header === undefined) return [];
  const word = sheet === undefined ? 'line' : 'row';
  const place = { line: header.line, sheet, rule: '' };
  const found: TableWarning[] = [];
  if (at > 0 && search.line === undefined) {
    const above = at === 1 ? 'the row above it is' : `the ${at} rows above it are`;
    found.push({
      ...{ ...place, rule: 'input.header.above' },
      message: `The header is in ${word} ${header.line}: ${above} not read`,
      suggestion: `if another row names the columns, give --header-row with its ${word}`,
    });
  }
  if (below !== undefined && isSecondHalf(header.cells, below.cells, search)) {
    found.push({
      ...{ ...place, severity: 'error', rule: 'input.header.two-rows' },
      message: `The header stands in two rows, ${word}s ${header.line} and ${below.line}`,
      suggestion: 'write all names of columns into one row',
    });
  }
  return found;
}

/** Whether a row only names columns that have no name in the row above it. */
function isSecondHalf(header: readonly string[], below: readonly string[], { isColumn }: HeaderSearch): boolean {
  const filled = below.flatMap((cell, index) => (cell.trim() === '' ? [] : [{ cell, above: header[index] ?? '' }]));
  return filled.length > 0 && filled.every(({ cell, above }) => above.trim() === '' && isColumn?.(cell) === true);
}
