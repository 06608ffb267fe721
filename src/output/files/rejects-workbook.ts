/** Rejected rows as a new workbook, with the columns of the CSV. A wrong cell is red and has its reason as a note. */
import type { RejectedRow } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import { MISSING_CELL, REASON_COLUMNS } from '../../model/reject-columns.ts';
import type { Field } from '../../platform/fields/field.ts';
import { choicesOf, type Dropdown, dropdownsOf } from '../xlsx/dropdowns.ts';
import { newWorkbook } from '../xlsx/new-workbook.ts';
import { guardedText, MAX_CELL_TEXT, type NewCell } from '../xlsx/sheet-writer.ts';
import { cellsOf, messageOf, type RowsLayout, reasonsOf } from './rejects-text.ts';

export type FieldsByColumn = ReadonlyMap<string, readonly Field[]>;

export function rejectsWorkbook(
  layout: RowsLayout,
  rows: Iterable<RejectedRow>,
  fields: FieldsByColumn,
): AsyncGenerator<Buffer> {
  const { header } = layout;
  const cells = function* (): Generator<NewCell[]> {
    for (const row of rows) yield [...rowCells(row, header), ...Object.values(reasonsOf(row, layout))];
  };
  return newWorkbook([
    {
      name: 'Rejects',
      header: [...header.map(guardedText), ...REASON_COLUMNS],
      rows: cells(),
      dropdowns: dropdownsFor(header, fields),
      hasNotes: true,
    },
  ]);
}

/** Dropdowns for the columns whose field is a choice. `textsOf` has the texts of each column. */
export function dropdownsFor(
  header: readonly string[],
  fields: FieldsByColumn,
  textsOf: readonly (readonly string[])[] = [],
): Dropdown[] {
  const chosen = header.map((name) => fields.get(name)?.find((field) => choicesOf(field) !== undefined));
  return dropdownsOf(chosen, textsOf);
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

export interface CellNote {
  readonly note: string;
  /** Whether the cell itself is wrong; if not, the note is about the row. */
  readonly isWrong: boolean;
}

/** The findings of a row as notes, by column. A finding about no column goes to the first cell. */
export function notesByColumn(
  { findings, note }: RejectedRow,
  columnOf: (finding: Finding) => number,
): ReadonlyMap<number, CellNote> {
  const notes = new Map<number, CellNote>();
  const add = (column: number, text: string, isFault: boolean) => {
    const at = Math.max(column, 0);
    const known = notes.get(at);
    const joined = known === undefined ? text : `${known.note}\n${text}`;
    notes.set(at, { note: joined, isWrong: known?.isWrong === true || (isFault && column >= 0) });
  };
  for (const finding of findings) add(columnOf(finding), noteText(finding), isError(finding));
  if (note !== undefined) add(-1, note, false);
  return notes;
}

function noteText(finding: Finding): string {
  const { suggestion } = finding;
  return suggestion === null ? messageOf(finding) : `${messageOf(finding)}\nFix: ${suggestion}`;
}
