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
  const header = rows[at];
  if (header === undefined || search.line !== undefined) return [];
  const word = sheet === undefined ? 'line' : 'row';
  return warnOfRowsAbove(rows.slice(0, at), header, search, word).map((warning) => ({ ...warning, sheet }));
}

function warnOfRowsAbove(
  above: readonly FirstRow[],
  header: FirstRow,
  search: HeaderSearch,
  word: string,
): TableWarning[] {
  if (above.length === 0) return [];
  const { line } = header;
  const upper = findUpperTable(above, header, search);
  if (upper !== undefined) {
    const message = `There are two tables: ${word} ${upper.line} names columns too, and has rows below it`;
    const suggestion = `put the rows above it into a file of their own, remove them, or in a single file give --header-row ${line}`;
    return [{ severity: 'error', line, rule: SECOND_HEADER, message, suggestion }];
  }
  const severity = isLikeTable(above, header) ? 'warning' : 'note';
  const others = above.length === 1 ? 'the row above it is' : `the ${above.length} rows above it are`;
  const message = `The header is in ${word} ${line}: ${others} not read`;
  const suggestion = `if another row names the columns, give --header-row with its ${word}`;
  return [{ severity, line, rule: 'input.header.above', message, suggestion }];
}

/** Whether several rows have at least half as many cells as the header, as rows of a table do. */
function isLikeTable(above: readonly FirstRow[], { cells: names }: FirstRow): boolean {
  const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;
  return above.filter(({ cells }) => filled(cells) * 2 >= filled(names)).length > 1;
}

/** The rule for another table in the file, with a header and rows of its own. They would be lost, or read wrongly. */
export const SECOND_HEADER = 'input.header.second';

/**
 * Returns the header of a table among the rows above the header. It names more than half as many columns and has rows, or
 * it has several rows of as many cells: a legend or an address may name some columns too.
 */
function findUpperTable(
  above: readonly FirstRow[],
  { cells: names }: FirstRow,
  { isColumn = () => false }: HeaderSearch,
): FirstRow | undefined {
  const half = countColumns(names, isColumn) / 2;
  return above.find(({ cells }, at) => {
    const count = countColumns(cells, isColumn);
    const below = above.slice(at + 1).map((row) => row.cells.filter((cell) => cell.trim() !== ''));
    const records = below.filter((row) => row.length >= count && countColumns(row, isColumn) * 2 <= row.length);
    return count > 1 && (records.length > 1 || (count > half && below.some(({ length }) => length > 0)));
  });
}
