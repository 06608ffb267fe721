/** Date-times of files: RFC 3339 with any offset, or local where a time zone is given. The wire wants UTC. */
import { isCalendarDate } from '../contract/formats.ts';
import type { LocalTimeZone } from './conversion.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;
const WITH_OFFSET = /^(.+?)([Zz]|[+-]\d{2}:\d{2})$/;

export interface DateTimeProblem {
  /** The last part of the rule's name. */
  readonly problem: 'no-zone' | 'nonexistent' | 'ambiguous';
  readonly words: string;
  readonly suggestion: string;
}

/** The moment in UTC with milliseconds; a text that is no date and time comes back as it is, for others to judge. */
export function toUtcDateTime(
  text: string,
  zone: LocalTimeZone | undefined,
): { readonly value: string } | { readonly problem: DateTimeProblem } {
  const [, moment, offset] = WITH_OFFSET.exec(text) ?? [];
  if (moment !== undefined && offset !== undefined && isLocalDateTime(moment) && isOffset(offset)) {
    return { value: new Date(`${moment.replace(/[t ]/, 'T')}${offset.toUpperCase()}`).toISOString() };
  }
  if (!isLocalDateTime(text)) return { value: text };
  if (zone === undefined) return { problem: NO_ZONE };
  const result = zone.toUtc(text);
  return 'utc' in result ? { value: result.utc } : { problem: clockChange(result.problem, zone.name) };
}

function isLocalDateTime(text: string): boolean {
  const match = LOCAL.exec(text);
  if (match === null) return false;
  const [, date = '', hour, minute, second = '0'] = match;
  return isCalendarDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

function isOffset(offset: string): boolean {
  if (offset.length === 1) return true;
  return Number(offset.slice(1, 3)) < 24 && Number(offset.slice(4, 6)) < 60;
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
