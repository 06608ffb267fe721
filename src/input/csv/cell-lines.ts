/** Cells and rows of several lines. */
import { parseJson } from '../../base/json-value.ts';
import { describeLines } from '../../model/place.ts';
import type { TableRow } from '../port.ts';

const LINE_BREAK = /[\r\n]/;
export const LINE_BREAKS = /\r\n|\r|\n/g;

export function hasLineBreak(cell: string): boolean {
  return LINE_BREAK.test(cell);
}

/** Returns the lines of a cell in words: `line 2`, `lines 2 to 5`. */
export function linesOf({ line, cells }: Pick<TableRow, 'line' | 'cells'>, index: number): string {
  const first = cells.slice(0, index).reduce((at, cell) => at + countBreaks(cell), line);
  return describeLines(first, first + countBreaks(cells[index] ?? ''));
}

/** Names a row as the subject of a sentence, with its lines if it has several. */
export function nameRow({ line, lines }: Pick<TableRow, 'line' | 'lines'>): string {
  return lines === 1 ? 'The row' : `The row in ${describeLines(line, line + lines - 1)}`;
}

/** Whether a cell holds a JSON list or object, which may have several lines. */
export function isJsonList(cell: string): boolean {
  return /^\s*[[{]/.test(cell) && parseJson(cell) !== undefined;
}

function countBreaks(text: string): number {
  return text.match(LINE_BREAKS)?.length ?? 0;
}
