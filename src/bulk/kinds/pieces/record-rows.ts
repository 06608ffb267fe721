/** The check of tables in which each row is a record. */

import type { TableRow } from '../../../input/port.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { draftRow, keyOf, type RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import { locateCell } from '../../../input/table/row-values.ts';
import { readRow } from '../../../input/table/rows.ts';
import type { KindChecks } from '../../check/validate.ts';
import type { LookedAt } from '../kind.ts';
import { createCleanCells } from './clean-cells.ts';
import { createOddCells, type OddCell } from './odd-cells.ts';
import { type CheckedRecord, CLEAN, type RowCheck } from './piece-check.ts';

/** A kind of which nothing is known to be looked at is checked record by record. */
export function createRecordCheck(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: RecordDraftOptions,
  lookedAt: LookedAt | undefined,
): RowCheck {
  const crossChecks = checks.createCrossChecks();
  const { keyFields, preset, withId } = options;
  const isPlain = lookedAt !== undefined && withId === undefined && Object.keys(preset).length === 0;
  const clean = isPlain ? createCleanCells(columns, options.columns.required, options) : undefined;
  const { known } = options.columns;
  const cells = clean && {
    read: clean.read,
    lookAt: clean.recordOf(known.filter(({ name }) => lookedAt?.fields.includes(name))),
    writeJson: clean.jsonOf(known.filter(({ resource }) => resource === options.resource)),
  };
  const oddCells = createOddCells(columns, options);
  let odd: OddCell[] = [];
  const readOdd = (row: TableRow, index: number): unknown => {
    const cell = oddCells.read(row, index);
    odd.push(cell);
    return cell.read?.value;
  };
  const lookAtRow = (row: TableRow): CheckedRecord | undefined => {
    odd = [];
    const values = cells?.read(row, readOdd);
    if (cells === undefined || values === undefined) return undefined;
    const request = cells.lookAt(values);
    if (lookedAt?.keepsRules(request) !== true) return undefined;
    const key = keyOf(request, keyFields);
    const told = odd.length === 0 ? CLEAN : oddCells.check(row, odd, key);
    const whole = () => ({ request, ...cells.writeJson(values) });
    return told && { key, request, locate: () => row, whole, ...told };
  };
  return {
    columns,
    checks,
    crossChecks,
    draftOf: ([row]) => draftRow(readRow(columns, row, options), options),
    locate: ([row], path) => locateCell({ columns, row }, path),
    group: (take) => ({ add: (row) => take({ rows: [row], check: () => lookAtRow(row) }), end: () => undefined }),
  };
}
