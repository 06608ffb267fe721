/** Converts dates and times of files to UTC: RFC 3339 with any offset, or local times if a time zone is given. */
import { isCalendarDate } from '../../base/calendar.ts';
import type { LocalTimeZone } from './conversion.ts';
import { type DateFormat, exampleIn } from './date-format.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;
const WITH_OFFSET = /^(.+?)([Zz]|[+-]\d{2}:\d{2})$/;

interface DateTimeFault {
  /** The end of a sentence that begins with the field's name. */
  readonly words: string;
  readonly suggestion: string;
}

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

/** Returns the fault of a text that is neither a local date and time nor one with an offset. */
function dateTimeFault(text: string): DateTimeFault {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](.{1,40}))?$/.exec(text) ?? [];
  if (date === undefined) return OTHER_FORMS.find(([form]) => form.test(text))?.[1] ?? NO_DATE_TIME;
  if (!isCalendarDate(date)) return NO_SUCH_DAY;
  if (time === undefined) return { words: 'has no time of day', suggestion: exampleOf(date) };
  const [, word = ''] = /^[\d:.]{3,40} ?\(?([A-Za-z][A-Za-z_/]*)/.exec(time) ?? [];
  return namesZone(word) ? ZONE_IN_LETTERS : NO_DATE_TIME;
}

/** Whether a text is an offset from UTC as RFC 3339 writes it. */
function isOffset(text: string): boolean {
  return /^(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);
}

/** Whether a word behind a time is the name of a zone: `CET`, `Europe/Amsterdam`. `UHR`, `UUR` and `HRS` are not. */
export function namesZone(word: string): boolean {
  return ABBREVIATIONS.has(word) || /^[A-Z][A-Za-z]+\/[A-Z][A-Za-z_/]+$/.test(word);
}

const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'UTC GMT WET WEST CET CEST MET MEST MEZ MESZ EET EEST BST IST MSK TRT ' +
    'ET CT MT PT EST EDT CST CDT MST MDT PST PDT AKST AKDT HST AST ADT NST NDT BRT ART ' +
    'WAT CAT EAT SAST PKT ICT WIB HKT SGT JST KST AWST ACST AEST AEDT NZST NZDT'
  ).split(' '),
);

/** Returns the fault of a date in numbers that does not fit `--date-format`. */
export function formatFault(format: DateFormat): DateTimeFault {
  return { words: `does not fit --date-format ${format.text}`, suggestion: `write it like ${exampleIn(format)}` };
}

function exampleOf(date = '2027-03-01'): string {
  return `write it like ${date} 09:00 with --timezone, or ${date}T09:00:00Z`;
}

const NO_SUCH_DAY: DateTimeFault = {
  words: 'names a day that does not exist',
  suggestion: 'check the month and the day',
};
const ZONE_IN_LETTERS: DateTimeFault = {
  words: 'names its time zone in letters, which may mean several',
  suggestion: 'write its offset in place of them, like +01:00, or Z for UTC',
};
const NO_DATE_TIME: DateTimeFault = { words: 'is not a date and time', suggestion: exampleOf() };

/** Forms of texts that do not begin with a date as RFC 3339 writes it. */
const OTHER_FORMS: readonly (readonly [form: RegExp, fault: DateTimeFault])[] = [
  [/^\s|\s$/, { words: 'has white space before or after the text', suggestion: 'remove it, or let --fix do it' }],
  [
    // The days since the end of 1899, from 1927 to 2118.
    /^[1-7]\d{4}(?:[.,]\d{1,15})?$/,
    {
      words: "is a spreadsheet's day number, not a date and time",
      suggestion: 'format the column as yyyy-mm-dd hh:mm in the spreadsheet, and save the file again',
    },
  ],
  [/^\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})(?!\d)/, { words: 'does not begin with the year', suggestion: exampleOf() }],
];
