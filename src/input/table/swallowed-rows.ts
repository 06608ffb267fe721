/**
 * Finds rows that contain other rows. A stray quote before a cell, and a second one after a cell some rows below, are
 * valid CSV: all text between them becomes one cell. Only the number of delimiters and the field of the column
 * distinguish such a cell from a text of several lines.
 */
import { type Finding, ROWS_SWALLOWED } from '../../model/finding.ts';
import { hasLineBreak, isJsonList, LINE_BREAKS, linesOf, nameRow } from '../csv/cell-lines.ts';
import type { TableRow } from '../port.ts';
import type { Columns } from './header/match-columns.ts';
import { rowFinding } from './row-values.ts';

const ADVICE = 'remove the quote before the cell and the one after it, or double a quote that belongs to the text';

/**
 * Returns an error if a row probably contains the rows below it, and a warning if it may. The message quotes nothing,
 * because the text may have secrets of other people.
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
 * Whether a cell probably contains other rows. Between quotes in the same column of two rows, there are as many
 * delimiters as in a row. If the first of the two rows was cut off, the last line still has the delimiters up to this
 * column.
 */
function isSwallowing({ delimiter, header }: Columns, cell: string, index: number): boolean {
  if (countOf(delimiter, cell) >= header.length - 1) return true;
  const last = cell.split(LINE_BREAKS).at(-1) ?? '';
  // In an address, lines often end with a comma: "Oxford,".
  const isAddress = index === 1 && last.endsWith(delimiter);
  return index > 0 && countOf(delimiter, last) === index && isTight(last, delimiter) && !isAddress;
}

function mayBeSwallowing({ delimiter }: Columns, cell: string): boolean {
  const [, ...others] = cell.split(LINE_BREAKS);
  return others.some((line) => line.slice(0, -1).includes(delimiter) && isTight(line, delimiter));
}

/** Whether no blank follows a delimiter. This is usual in a table, while a blank follows a comma in a sentence. */
function isTight(line: string, delimiter: string): boolean {
  const [, ...others] = line.split(delimiter);
  return others.every((part) => part === part.trimStart());
}

/** Returns the finding for a row with too many cells: two stray quotes, one in each of two rows, join the rows. */
function swallowedRows(columns: Columns, row: TableRow): Finding {
  const words = `it has ${row.cells.length} cells and the header ${columns.header.length}`;
  const message = `${nameRow(row)} looks like swallowed rows: ${words}`;
  return rowFinding({ columns, row }, ROWS_SWALLOWED, { message, suggestion: ADVICE });
}

function cellFinding(
  columns: Columns,
  row: TableRow,
  index: number,
  details: Pick<Finding, 'message'> & Partial<Finding>,
): Finding {
  const name = columns.fields[index]?.name;
  const column = columns.header[index] ?? null;
  const path = name === undefined ? [] : [name];
  return rowFinding({ columns, row }, ROWS_SWALLOWED, { column, ...details, suggestion: ADVICE }, path);
}

function countOf(delimiter: string, text: string): number {
  return text.split(delimiter).length - 1;
}
