/** The check of tables in which each row is a record. */

import type { TableRow } from '../../../input/port.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { draftRow, keyOf, type RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import { readRow } from '../../../input/table/rows.ts';
import type { KindChecks } from '../../check/validate.ts';
import { createCleanCells } from './clean-cells.ts';
import type { CleanRecord, RowCheck } from './piece-check.ts';

/** `keepsRules` knows the rules between the fields of a record; a kind that has none is checked record by record. */
export function createRecordCheck(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: RecordDraftOptions,
  keepsRules: ((record: object) => boolean) | undefined,
): RowCheck {
  const crossChecks = checks.createRepeatChecks();
  const { keyFields, preset, withId } = options;
  const isPlain = keepsRules !== undefined && withId === undefined && Object.keys(preset).length === 0;
  const clean = isPlain ? createCleanCells(columns, options.columns.required, options) : undefined;
  const { known } = options.columns;
  const requestOf = clean?.recordOf(known);
  const own = known.filter(({ resource }) => resource === options.resource);
  const readOwn = own.length < known.length ? clean?.recordOf(own) : undefined;
  const cleanOf = (row: TableRow): CleanRecord | undefined => {
    const values = clean?.read(row);
    const request = values && requestOf?.(values);
    if (request === undefined || keepsRules?.(request) !== true) return undefined;
    const whole = () => (readOwn === undefined ? request : readOwn(values ?? []));
    return { key: keyOf(request, keyFields), request, locate: () => row, whole };
  };
  return {
    columns,
    checks,
    crossChecks,
    draftOf: ([row]) => draftRow(readRow(columns, row, options), options),
    group: (take) => ({ add: (row) => take({ rows: [row], clean: () => cleanOf(row) }), end: () => undefined }),
  };
}
