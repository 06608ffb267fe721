/** Rejected rows as a new workbook, with the columns of the CSV. A wrong cell is red and has its reason as a note. */
import type { RejectedRow } from '../../model/draft.ts';
import { MISSING_CELL, REASON_COLUMNS } from '../../model/reject-columns.ts';
import { cellsOf, notesByColumn, type RowsLayout, reasonsOf } from '../report/reject-reasons.ts';
import { newWorkbook } from '../xlsx/new-workbook.ts';
import { guardedText, MAX_CELL_TEXT, type NewCell } from '../xlsx/sheet-writer.ts';

export function rejectsWorkbook(layout: RowsLayout, rows: readonly RejectedRow[]): AsyncGenerator<Buffer> {
  const { header } = layout;
  const cells = function* (): Generator<NewCell[]> {
    for (const row of rows) yield [...rowCells(row, header), ...Object.values(reasonsOf(row, layout))];
  };
  return newWorkbook([
    {
      name: 'Rejects',
      header: [...header.map(guardedText), ...REASON_COLUMNS],
      rows: cells(),
      hasNotes: true,
    },
  ]);
}

function rowCells(reject: RejectedRow, header: readonly string[]): NewCell[] {
  const notes = notesByColumn(reject, ({ column }) => (column === null ? -1 : header.indexOf(column)));
  return cellsOf(reject, header).map((text, column): NewCell => {
    const { note, isWrong } = notes.get(column) ?? {};
    const isTooLong = text.length > MAX_CELL_TEXT;
    const fullNote = isTooLong ? [note, TOO_LONG].filter((part) => part !== undefined).join('\n') : note;
    const style = isWrong || isTooLong ? 'wrong' : undefined;
    return { text: isTooLong ? MISSING_CELL : guardedText(text), style, note: fullNote };
  });
}

const TOO_LONG = `The text of this cell is longer than a spreadsheet can hold (${MAX_CELL_TEXT} characters): fix it in the input.`;
