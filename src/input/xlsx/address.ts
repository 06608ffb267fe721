/** Addresses of cells: `C14`. */
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';

/** A range of cells, from the first corner to the last. Columns are counted from 0, rows from 1. */
export interface Range {
  readonly first: CellAddress;
  readonly last: CellAddress;
}

interface CellAddress {
  readonly column: number;
  readonly row: number;
}

/** Parses `B5:C7`; returns `undefined` for a text that is no range. */
export function parseRange(text: string): Range | undefined {
  const [from = '', to = from] = text.split(':');
  const [first, last] = [parseAddress(from), parseAddress(to)];
  return first && last && { first, last };
}

function parseAddress(text: string): CellAddress | undefined {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(text) ?? [];
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 0x40, 0) - 1;
  const row = Number(digits);
  return column >= 0 && column < MAX_COLUMNS && row > 0 && row <= MAX_ROWS ? { column, row } : undefined;
}
