/** Reads merged cells: their value is that of the first cell. */
import { cellAddress, columnLetters, listPlaces } from '../../model/place.ts';
import type { SheetValue, TableWarning } from '../port.ts';
import type { Range } from './address.ts';
import type { SheetRow } from './sheet-reader.ts';

interface ActiveRange extends Range {
  /** What the first cell shows: the value of the whole range. */
  readonly text: string;
  readonly value: SheetValue | undefined;
  /** The first covered cells with another value. */
  readonly lost: string[];
}

/**
 * Reads the rows as their sheet shows them: each row of merged cells has the value of the first one in the first column,
 * and nothing in the others. Some programs keep the values of covered cells, which nobody sees.
 */
export class MergedCells {
  readonly #ranges: readonly Range[];
  /** All ranges so far. */
  readonly #entered: ActiveRange[] = [];
  /** The ranges that the current row is part of, from left to right. */
  #active: ActiveRange[] = [];
  #next = 0;

  /** Takes the ranges that reach below the header and begin within the width of the table. */
  constructor(ranges: readonly Range[], headerRow: number, width: number) {
    this.#ranges = ranges
      .filter(({ first, last }) => last.row > headerRow && first.column < width)
      .sort((one, other) => one.first.row - other.first.row);
  }

  /** Changes one row below the header. The rows must come in their order. */
  apply(row: SheetRow): void {
    if (this.#active.some(({ last }) => last.row < row.line)) {
      this.#active = this.#active.filter(({ last }) => last.row >= row.line);
    }
    this.#enter(row);
    for (const range of this.#active) cover(row, range);
  }

  #enter(row: SheetRow): void {
    const { line, cells, values } = row;
    for (let range = this.#ranges[this.#next]; range !== undefined && range.first.row <= line; ) {
      const { first, last } = range;
      const isShown = first.row === line;
      const [text, value] = isShown ? [cells[first.column] ?? '', values?.get(first.column)] : ['', undefined];
      if (last.row >= line) this.#activate({ first, last, text, value, lost: [] });
      this.#next += 1;
      range = this.#ranges[this.#next];
    }
  }

  /** Ranges do not overlap. If those of a broken file do, the first one counts. */
  #activate(range: ActiveRange): void {
    const found = this.#active.findIndex(({ last }) => last.column >= range.first.column);
    const at = found === -1 ? this.#active.length : found;
    const next = this.#active[at];
    if (next !== undefined && next.first.column <= range.last.column) return;
    this.#active.splice(at, 0, range);
    this.#entered.push(range);
  }

  /** Returns a warning about each range that hides other values than it shows, in the rows so far. */
  lostWarnings(sheet: string): TableWarning[] {
    return this.#entered.flatMap(({ first, last, lost }) => {
      const [cell] = lost;
      if (cell === undefined) return [];
      const range = rangeText({ first, last });
      const places = listPlaces(lost, MAX_NAMED, { word: '' });
      const hidden = lost.length === 1 ? `another value in ${places}` : `other values in ${places}`;
      return {
        severity: 'warning',
        line: Number(cell.replace(/\D+/, '')),
        sheet,
        cell,
        rule: 'input.sheet.merged',
        message: `The merged cells ${range} hide ${hidden}, and only ${range.split(':')[0]} is read`,
        suggestion: 'separate the cells to see what they hold, and write in each what is meant',
      };
    });
  }
}

const MAX_NAMED = 5;

/** Gives the covered cells of a row what their range shows. */
function cover(row: SheetRow, { first, last, text, value, lost }: ActiveRange): void {
  const { line, cells } = row;
  const isBelow = line > first.row;
  const end = Math.min(last.column, cells.length - 1);
  for (let column = isBelow ? first.column : first.column + 1; column <= end; column += 1) {
    const covered = cells[column] ?? '';
    if (covered !== '' && covered !== text && lost.length <= MAX_NAMED) lost.push(cellAddress(column, line));
    cells[column] = '';
    row.values?.delete(column);
  }
  if (isBelow && text !== '') put(row, first.column, text, value);
}

function put(row: SheetRow, column: number, text: string, value: SheetValue | undefined): void {
  while (row.cells.length <= column) row.cells.push('');
  row.cells[column] = text;
  if (value === undefined) return;
  row.values ??= new Map();
  row.values.set(column, value);
}

/** Returns a note about each range of merged cells that reaches into the rows of a table. */
export function mergedNotes(
  ranges: readonly Range[],
  { sheet, headerRow, width }: { readonly sheet: string; readonly headerRow: number; readonly width: number },
): TableWarning[] {
  const concerned = ranges.filter(({ first, last }) => last.row > headerRow && first.column < width);
  return concerned.map(({ first, last }) => {
    const cells = rangeText({ first, last });
    const [corner = ''] = cells.split(':');
    const isFilled = first.row > headerRow && last.row > first.row;
    const isWide = last.column > first.column;
    const columns = isWide ? ` of column ${columnLetters(first.column)}` : '';
    const rest = isWide ? ', and the other columns as empty' : '';
    const read = isFilled ? `each row${columns} is read with the value of ${corner}${rest}` : `only ${corner} is read`;
    return {
      line: first.row,
      sheet,
      cell: corner,
      rule: 'input.sheet.merged',
      message: `The cells ${cells} are merged: ${read}`,
      suggestion: 'separate the cells, and write the value in each',
    };
  });
}

function rangeText({ first, last }: Range): string {
  return `${columnLetters(first.column)}${first.row}:${columnLetters(last.column)}${last.row}`;
}
