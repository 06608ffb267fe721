/** A quote that is opened in the header and closed some rows below makes a header of them. */
import { InputError } from '../../errors.ts';
import { hasLineBreak, linesOf } from './cell-lines.ts';
import { MAX_BROKEN_HEADER_CHARACTERS } from '../limits.ts';
import type { CsvRow } from '../port.ts';

/**
 * The error for a header of several lines that is more than one whose lines a spreadsheet broke: one that holds the
 * cells of a row, or that no row fits. The message quotes nothing of it: it may hold secrets.
 */
export function findBrokenHeader(
  file: string,
  header: Pick<CsvRow, 'line' | 'lines' | 'cells'>,
  rows: readonly (readonly string[])[],
  delimiter: string,
): InputError | undefined {
  const { line, lines, cells } = header;
  if (lines === 1) return undefined;
  const index = cells.findIndex((cell) => hasLineBreak(cell) && isOverlong(cell, delimiter));
  if (index !== -1) return headerError(file, line, `header cell ${index + 1} stands in ${linesOf(header, index)}`);
  if (rows.some((row) => row.length === cells.length && row.some((cell) => cell.trim() !== ''))) return undefined;
  return headerError(file, line, `no row fits the header, which stands in lines ${line} to ${line + lines - 1}`);
}

function isOverlong(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || [...cell].length > MAX_BROKEN_HEADER_CHARACTERS;
}

function headerError(file: string, line: number, problem: string): InputError {
  return new InputError({ file, line }, `${problem}: it looks like swallowed rows`, {
    hint: 'Remove the quote that stands before the header cell, and the one that closes it some rows below.',
  });
}
