/** Checks the cells of a row that may have findings, each as if the record had no other field. */

import type { TableRow } from '../../input/port.ts';
import type { ColumnField } from '../../input/table/column-field.ts';
import type { Columns } from '../../input/table/header/match-columns.ts';
import { rowOf } from '../../input/table/origin.ts';
import type { RecordDraftOptions } from '../../input/table/record-drafts.ts';
import {
  collectRecord,
  fixFindings,
  locateCell,
  type PlacedRow,
  type RowValue,
  readValue,
} from '../../input/table/row-values.ts';
import { checkFields } from '../../platform/fields/check.ts';
import { checkDraft } from '../check/check-draft.ts';
import type { RecordFindings } from './piece-check.ts';

export interface SuspectCell {
  readonly column: ColumnField | undefined;
  /** `undefined` for an empty cell. */
  readonly read: RowValue | undefined;
  /** The result for the first row with this cell; `undefined` before that row is checked. */
  checked: RecordFindings | undefined;
}

export interface SuspectCells {
  readonly read: (row: TableRow, index: number) => SuspectCell;
  /**
   * Returns the findings about a record whose other cells have none. Returns `undefined` if only the check of the whole
   * record can give all findings: the record has no key, a column belongs to another resource, or a cell has no finding
   * by itself.
   */
  readonly check: (row: TableRow, cells: readonly SuspectCell[], key: string | null) => RecordFindings | undefined;
}

/** The number of cells of a column that are cached: many rows often have the same wrong cell. */
const MAX_CACHED = 2_000;

export function createSuspectCells(columns: Columns, options: RecordDraftOptions): SuspectCells {
  const known = columns.fields.map(() => new Map<string, SuspectCell>());
  return {
    read: (row, index) => {
      // Findings about a row of several lines may name its lines, so its cells are not cached.
      const cells = row.lines === 1 ? known[index] : undefined;
      const cell = row.cells[index] ?? '';
      let suspect = cells?.get(cell);
      if (suspect === undefined) {
        const read = readValue({ columns, row }, index, options);
        suspect = { column: columns.fields[index], read, checked: undefined };
        if (cells !== undefined && cells.size >= MAX_CACHED) cells.clear();
        cells?.set(cell, suspect);
      }
      return suspect;
    },
    check: (row, cells, key) => {
      if (key === null) return undefined;
      const { line, record } = row;
      const findings: RecordFindings['findings'][number][] = [];
      let isValid = true;
      for (const cell of cells) {
        if (cell.column?.resource !== options.resource) return undefined;
        cell.checked ??= checkCell({ columns, row }, cell.column, cell.read, key);
        if (cell.checked.findings.length === 0) return undefined;
        for (const finding of cell.checked.findings) findings.push({ ...finding, line, record, key });
        isValid &&= cell.checked.isValid;
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
): RecordFindings {
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
