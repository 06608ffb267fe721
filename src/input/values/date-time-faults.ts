/** The faults of texts that should be a date and time, with what to write instead. */
import { isCalendarDate } from '../../base/calendar.ts';
import { type DateFormat, exampleIn } from './date-format.ts';

export interface DateTimeFault {
  /** The end of a sentence that begins with the field's name. */
  readonly words: string;
  readonly suggestion: string;
}

/** Returns the fault of a text that is neither a local date and time nor one with an offset. */
export function dateTimeFault(text: string): DateTimeFault {
  if (text.trim() !== text) return SPACE;
  if (isDayNumber(text)) return DAY_NUMBER;
  const [, year, month, day, time] = YEAR_FIRST.exec(text) ?? [];
  if (year === undefined && TIME_ONLY.test(text)) return NO_DATE;
  if (year === undefined) return YEAR_LAST.test(text) ? YEAR_NOT_FIRST : NO_DATE_TIME;
  const date = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
  if (!isCalendarDate(date)) return NO_SUCH_DAY;
  if (time === undefined) return { words: 'has no time of day', suggestion: exampleOf(date) };
  return timeFault(time);
}

const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ](.{1,40}))?$/;
const YEAR_LAST = /^\d{1,2}([-/.])\d{1,2}\1(\d{4}|\d{2})(?!\d)/;
const TIME_ONLY = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AaPp]\.?[Mm]\.?)?$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(.*)$/;

/** The days since the end of 1899, as spreadsheets count them, from 1949 to 2119. */
const [FIRST_DAY_NUMBER, LAST_DAY_NUMBER] = [18_000, 80_000];

function isDayNumber(text: string): boolean {
  if (!/^\d{5}([.,]\d{1,15})?$/.test(text)) return false;
  const days = Number(text.slice(0, 5));
  return days >= FIRST_DAY_NUMBER && days <= LAST_DAY_NUMBER;
}

/** Whether a text is an offset from UTC as RFC 3339 writes it. */
export function isOffset(text: string): boolean {
  return /^(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);
}

function timeFault(time: string): DateTimeFault {
  const [, hour, minute, second = '0', offset = ''] = TIME.exec(time) ?? [];
  if (hour === undefined) return NO_DATE_TIME;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return NO_SUCH_TIME;
  if (offset.startsWith(' ') && isOffset(offset.slice(1))) return BLANK_BEFORE_OFFSET;
  if (/^ ?[+-]\d/.test(offset) && !isOffset(offset)) return ODD_OFFSET;
  const [, word = ''] = /^ ?\(?([A-Za-z][A-Za-z_/]*)/.exec(offset) ?? [];
  return namesZone(word) ? ZONE_IN_LETTERS : NO_DATE_TIME;
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

/** Returns the first part of a date in numbers that does not fit `--date-format`, and what is expected. */
export function formatFault(format: DateFormat, text: string): DateTimeFault {
  const fault = (part: string, suggestion = `write it like ${exampleIn(format)}`): DateTimeFault => ({
    words: `does not fit --date-format ${format.text}: ${part}`,
    suggestion,
  });
  const [date = '', ...times] = text.trim().split(/[T ,]+/);
  const [time, hasSeconds] = [times.join(' '), format.text.includes('ss')];
  if (!format.datePattern.test(date)) return fault('the date is written in another way');
  if (time === '') return fault('there is no time of day');
  if (/^\d{1,2}:\d{2}:\d{2}/.test(time) && !hasSeconds) {
    const longer = format.text.replace('mm', 'mm:ss');
    return fault(
      'the time has seconds',
      `leave them out, or, if all times have them, give --date-format ${JSON.stringify(longer)}`,
    );
  }
  const lacksSeconds = hasSeconds && !/:\d{2}:\d{2}/.test(time);
  return fault(lacksSeconds ? 'the time has no seconds' : 'the time is written in another way');
}

/** Whether a text begins with a date in the format. */
export function beginsInFormat({ datePattern }: DateFormat, text: string): boolean {
  return datePattern.test(text.trim().split(/[T ,]/)[0] ?? '');
}

function exampleOf(date: string): string {
  return `write it like ${date} 09:00 with --timezone, or ${date}T09:00:00Z`;
}

const EXAMPLE_DATE = '2027-03-01';

const SPACE: DateTimeFault = {
  words: 'has white space before or after the text',
  suggestion: 'remove it, or let --fix do it',
};
const DAY_NUMBER: DateTimeFault = {
  words: "is a spreadsheet's day number, not a date and time",
  suggestion: 'format the column as yyyy-mm-dd hh:mm in the spreadsheet, and save the file again',
};
const NO_SUCH_DAY: DateTimeFault = {
  words: 'names a day that does not exist',
  suggestion: 'check the month and the day, which stand after the year',
};
const NO_SUCH_TIME: DateTimeFault = {
  words: 'names a time of day that does not exist',
  suggestion: 'write hours from 00 to 23, minutes and seconds from 00 to 59',
};
const NO_DATE: DateTimeFault = { words: 'has a time of day and no date', suggestion: exampleOf(EXAMPLE_DATE) };
const ZONE_IN_LETTERS: DateTimeFault = {
  words: 'names its time zone in letters, which may mean several',
  suggestion: 'write its offset in place of them, like +01:00, or Z for UTC',
};
const ODD_OFFSET: DateTimeFault = { words: 'has an offset in another form', suggestion: 'write it like +01:00' };
const BLANK_BEFORE_OFFSET: DateTimeFault = {
  words: 'has a blank before its offset',
  suggestion: 'remove the blank, as in 09:00+01:00',
};
const YEAR_NOT_FIRST: DateTimeFault = {
  words: 'does not begin with the year',
  suggestion: exampleOf(EXAMPLE_DATE),
};
const NO_DATE_TIME: DateTimeFault = { words: 'is not a date and time', suggestion: exampleOf(EXAMPLE_DATE) };
