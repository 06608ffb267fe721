/** Converts the cells of a sheet to the types of their fields. */
import { MISSING_CELL } from '../../model/reject-columns.ts';
import type { Field } from '../../platform/fields/field.ts';
import type { SheetValue, TableRow } from '../port.ts';
import type { Columns } from './columns.ts';

/**
 * A row in which a date field has a date, a number field has digits, and all others have the text that the sheet shows.
 * A rejects file has these cells too, where an unknown value must not look like a value.
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
