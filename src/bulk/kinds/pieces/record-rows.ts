/** The check of tables in which each row is a record. */

import type { TableRow } from '../../../input/port.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { draftRow, keyOf, type RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import { readRow } from '../../../input/table/rows.ts';
import type { KindChecks } from '../../check/validate.ts';
import type { LookedAt } from '../kind.ts';
import { createCleanCells } from './clean-cells.ts';
import type { CleanRecord, RowCheck } from './piece-check.ts';

/** A kind of which nothing is known to be looked at is checked record by record. */
export function createRecordCheck(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: RecordDraftOptions,
  lookedAt: LookedAt | undefined,
): RowCheck {
  const crossChecks = checks.createRepeatChecks();
  const { keyFields, preset, withId } = options;
  const isPlain = lookedAt !== undefined && withId === undefined && Object.keys(preset).length === 0;
  const clean = isPlain ? createCleanCells(columns, options.columns.required, options) : undefined;
  const { known } = options.columns;
  const lookAt = clean?.recordOf(known.filter(({ name }) => lookedAt?.fields.includes(name)));
  const jsonOf = clean?.jsonOf(known.filter(({ resource }) => resource === options.resource));
  const cleanOf = (row: TableRow): CleanRecord | undefined => {
    const values = clean?.read(row);
    const request = values && lookAt?.(values);
    if (values === undefined || request === undefined || lookedAt?.keepsRules(request) !== true) return undefined;
    const whole = () => ({ request, json: jsonOf?.(values) ?? '' });
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
