/** Tables for people. The library draws them; how wide a column may be is decided here. */
import { displayWidth, shortenToWidth, wrapHanging, wrapToWidth } from './display-width.ts';
import { forTerminal } from './escape.ts';

export interface TableOptions {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Columns of the terminal; without it nothing is wrapped or cut. */
  readonly width?: number | undefined;
  readonly ascii?: boolean | undefined;
  /** More rows than these are not shown, and the table says so. */
  readonly maxRows?: number | undefined;
}

const MAX_LINES_OF_CELL = 4;
const MIN_COLUMN = 5;

/** Two blanks and a border for each column, and the last border. */
const FRAME_PER_COLUMN = 3;

const ASCII_FRAME = {
  top: '-',
  'top-mid': '+',
  'top-left': '+',
  'top-right': '+',
  bottom: '-',
  'bottom-mid': '+',
  'bottom-left': '+',
  'bottom-right': '+',
  left: '|',
  'left-mid': '+',
  mid: '-',
  'mid-mid': '+',
  right: '|',
  'right-mid': '+',
  middle: '|',
};

/** A table with a line end, escaped; a text below it where rows were left out. */
export async function renderTable({ head, rows, width, ascii = false, maxRows }: TableOptions): Promise<string> {
  // Most commands never show a table.
  const { default: Table } = await import('cli-table3');
  // No cell can show more than this, however long it is.
  const limits = width === undefined ? {} : { max: width * MAX_LINES_OF_CELL, ascii };
  const shown = [head, ...rows.slice(0, maxRows)].map((row) =>
    row.map((cell) => forTerminal(String(cell ?? ''), limits)),
  );
  if (width !== undefined && head.length * (MIN_COLUMN + FRAME_PER_COLUMN) + 1 > width) {
    return listRecords(shown, width) + cutNote(rows.length, maxRows);
  }
  const fitted = width === undefined ? shown : fitRows(shown, width, ascii);
  const table = new Table({
    head: fitted[0] ?? [],
    style: { head: [], border: [], compact: true },
    ...(ascii ? { chars: ASCII_FRAME } : {}),
  });
  table.push(...fitted.slice(1));
  return `${table.toString()}\n${cutNote(rows.length, maxRows)}`;
}

/** Where not even the narrowest columns fit: the cells of each row below each other, each with its name. */
function listRecords([head = [], ...rows]: readonly string[][], width: number): string {
  const named = (cell: string, column: number) =>
    cell === '' ? [] : wrapHanging(`${head[column]}: ${cell}`, width, 2);
  return rows.map((row) => `${row.flatMap(named).join('\n')}\n`).join('\n');
}

function fitRows(rows: string[][], width: number, ascii: boolean): string[][] {
  const limit = widestColumn(rows, width);
  return rows.map((row) => row.map((cell) => fitCell(cell, limit, ascii)));
}

/** The largest width of a column at which the table fits: only the widest columns give way. */
function widestColumn(rows: string[][], width: number): number {
  const natural: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) natural[index] = Math.max(natural[index] ?? 0, displayWidth(cell));
  }
  const room = width - FRAME_PER_COLUMN * natural.length - 1;
  let limit = Math.max(MIN_COLUMN, ...natural);
  const needed = () => natural.reduce((sum, column) => sum + Math.min(column, limit), 0);
  while (limit > MIN_COLUMN && needed() > room) limit -= 1;
  return limit;
}

function fitCell(cell: string, width: number, ascii: boolean): string {
  const lines = wrapToWidth(cell, width);
  if (lines.length <= MAX_LINES_OF_CELL) return lines.join('\n');
  const last = lines.slice(MAX_LINES_OF_CELL - 1).join(' ');
  return [...lines.slice(0, MAX_LINES_OF_CELL - 1), shortenToWidth(last, width, ascii)].join('\n');
}

function cutNote(total: number, maxRows: number | undefined): string {
  return maxRows !== undefined && total > maxRows ? `shown ${maxRows} of ${total} rows; -o json has all\n` : '';
}
