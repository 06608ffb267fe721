/** Checks the cells of a row that are not clean, and no others: each as if it were all of the record. */

import type { ColumnField } from '../../../input/table/column-field.ts';
import { rowOf } from '../../../input/table/origin.ts';
import {
  collectRecord,
  fixFindings,
  locateCell,
  type PlacedRow,
  type RowValue,
} from '../../../input/table/row-values.ts';
import { checkFields } from '../../../platform/fields/check.ts';
import type { Resource } from '../../../platform/fields/field.ts';
import { checkDraft } from '../../check/check-draft.ts';
import type { ToldRecord } from './piece-check.ts';

/** A cell by the position of its column; nothing is read of one that is empty. */
export interface OddCell {
  readonly index: number;
  readonly read: RowValue | undefined;
}

/**
 * What the check of the whole record says of these cells, where all others are clean. `undefined` where it may say more:
 * of a record without a key, of a field that is none of the resource, and where a cell is right in itself.
 */
export function checkCells(
  at: PlacedRow,
  cells: readonly OddCell[],
  key: string | null,
  resource: Resource,
): ToldRecord | undefined {
  if (key === null) return undefined;
  const findings: ToldRecord['findings'][number][] = [];
  let isValid = true;
  for (const { index, read } of cells) {
    const column = at.columns.fields[index];
    if (column?.resource !== resource) return undefined;
    const checked = checkCell(at, column, read, key);
    if (checked.findings.length === 0) return undefined;
    findings.push(...checked.findings);
    isValid &&= checked.request !== undefined;
  }
  return { findings, isValid };
}

function checkCell(
  at: PlacedRow,
  { resource, name, field }: ColumnField,
  read: RowValue | undefined,
  key: string,
): ReturnType<typeof checkDraft> {
  const values = read === undefined ? NONE : [read];
  const draft = {
    key,
    request: collectRecord(values),
    rows: [rowOf(at.row, { cells: at.row.cells })] as const,
    findings: fixFindings(at, values, key),
    problems: read?.problems ?? NONE,
    locate: (path: Parameters<typeof locateCell>[1]) => locateCell(at, path),
  };
  const alone = { ...resource, fields: { [name]: field } };
  return checkDraft(draft, { checkForm: (request) => checkFields(alone, request), resource: alone }, NO_RULES);
}

const NONE: readonly never[] = [];
const NO_RULES: ReadonlySet<string> = new Set();
