/** Warns about hidden rows and columns, which are read, and about hidden sheets, which are not. */
import { columnLetters, listPlaces } from '../../model/place.ts';
import type { TableWarning } from '../port.ts';
import type { ChosenSheet } from './choose-sheet.ts';
import type { Survey } from './survey.ts';

const MAX_NAMED = 5;

/** Returns the warnings about a table: hidden rows below its header, and hidden columns within its width. */
export function hiddenWarnings(
  { sheet: { name: sheet }, passedOver }: ChosenSheet,
  { hiddenRows, hiddenColumns }: Survey,
  headerRow: number,
  width: number,
): TableWarning[] {
  const rows = hiddenRows.filter((row) => row > headerRow);
  const columns = hiddenColumns.flatMap(([first, last]) => range(Math.max(first, 0), Math.min(last, width - 1)));
  const place = { line: headerRow, sheet };
  return [
    ...passedOver.map((name) => ({
      ...{ ...place, rule: 'input.sheet.hidden-sheet' },
      message: `The hidden sheet ${JSON.stringify(name)} is not read`,
      suggestion: `if it is the one that is meant, name it with --sheet; --sheet ${JSON.stringify(sheet)} says that it is not`,
    })),
    ...(rows.length === 0
      ? []
      : [
          {
            ...{ ...place, severity: 'warning' as const, line: rows[0] ?? headerRow, rule: 'input.sheet.hidden-rows' },
            message: `Hidden rows are read like all others: ${listPlaces(rows.map(String), MAX_NAMED, { word: 'row' })}`,
            suggestion: 'remove the filter, or delete the rows that are not meant',
          },
        ]),
    ...(columns.length === 0
      ? []
      : [
          {
            ...{ ...place, rule: 'input.sheet.hidden-columns' },
            message: `Hidden columns are read like all others: ${listPlaces(columns.map(columnLetters), MAX_NAMED, { word: 'column' })}`,
            suggestion: 'show the columns and look at them, or delete those that are not meant',
          },
        ]),
  ];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
