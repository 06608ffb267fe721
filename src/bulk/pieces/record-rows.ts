/** The check of tables in which each row is a record. */

import type { TableRow } from '../../input/port.ts';
import type { Columns } from '../../input/table/header/match-columns.ts';
import { draftRow, keyOf, type RecordDraftOptions } from '../../input/table/record-drafts.ts';
import { locateCell } from '../../input/table/row-values.ts';
import { readRow } from '../../input/table/rows.ts';
import type { KindChecks } from '../check/validate.ts';
import { createCleanCells } from './clean-cells.ts';
import { type CheckedRecord, NO_FINDINGS, type RowCheck } from './piece-check.ts';
import { createSuspectCells, type SuspectCell } from './suspect-cells.ts';
import type { RequestSummary } from './valid-records.ts';

export interface FastCheck {
  /** Whether a record follows the rules between its fields. With a key and valid fields, it then passes `checkForm`. */
  readonly keepsRules: (record: object, workflow?: string) => boolean;
  /** All fields that `keepsRules`, the checks across records and `summary` read. `keepsRules` receives no other fields. */
  readonly fields: readonly string[];
  /** Summarizes valid requests; absent if runs read all of a request. */
  readonly summary?: RequestSummary | undefined;
}

/** Without a fast check, a draft of each row is checked. */
export function createRecordCheck(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: RecordDraftOptions,
  fastCheck: FastCheck | undefined,
): RowCheck {
  const crossChecks = checks.createCrossChecks();
  const { keyFields, preset, withId } = options;
  const isPlain = fastCheck !== undefined && withId === undefined && Object.keys(preset).length === 0;
  const clean = isPlain ? createCleanCells(columns, options.columns.required, options) : undefined;
  const { known } = options.columns;
  const cells = clean && {
    read: clean.read,
    checkedFields: clean.recordOf(known.filter(({ name }) => fastCheck?.fields.includes(name))),
    writeJson: clean.jsonOf(known.filter(({ resource }) => resource === options.resource)),
  };
  const suspectCells = createSuspectCells(columns, options);
  let suspects: SuspectCell[] = [];
  const readSuspect = (row: TableRow, index: number): unknown => {
    const cell = suspectCells.read(row, index);
    suspects.push(cell);
    return cell.read?.value;
  };
  const checkCells = (row: TableRow): CheckedRecord | undefined => {
    suspects = [];
    // A finding about a cell of a sheet names the cell, so it is not the same for other rows.
    const values = cells?.read(row, row.sheet === undefined ? readSuspect : undefined);
    if (cells === undefined || values === undefined) return undefined;
    const request = cells.checkedFields(values);
    if (fastCheck?.keepsRules(request) !== true) return undefined;
    const key = keyOf(request, keyFields);
    const checked = suspects.length === 0 ? NO_FINDINGS : suspectCells.check(row, suspects, key);
    const toPack = () => ({ request, ...cells.writeJson(values) });
    return checked && { key, request, locate: () => row, toPack, ...checked };
  };
  return {
    columns,
    checks,
    crossChecks,
    draftOf: ([row]) => draftRow(readRow(columns, row, options), options),
    locate: ([row], path) => locateCell({ columns, row }, path),
    summary: fastCheck?.summary,
    group: (onRecord) => ({
      add: (row) => onRecord({ rows: [row], check: () => checkCells(row) }),
      end: () => undefined,
    }),
  };
}
