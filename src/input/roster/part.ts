/** Reads a CSV file of a package, with its columns by their names. */

import { InputError } from '../../errors.ts';
import type { LineCounts } from '../../model/draft.ts';
import { openCsv } from '../csv/reader.ts';
import type { ReadingOptions, TableInput, TableRow } from '../port.ts';
import type { RosterPackage } from './folder.ts';

/** The options for reading the texts of a package. */
export type TextOptions = Pick<ReadingOptions, 'delimiter' | 'encoding'>;

export interface Part {
  readonly input: TableInput;
  /** Returns the text of a row in a column; empty if the file does not have the column. */
  readonly textOf: (row: TableRow, column: string) => string;
}

export async function openPart(
  roster: RosterPackage,
  name: string,
  required: readonly string[],
  { delimiter, encoding }: TextOptions,
): Promise<Part> {
  const input = await openCsv(roster.open(name), { delimiter, encoding });
  const { file, header } = input;
  const names = header.names.map((column) => column.trim().toLowerCase());
  const positions = new Map(names.map((column, index) => [column, index]));
  const missing = required.filter((column) => !positions.has(column.toLowerCase()));
  if (missing.length > 0) {
    await stopReading(input);
    const what = missing.length === 1 ? 'column' : 'columns';
    throw new InputError({ file, line: header.line }, `the ${what} ${missing.join(', ')} must be there`, {
      hint: 'Export the package again, with the columns that OneRoster requires.',
    });
  }
  return { input, textOf: ({ cells }, column) => cells[positions.get(column.toLowerCase()) ?? -1]?.trim() ?? '' };
}

/** Closes the file. */
export async function stopReading({ rows }: TableInput): Promise<void> {
  await rows[Symbol.asyncIterator]().return?.();
}

/** Reads all rows of a file whose records become parts of users, and returns the counts of its lines. */
export async function readAllRows({ input }: Part, take: (row: TableRow) => void): Promise<LineCounts> {
  const { lineCounts, header, rows } = input;
  const parts = { records: 0, continued: 0 };
  for await (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) lineCounts.addBlank(row.lines);
    else {
      requireWidth(row, header.names.length);
      parts.records += 1;
      parts.continued += row.lines - 1;
      take(row);
    }
  }
  const { file, lines, header: headerLines, blank } = lineCounts;
  return { file, lines, header: headerLines, blank, parts };
}

function requireWidth({ file, line, cells }: TableRow, width: number): void {
  if (cells.length === width) return;
  throw new InputError({ file, line }, `the row has ${cells.length} cells and the header ${width}`, {
    hint: 'Export the package again, or put quotes around a cell that contains the delimiter.',
  });
}
