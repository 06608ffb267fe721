/** Converts the cells of a sheet to texts for their fields. */
import { unknownCell } from '../../model/reject-columns.ts';
import type { Field } from '../../platform/fields/field.ts';
import { SHEET_FAULTS } from '../../platform/fields/problem-names.ts';
import type { SheetValue, TableRow } from '../port.ts';
import type { Columns } from './header/match-columns.ts';

/**
 * Returns a row in which date fields have a date, number fields have digits, and other fields have the text that the
 * sheet shows. A cell with an unknown value gets a text that shows this, so that a rejects file does not show it as a
 * value.
 */
export function convertSheetCells(columns: Columns, row: TableRow, values: NonNullable<TableRow['values']>): TableRow {
  const cells = [...row.cells];
  for (const [index, value] of values) {
    const column = columns.fields[index];
    const text = column && value.fault !== undefined ? unknownText(value, cells[index]) : textFor(column?.field, value);
    if (text !== undefined) cells[index] = text;
  }
  return { ...row, cells };
}

function unknownText({ fault, source }: SheetValue, text = ''): string | undefined {
  return fault === undefined || source === 'rejects' ? undefined : unknownCell(fault, text);
}

/** Describes a cell with an unknown value: the end of a sentence about it, and a suggestion. */
export function describeFault({ fault, source }: SheetValue): {
  readonly message: string;
  readonly suggestion: string;
} {
  const { message, suggestion } = SHEET_FAULTS[fault ?? 'no-number'];
  if (source === undefined) return { message, suggestion };
  const words = fault === 'digits-lost' ? 'is a number of more than 15 digits, and some of them may be lost' : message;
  return { message: words, suggestion: WRITE_VALUE };
}

const WRITE_VALUE = 'write the right value in place of "(not read …)", or empty the cell';

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
