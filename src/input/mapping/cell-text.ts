/** The text of a cell in a template: of a workbook its value, whatever its format shows. */
import type { TableRow } from '../port.ts';

/** The days before the first date of a workbook: a cell with one of them is a time without a date. */
const NO_DATE = /^(?:1899-12-3[01]|1900-01-00|1904-01-01) /;

/**
 * Returns `2027-01-11` for a date, `09:00` for a time, both with a blank for a date with a time, and all digits of a
 * number; of other cells the text as it is.
 */
export function cellText({ cells, values }: Pick<TableRow, 'cells' | 'values'>, index: number): string {
  const { dateTime, number } = values?.get(index) ?? {};
  if (dateTime === undefined) return number ?? cells[index] ?? '';
  if (NO_DATE.test(dateTime)) return dateTime.replace(NO_DATE, '');
  return dateTime.replace(/ 00:00$/, '');
}
