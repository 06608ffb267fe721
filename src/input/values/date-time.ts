/** Converts dates and times of files to UTC: RFC 3339 with any offset, or local times if a time zone is given. */
import { isCalendarDate } from '../../base/calendar.ts';
import type { LocalTimeZone } from './conversion.ts';
import { type DateTimeFault, dateTimeFault, isOffset } from './date-time-faults.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;
const WITH_OFFSET = /^(.+?)([Zz]|[+-]\d{2}:\d{2})$/;

export interface DateTimeProblem extends DateTimeFault {
  /** The last part of the name of the rule. */
  readonly problem: 'invalid' | 'no-zone' | 'nonexistent' | 'ambiguous';
}

/** Returns the moment in UTC with milliseconds, or why there is none. */
export function toUtcDateTime(
  text: string,
  zone: LocalTimeZone | undefined,
): { readonly value: string } | { readonly problem: DateTimeProblem } {
  const [, moment, offset] = WITH_OFFSET.exec(text) ?? [];
  if (moment !== undefined && offset !== undefined && isLocalDateTime(moment) && isOffset(offset)) {
    return { value: new Date(`${canonical(moment)}${offset.toUpperCase()}`).toISOString() };
  }
  if (!isLocalDateTime(text)) return { problem: { problem: 'invalid', ...dateTimeFault(text) } };
  if (zone === undefined) return { problem: NO_ZONE };
  const result = zone.toUtc(canonical(text));
  return 'utc' in result ? { value: result.utc } : { problem: clockChange(result.problem, zone.name) };
}

/** Returns the time with a `T` and two digits for the hour: people and spreadsheets write `2027-03-01 9:00`. */
function canonical(localDateTime: string): string {
  return localDateTime.replace(/[Tt ](\d{1,2}):/, (_, hour: string) => `T${hour.padStart(2, '0')}:`);
}

function isLocalDateTime(text: string): boolean {
  const match = LOCAL.exec(text);
  if (match === null) return false;
  const [, date = '', hour, minute, second = '0'] = match;
  return isCalendarDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

const NO_ZONE: DateTimeProblem = {
  problem: 'no-zone',
  words: 'has no time zone',
  suggestion: 'add an offset such as +01:00, or give --timezone with an IANA name',
};

function clockChange(problem: 'nonexistent' | 'ambiguous', zone: string): DateTimeProblem {
  const words = problem === 'ambiguous' ? `happens twice in ${zone}` : `does not exist in ${zone}`;
  return { problem, words: `${words}: the clock is changed then`, suggestion: 'add an offset such as +01:00' };
}
