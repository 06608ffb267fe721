/** Converts the cells of a sheet to the types of their fields. */
import { faultOfCell, unknownCell } from '../../model/reject-columns.ts';
import type { Field } from '../../platform/fields/field.ts';
import { SHEET_FAULTS } from '../../platform/fields/sheet-faults.ts';
import type { SheetValue, TableRow } from '../port.ts';
import type { Columns } from './columns.ts';

/**
 * A row in which a date field has a date, a number field has digits, and all others have the text that the sheet shows.
 * A rejects file has these cells too, where an unknown value must not look like a value.
 */
export function inFieldsOf(columns: Columns, row: TableRow): TableRow {
  const values = columns.isRejects ? withReturned(columns, row) : row.values;
  if (values === undefined) return row;
  const cells = [...row.cells];
  for (const [index, value] of values) {
    const column = columns.fields[index];
    const text = column && value.fault !== undefined ? marked(value, cells[index]) : textFor(column?.field, value);
    if (text !== undefined) cells[index] = text;
  }
  return { ...row, cells, values };
}

function marked({ fault, standsIn }: SheetValue, text = ''): string | undefined {
  return fault === undefined || standsIn === 'rejects' ? undefined : unknownCell(fault, text);
}

/** What the cells say, with those that came back as they were: their values are as unknown as before. */
function withReturned({ fields }: Columns, { cells, values }: TableRow): TableRow['values'] {
  const returned = fields.flatMap((column, index): [number, SheetValue][] => {
    const fault = column && faultOfCell(cells[index] ?? '');
    return fault === undefined ? [] : [[index, { fault, standsIn: 'rejects' }]];
  });
  return returned.length === 0 ? values : new Map([...(values ?? []), ...returned]);
}

/** What is said of a cell whose value is not known: the end of a sentence, and what to do. */
export function wordsOf({ fault, standsIn }: SheetValue): { readonly message: string; readonly suggestion: string } {
  const { message, suggestion } = SHEET_FAULTS[fault ?? 'no-number'];
  if (standsIn === undefined) return { message, suggestion };
  const said = fault === 'digits-lost' ? 'is a number of more than 15 digits, and some of them may be lost' : message;
  return { message: said, suggestion: standsIn === 'json' ? 'write it in quotes' : WRITE_VALUE };
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
