/**
 * Rows of several lines. A stray quote before one cell and another after a cell some rows below are valid CSV: all that
 * stands between them is one cell. Only what a field may hold, and counting, tell such a cell from a text of two lines.
 */
import { type Finding, ROWS_SWALLOWED } from '../../model/finding.ts';
import type { TableRow } from '../port.ts';
import type { Columns } from '../table/columns.ts';
import { rowFinding } from '../table/row-values.ts';
import { hasLineBreak, isJsonList, LINE_BREAKS, linesOf, nameRow } from './cell-lines.ts';

const ADVICE = 'remove the quote before the cell and the one after it, or double a quote that belongs to the text';

/**
 * An error where a row seems to hold the rows below it, a warning where it may. Nothing of the text is quoted: it may
 * be the secrets of other people.
 */
export function findSwallowed(columns: Columns, row: TableRow): Finding | undefined {
  if (row.lines === 1) return undefined;
  const broken = row.cells.flatMap((cell, index) => (hasLineBreak(cell) && !isJsonList(cell) ? [index] : []));
  const sure = broken.find((index) => isSwallowing(columns, row.cells[index] ?? '', index));
  if (sure !== undefined) {
    const message = `The cell in ${linesOf(row, sure)} looks like swallowed rows: it holds the delimiters of a row`;
    return cellFinding(columns, row, sure, { message });
  }
  if (row.cells.length > columns.header.length) return swallowedRows(columns, row);
  const unsure = broken.find((index) => mayBeSwallowing(columns, row.cells[index] ?? ''));
  if (unsure === undefined) return undefined;
  const message = `The cell in ${linesOf(row, unsure)} may be swallowed rows: a line within it has delimiters`;
  return cellFinding(columns, row, unsure, { severity: 'warning', message });
}

/**
 * From a quote in one row to a quote in the same column of a later one, there is a row's number of delimiters. Where
 * the first of the two rows was cut off, the last line still begins as a row does up to this column.
 */
function isSwallowing({ delimiter, header }: Columns, cell: string, index: number): boolean {
  if (countOf(delimiter, cell) >= header.length - 1) return true;
  const last = cell.split(LINE_BREAKS).at(-1) ?? '';
  // A line such as "Oxford," ends like many in an address.
  const isAddress = index === 1 && last.endsWith(delimiter);
  return index > 0 && countOf(delimiter, last) === index && isTight(last, delimiter) && !isAddress;
}

function mayBeSwallowing({ delimiter }: Columns, cell: string): boolean {
  const [, ...others] = cell.split(LINE_BREAKS);
  return others.some((line) => line.slice(0, -1).includes(delimiter) && isTight(line, delimiter));
}

/** In a table nothing stands between a delimiter and the next cell, in a sentence there is a blank after a comma. */
function isTight(line: string, delimiter: string): boolean {
  const [, ...others] = line.split(delimiter);
  return others.every((part) => part === part.trimStart());
}

/** A quote towards the end of a row and one towards the beginning of the next leave the cells of both in one row. */
function swallowedRows(columns: Columns, row: TableRow): Finding {
  const words = `it has ${row.cells.length} cells and the header ${columns.header.length}`;
  const message = `${nameRow(row)} looks like swallowed rows: ${words}`;
  return rowFinding({ columns, row }, ROWS_SWALLOWED, { message, suggestion: ADVICE });
}

function cellFinding(
  columns: Columns,
  row: TableRow,
  index: number,
  said: Pick<Finding, 'message'> & Partial<Finding>,
): Finding {
  const name = columns.fields[index]?.name;
  const column = columns.header[index] ?? null;
  const path = name === undefined ? [] : [name];
  return rowFinding({ columns, row }, ROWS_SWALLOWED, { column, ...said, suggestion: ADVICE }, path);
}

function countOf(delimiter: string, text: string): number {
  return text.split(delimiter).length - 1;
}
