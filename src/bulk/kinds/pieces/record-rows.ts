/** The check of tables in which each row is a record. */

import type { TableRow } from '../../../input/port.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { draftRow, keyOf, type RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import { locateCell, readCell } from '../../../input/table/row-values.ts';
import { readRow } from '../../../input/table/rows.ts';
import type { ConversionOptions } from '../../../input/values/conversion.ts';
import type { KindChecks } from '../../check/validate.ts';
import type { Draft } from '../../model/draft.ts';
import type { RuleFields } from '../kind.ts';
import { createCleanCells } from './clean-cells.ts';
import type { CleanRecord, RowCheck } from './piece-check.ts';

/** `rules` are those between the fields of a record; a kind that does not name them is checked record by record. */
export function createRecordCheck(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: RecordDraftOptions,
  rules: RuleFields | undefined,
): RowCheck {
  const crossChecks = checks.createRepeatChecks();
  const { keyFields, preset, withId } = options;
  const isPlain = rules !== undefined && withId === undefined && Object.keys(preset).length === 0;
  const clean = isPlain ? createCleanCells(columns, options.columns.required, options) : undefined;
  const readRequest = clean?.readerOf(options.resource);
  const compared = pickFields(columns, [...keyFields, ...crossChecks.flatMap(({ fields }) => fields)], options);
  const ruled = pickFields(columns, rules?.fields ?? [], options);
  const cleanOf = (row: TableRow): CleanRecord | undefined => {
    if (clean?.isClean(row.cells) !== true || row.lines > 1 || rules?.areKept(ruled(row)) !== true) return undefined;
    const request = compared(row);
    const locate: Draft['locate'] = (path) => locateCell({ columns, row }, path);
    return { key: keyOf(request, keyFields), request, locate, whole: () => readRequest?.(row.cells) };
  };
  return {
    columns,
    checks,
    crossChecks,
    draftOf: ([row]) => draftRow(readRow(columns, row, options), options),
    group: function* (rows) {
      for (const row of rows) yield { rows: [row], clean: () => cleanOf(row) };
    },
  };
}

/** Reads some fields of a row alone. */
export function pickFields(columns: Columns, names: readonly string[], options: ConversionOptions) {
  const picked = columns.fields.flatMap((column, index) =>
    column !== undefined && names.includes(column.name) ? [{ column, index }] : [],
  );
  return ({ cells }: TableRow): Record<string, unknown> => {
    const record: Record<string, unknown> = {};
    for (const { column, index } of picked) {
      const cell = cells[index] ?? '';
      if (cell !== '') record[column.name] = readCell(column, cell, options).value;
    }
    return record;
  };
}
