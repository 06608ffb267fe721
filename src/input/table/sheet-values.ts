/** What a sheet's cells are for the fields of their columns. */
import { MISSING_CELL } from '../../model/reject-columns.ts';
import type { Field } from '../../platform/fields/field.ts';
import type { SheetValue, TableRow } from '../port.ts';
import type { Columns } from './columns.ts';

/**
 * A row whose cells say what their fields take: a date for a date, digits for a number, and for all others what the
 * sheet shows. So it stands in a rejects file as well, where a value that is not known must not pass for one.
 */
export function inFieldsOf({ fields }: Columns, row: TableRow): TableRow {
  if (row.values === undefined) return row;
  const cells = [...row.cells];
  for (const [index, value] of row.values) {
    const column = fields[index];
    const text = column && value.fault !== undefined ? MISSING_CELL : textFor(column?.field, value);
    if (text !== undefined) cells[index] = text;
  }
  return { ...row, cells };
}

function textFor(field: Field | undefined, { number, dateTime, day }: SheetValue): string | undefined {
  switch (field?.kind) {
    case 'date-time':
      return dateTime;
    case 'integer':
    case 'decimal':
      return number;
    case 'text':
      return field.format === 'birth-date' ? day : undefined;
    default:
      return undefined;
  }
}
