/** Spreadsheets write rows that hold nothing at all, mostly at the end of a table. They are no records. */
import { type Columns, isOwnHeader } from './columns.ts';
import type { CsvInput, CsvRow } from '../port.ts';

/** The rows in which at least one cell says something, numbered anew. What a rejects file adds to a row does not count. */
export async function* filledRows(input: CsvInput, { header }: Columns): AsyncGenerator<CsvRow> {
  let blank = 0;
  for await (const row of input.rows) {
    if (isBlankRow(row, header)) {
      blank += 1;
      input.account.addBlank(row.lines);
    } else yield blank === 0 ? row : { ...row, record: row.record - blank };
  }
}

function isBlankRow({ cells }: CsvRow, header: readonly string[]): boolean {
  return cells.every((cell, index) => isBlank(cell) || isOwnHeader(header[index] ?? ''));
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}
