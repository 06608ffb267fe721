/** Rows whose cells do not stand under their columns: such a row is not looked at further. */
import type { Finding } from '../../bulk/model/finding.ts';
import { LINE_COLUMN, MESSAGE_COLUMN } from '../../bulk/model/reject-columns.ts';
import { MISSING_CELL } from '../../bulk/model/missing-cell.ts';
import { nameRow } from '../csv/cell-lines.ts';
import type { Columns } from './columns.ts';
import type { CsvRow } from '../port.ts';
import { rowFinding } from './row-values.ts';

const WIDTH_RULE = 'input.row.width';

/** A finding where a row has more or fewer cells than the header, or had when it was rejected and is not fixed. */
export function checkWidth(columns: Columns, row: CsvRow, key: string | null): Finding | undefined {
  const [expected, found] = [columns.header.length, row.cells.length];
  if (expected === found) return columns.isRejects ? checkReturned(columns, row, key) : undefined;
  return {
    ...rowFinding(row, 'error', WIDTH_RULE),
    key,
    message: `${nameRow(row)} has ${found} ${found === 1 ? 'cell' : 'cells'} and the header ${expected}`,
    suggestion: found > expected ? 'put quotes around a cell that contains the delimiter' : 'add the missing cells',
  };
}

/** A spreadsheet makes all rows equally wide, so that the width alone tells nothing of a row that comes back. */
function checkReturned(columns: Columns, row: CsvRow, key: string | null): Finding | undefined {
  const finding = { ...rowFinding(row, 'error', WIDTH_RULE), key };
  const missing = row.cells.indexOf(MISSING_CELL);
  if (missing !== -1) {
    return {
      ...finding,
      column: columns.header[missing] ?? null,
      field: columns.fields[missing]?.name ?? null,
      message: 'The row was too short and had no cell here',
      suggestion: 'see that the others stand under their columns, then write what belongs here or empty it',
    };
  }
  if (!isShifted(columns, row)) return undefined;
  return {
    ...finding,
    message: 'The cells of the row do not stand under their columns',
    suggestion: `move them there; ${LINE_COLUMN} and what follows it are the last`,
  };
}

/** The position of the columns of an earlier run shows a shift: a number, and the words of this rule. */
function isShifted({ header }: Columns, { cells }: CsvRow): boolean {
  if (!/^\d*$/.test(cells[header.indexOf(LINE_COLUMN)] ?? '')) return true;
  const message = header.indexOf(MESSAGE_COLUMN);
  return message !== -1 && cells.some((cell, index) => index !== message && cell.includes(`[${WIDTH_RULE}]`));
}
