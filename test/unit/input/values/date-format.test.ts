import { expect, it } from 'vitest';
import {
  formatsOf,
  isNonIsoDate,
  parseDateFormat,
  toIsoDate,
  toIsoDateTime,
} from '../../../../src/input/values/date-format.ts';

function formatOf(text: string) {
  const format = parseDateFormat(text);
  if (typeof format === 'string') throw new Error(format);
  return format;
}

it.each([
  ['D-M-YYYY HH:mm', '11-1-2027 09:00', '2027-01-11 09:00'],
  ['D-M-YYYY HH:mm', '11-1-2027 09:00+01:00', '2027-01-11 09:00+01:00'],
  ['DD.MM.YYYY', '11.01.2027 9:00', '2027-01-11 9:00'],
  ['M/D/YYYY h:mm A', '1/11/2027 12:30 AM', '2027-01-11 00:30'],
  ['M/D/YYYY h:mmA', '1/11/2027 9:05p.m.', '2027-01-11 21:05'],
  ['D/M/YY H:mm:ss', '11/1/27 9:00:30', '2027-01-11 9:00:30'],
  ['HH:mm YYYYMMDD', '09:00 20270111', '2027-01-11 09:00'],
  ['YYYY/M/DTHH:mm', '2027/1/11T09:00', '2027-01-11 09:00'],
  ['(D) M [YYYY] HH:mm', '(11) 1 [2027] 09:00', '2027-01-11 09:00'],
])('in the format %s, %s is %s', (format, text, iso) => {
  expect(toIsoDateTime(formatOf(format), text)).toBe(iso);
});

it.each([
  ['D-M-YYYY', '1/11/2027'],
  ['DD-MM-YYYY', '1-1-2027'],
  ['D-M-YYYY HH:mm', '11-1-2027'],
  ['D-M-YYYY HH:mm', '11-1-2027 09:00 and more'],
  ['D.M.YYYY', '11x1x2027'],
])('the format %s does not fit %s', (format, text) => {
  expect(toIsoDateTime(formatOf(format), text)).toBeUndefined();
});

it('an hour that does not exist does not become another one', () => {
  expect(toIsoDateTime(formatOf('D-M-YYYY h:mm A'), '1-2-2027 13:00 PM')).toBeUndefined();
});

it.each([
  ['D-M-YYYY HH:mm', '31-1-2000', '2000-01-31'],
  ['HH:mm D-M-YYYY', '31-1-2000', '2000-01-31'],
  ['D-M-YY', '31-1-00', undefined],
  ['D-M-YYYY', '31-1-2000 00:00', undefined],
])('of a birth date in the format %s, %s is %s', (format, text, iso) => {
  expect(toIsoDate(formatOf(format), text)).toBe(iso);
});

it.each([
  ['dd-mm-yyyy', '"dd" is no part of a date'],
  ['D-M-YYYY EEE', '"EEE" is no part of a date'],
  ['D-M-D', 'day, month and year once each'],
  ['D-M', 'day, month and year once each'],
  ['', 'day, month and year once each'],
  ['D-M-YYYY HH', 'write the time as HH:mm'],
  ['D-M-YYYY h:mm', 'write the time as HH:mm'],
  ['DMYYYY', 'write a character such as - between the numbers'],
  ['D HH:mm M-YYYY', 'before or after the date'],
  ['YYYY-D-M', 'write the month after the year'],
  ['D-M-YYYY'.padEnd(60, '-'), 'day, month and year once each'],
])('"%s" is no format: %s', (text, reason) => {
  expect(parseDateFormat(text)).toContain(reason);
});

it.each([
  ['31-1-2027 09:00', ['D-M-YYYY']],
  ['1/31/2027', ['M/D/YYYY']],
  ['1/11/2027', ['D/M/YYYY', 'M/D/YYYY']],
  ['1/11/27', ['D/M/YY', 'M/D/YY']],
  ['01/11/27', ['D/M/YY', 'M/D/YY', 'YY/M/D']],
  ['31.12.2027 9:00', ['D.M.YYYY']],
  ['2027/1/11', ['YYYY/M/D']],
  ['1/31/2027 9:00 AM', ['M/D/YYYY h:mm A']],
  ['1/31/2027 9:00:30 AM', ['M/D/YYYY h:mm:ss A']],
  ['31.1.2027 9:00:30pm', ['D.M.YYYY h:mm:ssA']],
  ['31/31/2027', []],
])('%s may be in %j', (text, formats) => {
  expect(isNonIsoDate(text)).toBe(true);
  expect(formatsOf(text)).toEqual(formats);
});

it.each(['2027-01-11 09:00', '2027-01-11', '192.168.1', 'tomorrow', '', '1-2-345', '20270111'])(
  '"%s" is no date in another order',
  (text) => expect(isNonIsoDate(text)).toBe(false),
);
