/** A quote that is opened in the header and closed some rows below makes a header of them. */
import { InputError } from '../errors.ts';
import { hasLineBreak, linesOf } from './cell-lines.ts';
import { MAX_BROKEN_HEADER_CHARACTERS } from './limits.ts';
import type { CsvInput, CsvRow } from './port.ts';

/** The error for a header cell that is more than a header whose lines a spreadsheet broke. Nothing of it is quoted. */
export function findBrokenHeader(
  file: string,
  header: Pick<CsvRow, 'line' | 'cells'>,
  delimiter: string,
): InputError | undefined {
  const index = header.cells.findIndex((cell) => hasLineBreak(cell) && isOverlong(cell, delimiter));
  if (index === -1) return undefined;
  return headerError(file, header.line, `header cell ${index + 1} stands in ${linesOf(header, index)}`);
}

/** The error for a file in which nothing is left beside a header of several lines. */
export function emptiedError({ file, header: { line, lines } }: CsvInput): InputError {
  return headerError(file, line, `no row follows the header, which stands in lines ${line} to ${line + lines - 1}`);
}

function isOverlong(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || [...cell].length > MAX_BROKEN_HEADER_CHARACTERS;
}

function headerError(file: string, line: number, problem: string): InputError {
  return new InputError({ file, line }, `${problem}: it looks like swallowed rows`, {
    hint: 'Remove the quote that stands before the header cell, and the one that closes it some rows below.',
  });
}
