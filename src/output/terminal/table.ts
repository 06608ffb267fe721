/** Tables for people. The library cli-table3 draws the frame; this module decides the columns and fills the rows. */
import { displayWidth, shortenToWidth, wrapHanging, wrapToWidth } from './display-width.ts';
import { forTerminal } from './escape.ts';

export interface TableOptions {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Columns of the terminal. Without it, nothing is wrapped or left out. */
  readonly width?: number | undefined;
  readonly ascii?: boolean | undefined;
}

const MAX_LINES_OF_CELL = 4;

/** Two blanks and a border for each column, and the last border. */
const FRAME_PER_COLUMN = 3;

/** With fewer columns, a table says less than lines of names and values. */
const MIN_COLUMNS = 2;

const ASCII_FRAME = {
  ...{ top: '-', 'top-mid': '+', 'top-left': '+', 'top-right': '+' },
  ...{ bottom: '-', 'bottom-mid': '+', 'bottom-left': '+', 'bottom-right': '+' },
  ...{ left: '|', 'left-mid': '+', mid: '-', 'mid-mid': '+', right: '|', 'right-mid': '+', middle: '|' },
};

/** The table of `tableParts` as one text. */
export async function renderTable(options: TableOptions): Promise<string> {
  return [...(await tableParts(options))].join('');
}

/**
 * A table with escaped cells, whose rows are drawn during the write. No word is broken: columns that do not fit are left
 * out from the right and named below the table. If fewer than two fit, each row becomes lines of names and values.
 */
export async function tableParts(options: TableOptions): Promise<Iterable<string>> {
  // The library is loaded on demand, since most commands show no table.
  const { default: library } = await import('cli-table3');
  return partsOf(options, library);
}

function* partsOf({ head, rows, width, ascii = false }: TableOptions, library: Library): Generator<string> {
  // A cell never shows more than this, so the rest need not be escaped.
  const limits = width === undefined ? {} : { max: width * MAX_LINES_OF_CELL, ascii };
  const table = [head, ...rows].map((row) => row.map((cell) => forTerminal(String(cell ?? ''), limits)));
  const widths = fittingWidths(table, width);
  if (widths.length < Math.min(MIN_COLUMNS, head.length)) {
    yield* listRecords(table, width);
    return;
  }
  yield* drawTable(table, widths, library, ascii);
  const left = (table[0] ?? []).slice(widths.length);
  if (left.length > 0)
    yield `${wrapHanging(`Left out: ${left.join(', ')}; -o csv has all columns.`, width, 2).join('\n')}\n`;
}

type Library = typeof import('cli-table3');

interface ColumnWidth {
  /** The columns of its longest word, below which the column would break it. */
  readonly least: number;
  /** The columns of its longest cell. */
  readonly most: number;
}

/** The widths of the columns that fit, from the left. Only the widest become narrower. */
function fittingWidths(rows: Iterable<readonly string[]>, width: number | undefined): number[] {
  const columns: ColumnWidth[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      const { least, most } = columns[at] ?? { least: 1, most: 1 };
      // A unit of text takes two columns at most, so most cells need not be measured.
      if (cell.length * 2 <= least) continue;
      const words = Math.max(least, ...cell.split(' ').map(displayWidth));
      columns[at] = { least: words, most: Math.max(most, displayWidth(cell)) };
    }
  }
  if (width === undefined) return columns.map(({ most }) => most);
  const roomOf = (count: number) => width - FRAME_PER_COLUMN * count - 1;
  while (columns.length > 0 && sum(columns.map(({ least }) => least)) > roomOf(columns.length)) columns.pop();
  let limit = Math.max(0, ...columns.map(({ most }) => most));
  const widths = () => columns.map(({ least, most }) => Math.max(least, Math.min(most, limit)));
  while (sum(widths()) > roomOf(columns.length)) limit -= 1;
  return widths();
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Draws the rows, of which the first is the head. */
function* drawTable(
  [head = [], ...rows]: readonly string[][],
  widths: readonly number[],
  library: Library,
  ascii: boolean,
): Generator<string> {
  const frame = new library({
    head: widths.map(() => ''),
    colWidths: widths.map((width) => width + 2),
    style: { head: [], border: [], compact: true },
    ...(ascii ? { chars: ASCII_FRAME } : {}),
  });
  frame.push(widths.map(() => ''));
  const [top, , middle, , bottom] = frame.toString().split('\n');
  const bar = ascii ? ASCII_FRAME.middle : '│';
  yield `${top}\n${drawRow(head, widths, bar, ascii)}${middle}\n`;
  for (const row of rows) yield drawRow(row, widths, bar, ascii);
  yield `${bottom}\n`;
}

function drawRow(row: readonly string[], widths: readonly number[], bar: string, ascii: boolean): string {
  const cells = widths.map((width, at) => fitCell(row[at] ?? '', width, ascii));
  const height = Math.max(1, ...cells.map(({ length }) => length));
  const lineOf = (at: number) =>
    cells.map((lines, column) => ` ${padToWidth(lines[at] ?? '', widths[column] ?? 0)} `).join(bar);
  return Array.from({ length: height }, (_, at) => `${bar}${lineOf(at)}${bar}\n`).join('');
}

function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function fitCell(cell: string, width: number, ascii: boolean): string[] {
  const lines = wrapToWidth(cell, width);
  if (lines.length <= MAX_LINES_OF_CELL) return lines;
  const last = lines.slice(MAX_LINES_OF_CELL - 1).join(' ');
  return [...lines.slice(0, MAX_LINES_OF_CELL - 1), shortenToWidth(last, width, ascii)];
}

/** Lists the cells of each row with their names, one below the other. The first row has the names. */
function* listRecords([names = [], ...rows]: readonly string[][], width: number | undefined): Generator<string> {
  let gap = '';
  for (const row of rows) {
    const lines = row.flatMap((cell, column) =>
      cell === '' ? [] : wrapHanging(`${names[column]}: ${cell}`, width, 2),
    );
    yield `${gap}${lines.join('\n')}\n`;
    gap = '\n';
  }
}
