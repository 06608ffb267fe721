/**
 * Converts dates and times of a spreadsheet. They are numbers of days: the whole part is the date, the rest the time.
 */
import { isCalendarDate } from '../../../base/calendar.ts';

export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** The milliseconds since day 0, for formats that show hours above 24. */
  readonly elapsedMs: number;
}

const DAY_MS = 86_400_000;

/** Day 0: the day before 1 January 1900, or 1 January 1904. */
const [DAY_0_OF_1900, DAY_0_OF_1904] = [Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1)];

/** Spreadsheets count 29 February 1900, a day that did not exist: the number of each later day is too large by one. */
const LEAP_BUG_DAY = 60;

/** The number of 31 December 9999. */
const LAST_DAYS = { 1900: 2_958_465, 1904: 2_957_003 } as const;

/**
 * Returns the moment of a number, rounded to milliseconds, because binary fractions are not exact. Returns `undefined`
 * below zero, after the year 9999, and for 29 February 1900.
 */
export function momentOf(days: number, is1904: boolean): Moment | undefined {
  const elapsedMs = Math.round(days * DAY_MS);
  const day = Math.floor(elapsedMs / DAY_MS);
  if (!(days >= 0) || day > LAST_DAYS[is1904 ? 1904 : 1900] || (!is1904 && day === LEAP_BUG_DAY)) return undefined;
  const offset = is1904 ? DAY_0_OF_1904 : DAY_0_OF_1900 - (day > LEAP_BUG_DAY ? DAY_MS : 0);
  const date = new Date(offset + elapsedMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    // Before 29 February 1900, the day of the week in spreadsheets is wrong by one too.
    weekday: is1904 || day > LEAP_BUG_DAY ? date.getUTCDay() : (date.getUTCDay() + 6) % 7,
    elapsedMs,
  };
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?|Z)?$/;

/** Returns the number of a date and time written as `2027-01-11T09:00:00`, and its offset, if it has one. */
export function dayNumberOf(iso: string, is1904: boolean): { days: number; offset: string } | undefined {
  const [, date = '', clock = '00:00', offset = ''] = ISO.exec(iso) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const time = Date.parse(`${date}T${clock}Z`);
  if (Number.isNaN(time)) return undefined;
  const days = (time - (is1904 ? DAY_0_OF_1904 : DAY_0_OF_1900)) / DAY_MS;
  return { days: !is1904 && days >= LEAP_BUG_DAY ? days + 1 : days, offset };
}

/** `2027-01-11`. */
export function dateText({ year, month, day }: Moment): string {
  return [padded(year, 4), padded(month, 2), padded(day, 2)].join('-');
}

/** `09:00`, with seconds and their fractions if they are not zero. */
export function timeText({ hour, minute, second, millisecond }: Moment): string {
  const seconds = second === 0 && millisecond === 0 ? '' : `:${padded(second, 2)}`;
  return `${padded(hour, 2)}:${padded(minute, 2)}${seconds}${millisecond === 0 ? '' : `.${padded(millisecond, 3)}`}`;
}

export function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
