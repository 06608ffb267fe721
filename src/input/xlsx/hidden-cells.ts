/** Refuses merged cells, and tells of hidden rows, columns and sheets. */
import { InputError } from '../../errors.ts';
import { columnLetters, listPlaces } from '../../model/place.ts';
import type { TableWarning } from '../port.ts';
import type { Range } from './address.ts';
import type { ChosenSheet } from './choose-sheet.ts';

/** The number of hidden rows or columns that a message names. */
export const MAX_NAMED = 5;

/** The place of the table in a workbook. */
interface TablePlace {
  readonly file: string;
  readonly sheet: string;
  readonly headerRow: number;
  /** The number of its columns. */
  readonly width: number;
}

/** Throws an InputError if cells of the table are merged: it is unclear what is meant for the cells behind the first one. */
export function refuseMerged(ranges: readonly Range[], { file, sheet, headerRow, width }: TablePlace): void {
  const found = ranges.find(({ first, last }) => last.row > headerRow && first.column < width);
  if (found === undefined) return;
  const { first, last } = found;
  const cells = `${columnLetters(first.column)}${first.row}:${columnLetters(last.column)}${last.row}`;
  throw new InputError(
    { file, line: first.row },
    `the cells ${cells} of the sheet ${JSON.stringify(sheet)} are merged`,
    {
      hint: 'Unmerge the cells of the table, and fill in each one.',
    },
  );
}

/** Returns the notes about hidden sheets with data, which are not read. */
export function hiddenSheetNotes({ sheet: { name: sheet }, passedOver }: ChosenSheet, line: number): TableWarning[] {
  return passedOver.map((name) => ({
    line,
    sheet,
    rule: 'input.sheet.hidden-sheet',
    message: `The hidden sheet ${JSON.stringify(name)} is not read`,
    suggestion: `if it is the right one, name it with --sheet; to confirm the other one, give --sheet ${JSON.stringify(sheet)}`,
  }));
}

/** Returns the suspicions about the hidden rows of a table, and about its hidden columns. */
export function hiddenCells(
  rows: readonly number[],
  hidden: readonly (readonly [first: number, last: number])[],
  { sheet, headerRow, width }: TablePlace,
): TableWarning[] {
  const isHidden = (column: number) => hidden.some(([first, last]) => first <= column && column <= last);
  const columns = Array.from({ length: width }, (_, column) => column).filter(isHidden);
  const lists = [
    { line: rows[0] ?? headerRow, word: 'row', places: rows.map(String) },
    { line: headerRow, word: 'column', places: columns.map(columnLetters) },
  ];
  return lists
    .filter(({ places }) => places.length > 0)
    .map(({ line, word, places }) => ({
      ...{ severity: 'error' as const, line, sheet, rule: 'input.sheet.hidden' },
      message: `The table has hidden ${word}s: ${listPlaces(places, MAX_NAMED, { word })}`,
      suggestion: `unhide the ${word}s and look at them, and delete those that are not meant`,
    }));
}
