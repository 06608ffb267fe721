/** Makes notes of the advice about columns, with their places. */

import type { Finding } from '../../../model/finding.ts';
import { formatPath } from '../../../platform/problem.ts';
import type { ColumnAdvice } from '../../values/column-advice.ts';
import { pathOf } from '../row-values.ts';
import { type MatchedTable, sheetPlace } from './match-columns.ts';

/** `file` is the place of notes about JSON, which has no headers. */
export function findColumnNotes(tables: readonly MatchedTable[], file: string, columns: ColumnAdvice): Finding[] {
  return columns.list().map(({ field, advice: { rule, message, suggestion = null } }) => {
    const [place = { file, line: 1, column: null }] = tables.flatMap((table) => placesIn(table, field));
    const note = { rule, message: message(JSON.stringify(place.column ?? field)), suggestion, code: null, key: null };
    return { severity: 'note', ...place, record: 0, field, ...note };
  });
}

type ColumnPlace = Pick<Finding, 'file' | 'line' | 'column' | 'sheet' | 'cell'>;

/** Returns the headers of the columns that are read as a field. */
function placesIn({ input: { file, sheet, header }, columns }: MatchedTable, field: string): ColumnPlace[] {
  return columns.fields.flatMap((read, index) => {
    if (read === undefined || formatPath(pathOf(read)) !== field) return [];
    const column = columns.header[index] ?? null;
    return [{ file, line: header.line, column, ...sheetPlace(sheet, header, column) }];
  });
}
