/** CSV as RFC 4180 defines it. Foreign text is guarded, so that no spreadsheet runs it as a formula. */
import { guardCell } from '../../base/text/formula-guard.ts';

/** Text is foreign, so it is guarded. Numbers come from this program, so `-1` stays a number. */
export type CsvCell = string | number | null;

/** Shows Excel that a file is UTF-8. Without it, Excel reads and saves accents wrongly. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One row with its line end. */
export function formatCsvRow(cells: readonly CsvCell[], delimiter = ','): string {
  const texts = cells.map((cell) => formatCell(cell, delimiter));
  // A row of one empty cell would be an empty line, which readers skip.
  return `${texts.length === 1 && texts[0] === '' ? '""' : texts.join(delimiter)}\r\n`;
}

function formatCell(cell: CsvCell, delimiter: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = guardCell(cell);
  const needsQuotes = text.includes(delimiter) || /["\r\n\ufeff]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
