import { describe, expect, test } from 'vitest';
import { numberFormat } from '../../../../src/input/xlsx/number-format.ts';
import { SHOWN_NUMBERS } from '../../../support/xlsx/shown-numbers.ts';

describe('a number is shown by its format', () => {
  test.each([
    ...SHOWN_NUMBERS,
    [0.5, '# ?/?', '1/2'] as const,
    [5.5, '.00', '5.50'] as const,
    [24.999999999999996, 'd-m-yyyy', '25-1-1900'] as const,
    [46_398, '[ENG][$-409]d\\-mmm\\-yy;@', '11-Jan-27'] as const,
    [5, '[Color10][$€-2]\\ 0.00', '€ 5.00'] as const,
  ])('%d by %s is %j', (value, code, shown) => {
    expect(numberFormat(code)(value, false)).toMatchObject({ text: shown });
    expect(numberFormat(code)(value, false).fault).toBeUndefined();
  });

  test.each([
    [1234567.891, '#,##0.00', '1234567.891'],
    [0.25, '0%', '25'],
    [0.07, '0.0%', '7'],
    [0.125, '0%', '12.5'],
    [444021, '0000000', '444021'],
    [-5, '0.00;(0.00)', '-5'],
    [-5, '0;0', '-5'],
    [12.5, '"€" 0.00', '12.5'],
    [12.5, '0', '12.5'],
    [25, '0.00', '25'],
    [24.999999999999996, '0.00', '25'],
    [25_000, '0,', '25000'],
    [12_500, '0.0E+00', '12500'],
    [-7, 'General" hours"', '-7'],
  ])('%d by %s is %s for a field that is a number', (value, code, digits) => {
    expect(numberFormat(code)(value, false).number).toBe(digits);
  });
});

describe('a number that cannot be shown is a fault', () => {
  test.each([
    [1e15, 'General', 'digits-lost'],
    [1.234567890123457e18, '0', 'digits-lost'],
    [12, ';;;', 'not-shown'],
    [-1, 'yyyy-mm-dd', 'not-shown'],
    [0.5, 'yyyy-mm-dd', 'not-shown'],
    [60, 'd-m-yyyy', 'not-shown'],
    [2_958_466, 'd-m-yyyy', 'not-shown'],
    [46398, 'yyyy-mm-dd hh:mm+02:00', 'unknown-format'],
    [0.5, '[<1]0%;0', 'unknown-format'],
    [46398, 'General-yyyy', 'unknown-format'],
    [46398, 'ggge', 'unknown-format'],
  ])('%d by %s: %s', (value, code, fault) => {
    expect(numberFormat(code)(value, false).fault).toBe(fault);
  });

  test('a zero that its format hides is an empty text', () => {
    expect(numberFormat('0;-0;;@')(0, false)).toEqual({ text: '' });
  });
});

describe('dates are exact', () => {
  test.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [46_398.375, false, '2027-01-11 09:00'],
    [46_398.388888888891, false, '2027-01-11 09:20'],
    [46_398.999999999, false, '2027-01-12 00:00'],
    [2_958_465, false, '9999-12-31'],
    [0, true, '1904-01-01'],
    [44_936.375, true, '2027-01-11 09:00'],
    [2_957_003, true, '9999-12-31'],
  ])('%d (from 1904: %s) is %s', (days, is1904, dateTime) => {
    const code = dateTime.includes(' ') ? 'd/m/yy h:mm' : 'd/m/yy';
    expect(numberFormat(code)(days, is1904)).toMatchObject({ dateTime, day: dateTime.slice(0, 10) });
  });

  test('a time that the format does not show is part of the value', () => {
    expect(numberFormat('yyyy-mm-dd')(46_398.375, false)).toMatchObject({
      text: '2027-01-11',
      dateTime: '2027-01-11 09:00',
    });
  });

  test('a time without a date is only a text', () => {
    expect(numberFormat('h:mm')(0.375, false)).toEqual({ text: '9:00' });
  });

  test.each(['General', '0', '#,##0', '@', 'd-m-yyyy'])('a number of five digits by %s may be a day', (code) => {
    expect(numberFormat(code)(36_526, false).day).toBe('2000-01-01');
  });

  test('a number of four digits may be a year, and is no day', () => {
    expect(numberFormat('General')(1990, false).day).toBeUndefined();
  });
});

describe('a zone that the format shows belongs to the date and time', () => {
  test.each([
    ['yyyy\\-mm\\-dd\\Thh:mm:ss\\Z', 'Z'],
    ['yyyy\\-mm\\-dd\\ hh:mm" +02:00"', '+02:00'],
    ['yyyy-mm-dd hh:mm"-05:30"', '-05:30'],
    ['yyyy-mm-dd hh:mm"+01"', ' +01'],
    ['dd\\-mm\\-yyyy\\ hh:mm" UTC"', 'Z'],
    ['hh:mm" (GMT)" d/m/yyyy', 'Z'],
    ['dd-mm-yyyy hh:mm" UTC+2"', ' UTC+2'],
    ['dd-mm-yyyy hh:mm" CET (UTC+01:00)"', ' CET (UTC+01:00)'],
    ['dd-mm-yyyy hh:mm" +00:00"', 'Z'],
    ['dd-mm-yyyy hh:mm" CET"', ' CET'],
    ['dd-mm-yyyy hh:mm" UTC/CET"', ' UTC/CET'],
    ['dd-mm-yyyy hh:mm" Europe/Amsterdam"', ' Europe/Amsterdam'],
    ['dd-mm-yyyy hh:mm" +01:00/+02:00"', ' +01:00/+02:00'],
    ['[$-413]dd-mm-yyyy hh:mm" uur"', ''],
    ['dd-mm-yyyy hh:mm" UUR"', ''],
    ['dd-mm-yyyy hh:mm" HRS"', ''],
    ['dd-mm-yyyy hh:mm" EXAM"', ''],
    ['[$-407]dddd, d. mmmm yyyy hh:mm" Uhr"', ''],
    ['[$-40C]d mmmm yyyy" à "hh\\hmm', ''],
    ['yyyy"年"m"月"d"日" hh:mm', ''],
    ['dd-mm-yyyy hh:mm AM/PM', ''],
    ['dd-mm-yyyy hh:mm" - 11:00"', ''],
  ])('%s', (code, zone) => {
    expect(numberFormat(code)(46_398.375, false).dateTime).toBe(`2027-01-11 09:00${zone}`);
  });
});

describe('a time of day is no date', () => {
  test.each([
    [0.375, false],
    [1.375, false],
    [0.375, true],
    [1.375, true],
    [0, true],
  ])('%d (from 1904: %s)', (days, is1904) => {
    expect(Object.keys(numberFormat('hh:mm')(days, is1904))).toEqual(['text']);
  });

  test.each(['[$-F400]h:mm:ss\\ AM/PM', '[$-409]h:mm:ss AM/PM'])('also in the form of the computer: %s', (code) => {
    expect(numberFormat(code)(0.375, false)).toEqual({ text: '9:00:00 AM' });
  });
});
