/** Tables for people. The library cli-table3 draws them; this module decides the widths of columns. */
import { displayWidth, shortenToWidth, wrapHanging, wrapToWidth } from './display-width.ts';
import { forTerminal } from './escape.ts';

export interface TableOptions {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Columns of the terminal. Without it, nothing is wrapped or cut. */
  readonly width?: number | undefined;
  readonly ascii?: boolean | undefined;
  /** The largest number of shown rows. A note below the table reports that rows are left out. */
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

/** The table of `tableParts` as one text. */
export async function renderTable(options: TableOptions): Promise<string> {
  return [...(await tableParts(options))].join('');
}

/** A table with escaped cells, and a note if rows are left out. Its rows are drawn during the write. */
export async function tableParts(options: TableOptions): Promise<Iterable<string>> {
  // The library is loaded on demand, since most commands show no table.
  const { default: library } = await import('cli-table3');
  return partsOf(options, library);
}

function* partsOf({ head, rows, width, ascii = false, maxRows }: TableOptions, library: Library): Generator<string> {
  // A cell never shows more than this, so the rest need not be escaped.
  const limits = width === undefined ? {} : { max: width * MAX_LINES_OF_CELL, ascii };
  const show = (row: TableOptions['rows'][number]) => row.map((cell) => forTerminal(String(cell ?? ''), limits));
  const wanted = maxRows === undefined ? rows : rows.slice(0, maxRows);
  const shown = function* (): Generator<string[]> {
    yield show(head);
    for (const row of wanted) yield show(row);
  };
  if (width !== undefined && head.length * (MIN_COLUMN + FRAME_PER_COLUMN) + 1 > width) {
    yield* listRecords(shown(), width);
  } else {
    const limit = width === undefined ? undefined : widestColumn(shown(), width);
    const fit = (row: string[]) => (limit === undefined ? row : row.map((cell) => fitCell(cell, limit, ascii)));
    yield* drawRows(() => mapped(shown(), fit), { library, ascii });
  }
  yield cutNote(rows.length, maxRows);
}

type Library = typeof import('cli-table3');

interface Drawing {
  readonly library: Library;
  readonly ascii: boolean;
}

/** The rows that are written at a time. */
const ROWS_OF_BLOCK = 100;

/**
 * `rows` returns the same rows on each call, the head first. The library takes a tenth of a millisecond for each row, so
 * it draws only the frame, and rows with other text than plain Latin.
 */
function* drawRows(rows: () => Iterable<string[]>, drawing: Drawing): Generator<string> {
  const widths = measureColumns(rows(), drawing);
  const draw = (head: string[], block: string[][]) => drawBlock(head, block, widths, drawing).split('\n');
  const bar = drawing.ascii ? ASCII_FRAME.middle : '│';
  const drawRow = (row: string[]): string => {
    if (!row.every((cell) => PLAIN.test(cell))) return draw([], [row]).slice(1, -1).join('\n');
    return `${bar}${row.map((cell, at) => ` ${cell.padEnd((widths[at] ?? 0) - PADDING)} `).join(bar)}${bar}`;
  };
  let end: string | undefined;
  for (let block of inRows(rows())) {
    if (end === undefined) {
      const [head = [], ...others] = block;
      const frame = draw(head, others.length === 0 ? [] : [head.map(() => '')]);
      end = frame.pop();
      yield `${frame.slice(0, others.length === 0 ? undefined : -1).join('\n')}\n`;
      block = others;
    }
    yield block.map((row) => `${drawRow(row)}\n`).join('');
  }
  yield `${end}\n`;
}

/** One line of Latin text, with accents: its length is also its width. */
const PLAIN = /^[\x20-\x7e\u00c0-\u024f]*$/;

function drawBlock(
  head: string[],
  rows: readonly string[][],
  widths: readonly number[],
  { library, ascii }: Drawing,
): string {
  const table = new library({
    head,
    colWidths: [...widths],
    style: { head: [], border: [], compact: true },
    ...(ascii ? { chars: ASCII_FRAME } : {}),
  });
  table.push(...rows);
  return table.toString();
}

const MOST_COLUMNS_OF_UNIT = 2;
const PADDING = 2;

/** The widths that the library would choose for the columns. It counts text other than Latin differently. */
function measureColumns(rows: Iterable<string[]>, { library }: Drawing): number[] {
  const widths: number[] = [];
  const measure = (line: string): number => {
    // The library writes the widths that it finds into this list.
    const colWidths: number[] = [];
    const table = new library({ colWidths, style: { head: [], border: [] } });
    table.push([line]);
    table.toString();
    return colWidths[0] ?? 0;
  };
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      for (const line of cell.split('\n')) {
        const known = widths[column] ?? 1;
        if (line.length * MOST_COLUMNS_OF_UNIT + PADDING <= known) continue;
        widths[column] = Math.max(known, PLAIN.test(line) ? line.length + PADDING : measure(line));
      }
    }
  }
  return widths;
}

function* inRows(rows: Iterable<string[]>): Generator<string[][]> {
  let block: string[][] = [];
  for (const row of rows) {
    block.push(row);
    if (block.length < ROWS_OF_BLOCK) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

function* mapped(rows: Iterable<string[]>, change: (row: string[]) => string[]): Generator<string[]> {
  for (const row of rows) yield change(row);
}

/** Lists the cells of each row below the head, one below the other with their names, for a terminal that is too narrow. */
export function* listRecords(rows: Iterable<string[]>, width: number): Generator<string> {
  let head: string[] | undefined;
  let gap = '';
  for (const row of rows) {
    if (head === undefined) {
      head = row;
      continue;
    }
    const names = head;
    const lines = row.flatMap((cell, column) =>
      cell === '' ? [] : wrapHanging(`${names[column]}: ${cell}`, width, 2),
    );
    yield `${gap}${lines.join('\n')}\n`;
    gap = '\n';
  }
}

/** The largest width of columns with which the table fits, so that only the widest columns become narrower. */
function widestColumn(rows: Iterable<string[]>, width: number): number {
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
