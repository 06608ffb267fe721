/** Reads merged cells: the file has the value in the first cell, and the others are empty. */
import { columnLetters } from '../../model/place.ts';
import type { SheetValue, TableWarning } from '../port.ts';
import type { Range } from './address.ts';
import type { SheetRow } from './sheet-reader.ts';

interface MergedValue {
  readonly lastRow: number;
  readonly text: string;
  readonly value: SheetValue | undefined;
}

/** Fills the value of merged cells into the rows below the first one. */
export class MergedCells {
  readonly #ranges: readonly Range[];
  /** The values of the merged cells that the current row may be part of, by column. */
  readonly #values = new Map<number, MergedValue>();
  #next = 0;

  /** Takes the ranges below the header that begin within the width of the table. */
  constructor(ranges: readonly Range[], headerRow: number, width: number) {
    this.#ranges = ranges
      .filter(({ first, last }) => first.row > headerRow && last.row > first.row && first.column < width)
      .sort((one, other) => one.first.row - other.first.row);
  }

  /** Fills one row. The rows must come in their order. */
  fill(row: SheetRow): void {
    const { number, cells } = row;
    for (const [column, { lastRow, text, value }] of this.#values) {
      if (lastRow < number) this.#values.delete(column);
      else if ((cells[column] ?? '') === '') put(row, column, text, value);
    }
    for (let range = this.#ranges[this.#next]; range !== undefined && range.first.row <= number; ) {
      const { first, last } = range;
      const text = cells[first.column] ?? '';
      if (first.row === number && text !== '') {
        this.#values.set(first.column, { lastRow: last.row, text, value: row.values?.get(first.column) });
      }
      this.#next += 1;
      range = this.#ranges[this.#next];
    }
  }
}

function put(row: SheetRow, column: number, text: string, value: SheetValue | undefined): void {
  while (row.cells.length <= column) row.cells.push('');
  row.cells[column] = text;
  if (value === undefined) return;
  row.values ??= new Map();
  row.values.set(column, value);
}

/** Returns a warning about each range of merged cells that reaches into the rows of a table. */
export function mergedWarnings(
  ranges: readonly Range[],
  { sheet, headerRow, width }: { readonly sheet: string; readonly headerRow: number; readonly width: number },
): TableWarning[] {
  const concerned = ranges.filter(({ first, last }) => last.row > headerRow && first.column < width);
  return concerned.map(({ first, last }) => {
    const corner = columnLetters(first.column) + first.row;
    const cells = `${corner}:${columnLetters(last.column)}${last.row}`;
    const isFilled = first.row > headerRow && last.row > first.row;
    const isWide = last.column > first.column;
    const columns = isWide ? ` of column ${columnLetters(first.column)}` : '';
    const rest = isWide ? ', and the other columns as empty' : '';
    const read = isFilled ? `each row${columns} is read with the value of ${corner}${rest}` : `only ${corner} is read`;
    return {
      ...{ line: first.row, sheet, cell: corner, rule: 'input.sheet.merged' },
      message: `The cells ${cells} are merged: ${read}`,
      suggestion: 'separate the cells, and write the value in each',
    };
  });
}
