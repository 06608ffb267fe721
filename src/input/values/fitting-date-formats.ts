/** The orders of day, month and year in which a text can be read. The program suggests them and chooses none. */
import { type DateFormat, hasCalendarDate, parseDateFormat, toIsoDateTime } from './date-format.ts';

const DATE = /^(\d{1,4})([-./])\d{1,2}\2(\d{1,4})(?:[T ,]{1,2}\d{1,2}[:.]\d{2}(:\d{2})?( ?[AaPp]\.?[Mm]\.?)?)?$/;

/** Whether a text is a date in numbers, but not in the form of RFC 3339. */
export function isNonIsoDate(text: string): boolean {
  const [, first = '', mark, last = ''] = DATE.exec(text.trim()) ?? [];
  if (mark === undefined || (first.length === 4 && mark === '-')) return false;
  return [first, last].every(({ length }) => length !== 3) && first.length + last.length !== 8;
}

/** Returns the formats in which a text is a day that exists. */
export function formatsOf(text: string): readonly string[] {
  const [, first = '', mark = '', last = '', seconds, noon] = DATE.exec(text.trim()) ?? [];
  const year = last.length === 4 ? 'YYYY' : 'YY';
  const orders =
    first.length === 4
      ? [['YYYY', 'M', 'D']]
      : [['D', 'M', year], ['M', 'D', year], ...(year === 'YY' ? [['YY', 'M', 'D']] : [])];
  const time =
    noon === undefined ? '' : ` h:mm${seconds === undefined ? '' : ':ss'}${noon.startsWith(' ') ? ' ' : ''}A`;
  return orders.map((parts) => parts.join(mark) + time).filter((format) => fits(format, text.trim()));
}

const parsed = new Map<string, DateFormat | undefined>();

function fits(format: string, text: string): boolean {
  if (!parsed.has(format)) {
    const made = parseDateFormat(format);
    parsed.set(format, typeof made === 'string' ? undefined : made);
  }
  const made = parsed.get(format);
  const iso = made && toIsoDateTime(made, text);
  return iso !== undefined && hasCalendarDate(iso);
}
