/** Shows a date or time by its format, with English names of months and days. */
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
