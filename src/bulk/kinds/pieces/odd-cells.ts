/** Checks the cells of a row that are not clean, and no others: each as if it were all of the record. */

import type { TableRow } from '../../../input/port.ts';
import type { ColumnField } from '../../../input/table/column-field.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { rowOf } from '../../../input/table/origin.ts';
import type { RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import {
  collectRecord,
  fixFindings,
  locateCell,
  type PlacedRow,
  type RowValue,
  readValue,
} from '../../../input/table/row-values.ts';
import { checkFields } from '../../../platform/fields/check.ts';
import { checkDraft } from '../../check/check-draft.ts';
import type { ToldRecord } from './piece-check.ts';

export interface OddCell {
  readonly column: ColumnField | undefined;
  /** Nothing is read of one that is empty. */
  readonly read: RowValue | undefined;
  /** What is said of it, in the first of its rows. */
  said: ToldRecord | undefined;
}

export interface OddCells {
  readonly read: (row: TableRow, index: number) => OddCell;
  /**
   * What the check of the whole record says of these cells, where all others are clean. `undefined` where it may say
   * more: of a record without a key, of a field that is none of the resource, and where a cell is right in itself.
   */
  readonly check: (row: TableRow, cells: readonly OddCell[], key: string | null) => ToldRecord | undefined;
}

/** The number of cells of a column that are remembered: what is wrong in one row is often wrong in many. */
const MAX_REMEMBERED = 2_000;

export function createOddCells(columns: Columns, options: RecordDraftOptions): OddCells {
  const known = columns.fields.map(() => new Map<string, OddCell>());
  return {
    read: (row, index) => {
      // What is said of a row of several lines may name them.
      const cells = row.lines === 1 ? known[index] : undefined;
      const cell = row.cells[index] ?? '';
      let odd = cells?.get(cell);
      if (odd === undefined) {
        odd = { column: columns.fields[index], read: readValue({ columns, row }, index, options), said: undefined };
        if (cells !== undefined && cells.size >= MAX_REMEMBERED) cells.clear();
        cells?.set(cell, odd);
      }
      return odd;
    },
    check: (row, cells, key) => {
      if (key === null) return undefined;
      const { line, record } = row;
      const findings: ToldRecord['findings'][number][] = [];
      let isValid = true;
      for (const cell of cells) {
        if (cell.column?.resource !== options.resource) return undefined;
        cell.said ??= checkCell({ columns, row }, cell.column, cell.read, key);
        if (cell.said.findings.length === 0) return undefined;
        for (const finding of cell.said.findings) findings.push({ ...finding, line, record, key });
        isValid &&= cell.said.isValid;
      }
      return { findings, isValid };
    },
  };
}

function checkCell(
  at: PlacedRow,
  { resource, name, field }: ColumnField,
  read: RowValue | undefined,
  key: string,
): ToldRecord {
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
  const checks = { checkForm: (request: unknown) => checkFields(alone, request), resource: alone };
  const { findings, request } = checkDraft(draft, checks, NO_RULES);
  return { findings, isValid: request !== undefined };
}

const NONE: readonly never[] = [];
const NO_RULES: ReadonlySet<string> = new Set();
