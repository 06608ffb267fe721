/**
 * Shows a date or time by its format, with English names of months and days, and finds the time zone in its texts:
 * `hh:mm:ss\Z`, `hh:mm" UTC"`, `hh:mm" +02:00"`, `hh:mm" CET"`.
 */
import { namesZone } from '../../values/date-time-faults.ts';
import { type Moment, padded } from './day-numbers.ts';
import type { FormatToken } from './parse-format.ts';

type DateToken = Extract<FormatToken, { kind: 'date' }>;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

export function showDate(moment: Moment, tokens: readonly FormatToken[]): string {
  const is12 = tokens.some(({ kind }) => kind === 'half-day');
  return tokens
    .map((token) => {
      if (token.kind === 'literal') return token.text;
      if (token.kind === 'half-day') return token.words[moment.hour < 12 ? 0 : 1];
      return token.kind === 'date' ? showPart(moment, token, is12) : '';
    })
    .join('');
}

function showPart(moment: Moment, { unit, length, isElapsed }: DateToken, is12: boolean): string {
  if (isElapsed) return padded(Math.floor(moment.elapsedMs / (ELAPSED_MS[unit] ?? 1)), length);
  switch (unit) {
    case 'y':
      return length > 2 ? padded(moment.year, 4) : padded(moment.year % 100, 2);
    case 'm':
      return named(MONTHS[moment.month - 1], moment.month, length);
    case 'd':
      return named(DAYS[moment.weekday], moment.day, length);
    case 'h':
      return padded(is12 ? moment.hour % 12 || 12 : moment.hour, Math.min(length, 2));
    case 'minute':
      return padded(moment.minute, Math.min(length, 2));
    case 's':
      return padded(moment.second, Math.min(length, 2));
    case 'fraction':
      return `.${padded(moment.millisecond, 3).padEnd(length, '0').slice(0, length)}`;
  }
}

const ELAPSED_MS: Readonly<Partial<Record<DateToken['unit'], number>>> = { h: 3_600_000, minute: 60_000, s: 1000 };

/** Returns a number of one or two digits, a name of three letters, a full name, or the first letter of a month. */
function named(name = '', value: number, length: number): string {
  if (length <= 2) return padded(value, length);
  return length === 3 ? name.slice(0, 3) : length === 5 ? name.slice(0, 1) : name;
}

/** Stands in place of the parts that show the date: texts on both sides of it are not one word. */
const PART = '\0';

/** Matches an offset, with or without UTC before it; a name of UTC; or a word, which may be the name of a zone. */
const ZONES =
  /(?<![\p{L}\d])(?:(?:(?:UTC|GMT) ?([+−-])(\d{1,2})|([+−-])(\d{2}))(?::?(\d{2}))?(?![\p{L}\d:])|(Z|UTC|GMT)(?![\p{L}\d/+−-])|(\p{L}[\p{L}/_]*))/gu;

/**
 * Returns the text to add to a date and time: `Z` or `+02:00` for a certain zone, and an empty text if the format shows no
 * zone. For an uncertain zone, a text with which no date and time is valid: ` CET`.
 */
export function zoneShown(tokens: readonly FormatToken[]): string {
  const text = tokens.map((token) => textOf(token)).join('');
  const offsets = new Set<string>();
  const names: string[] = [];
  for (const [, utcSign, utcHours, sign = utcSign, hours = utcHours, minutes = '00', utc, word = ''] of text.matchAll(
    ZONES,
  )) {
    if (utc !== undefined) offsets.add('Z');
    else if (sign !== undefined && hours !== undefined) offsets.add(offsetOf(sign, hours, minutes));
    else if (namesZone(word)) names.push(word);
  }
  if (offsets.size === 0) return names.length === 0 ? '' : ` ${names.join(' ')}`;
  return offsets.size === 1 ? ([...offsets][0] ?? '') : ` ${[...offsets].join(' ')}`;
}

function textOf(token: FormatToken): string {
  if (token.kind === 'literal') return token.text;
  return token.kind === 'digit' ? token.mark : PART;
}

/** An offset of zero is UTC, whatever its sign. */
function offsetOf(sign: string, hours: string, minutes: string): string {
  if (Number(hours) === 0 && Number(minutes) === 0) return 'Z';
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}
