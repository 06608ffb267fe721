/** Warns about hidden rows and columns, which are read, and about hidden sheets, which are not. */
import { columnLetters, listPlaces } from '../../model/place.ts';
import type { TableWarning } from '../port.ts';
import type { ChosenSheet } from './choose-sheet.ts';

const MAX_NAMED = 5;

/** Returns the notes about hidden sheets with data, and about hidden columns within the width of a table. */
export function hiddenNotes(
  { sheet: { name: sheet }, passedOver }: ChosenSheet,
  hiddenColumns: readonly (readonly [first: number, last: number])[],
  headerRow: number,
  width: number,
): TableWarning[] {
  const columns = hiddenColumns.flatMap(([first, last]) => range(Math.max(first, 0), Math.min(last, width - 1)));
  const place = { line: headerRow, sheet };
  return [
    ...passedOver.map((name) => ({
      ...place,
      rule: 'input.sheet.hidden-sheet',
      message: `The hidden sheet ${JSON.stringify(name)} is not read`,
      suggestion: `if it is the right one, name it with --sheet; to confirm the other one, give --sheet ${JSON.stringify(sheet)}`,
    })),
    ...(columns.length === 0
      ? []
      : [
          {
            ...place,
            rule: 'input.sheet.hidden-columns',
            message: `Hidden columns are read like all others: ${listPlaces(columns.map(columnLetters), MAX_NAMED, { word: 'column' })}`,
            suggestion: 'show the columns and look at them, or delete those that are not meant',
          },
        ]),
  ];
}

/** Notes the hidden rows that are read. A blank row hides nothing: rejects workbooks have many of them. */
export class HiddenRows {
  readonly #rows: number[] = [];

  add(row: number): void {
    if (this.#rows.length <= MAX_NAMED) this.#rows.push(row);
  }

  warnings(sheet: string): TableWarning[] {
    const [line] = this.#rows;
    if (line === undefined) return [];
    return [
      {
        severity: 'warning',
        line,
        sheet,
        rule: 'input.sheet.hidden-rows',
        message: `Hidden rows are read like all others: ${listPlaces(this.#rows.map(String), MAX_NAMED, { word: 'row' })}`,
        suggestion: 'remove the filter, or delete the rows that are not meant',
      },
    ];
  }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
