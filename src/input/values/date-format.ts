/** The format of the dates in a file: `--date-format "D-M-YYYY HH:mm"`. */
import { isCalendarDate } from '../../base/calendar.ts';

/** Plain data, so that it can be sent to another thread. */
export interface DateFormat {
  /** The format as the user wrote it. */
  readonly text: string;
  /** Matches a date and time. If the format has no tokens for a time, any text for a time may follow the date. */
  readonly pattern: RegExp;
  /** Matches a date without a time. */
  readonly datePattern: RegExp;
}

/** The longest tokens come first, so that `TOKEN` finds them first. */
const TOKENS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MM: '(?<month>\\d{2})',
  DD: '(?<day>\\d{2})',
  HH: '(?<hour>\\d{2})',
  hh: '(?<half>0[1-9]|1[0-2])',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  M: '(?<month>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  h: '(?<half>0?[1-9]|1[0-2])',
  A: '(?<noon>[AaPp])\\.?[Mm]\\.?',
};

const DATE_TOKENS = Object.keys(TOKENS).join(', ');

/** Letters in square brackets stand for themselves. */
const TOKEN = new RegExp(`\\[[^\\]]*\\]|${Object.keys(TOKENS).join('|')}|T(?=[Hh])|[A-Za-z]+|[^A-Za-z]+`, 'g');
const MAX_FORMAT = 40;

/** The value of each token for an afternoon at the end of a month, so that an example shows which part is the day. */
const EXAMPLE: Readonly<Record<string, string>> = {
  ...{ YYYY: '2027', YY: '27', MM: '01', M: '1', DD: '31', D: '31' },
  ...{ HH: '13', H: '13', hh: '01', h: '1', mm: '30', ss: '00', A: 'PM' },
};

/** Returns an example of the format, with the time as `13:30` if the format has no time. */
export function exampleIn({ text }: DateFormat): string {
  const parts = text.match(TOKEN) ?? [];
  const shown = parts.map((part) => EXAMPLE[part] ?? part.replace(/^\[(.*)\]$/, '$1')).join('');
  return parts.some((part) => kindOf(part).toLowerCase() === 'h') ? shown : `${shown} 13:30`;
}

/** Returns the format, or a message that says how to write one. */
export function parseDateFormat(text: string): DateFormat | string {
  const parts = text.length > MAX_FORMAT ? [] : (text.match(TOKEN) ?? []);
  const isKnown = (part: string) => Object.hasOwn(TOKENS, part) || part === 'T' || isBracketed(part);
  const strange = parts.find((part) => /[A-Za-z0-9]/.test(part) && !isKnown(part));
  if (strange !== undefined) return `${JSON.stringify(strange)} is no part of a date; the parts are ${DATE_TOKENS}`;
  const kinds = parts.map((part) => kindOf(part));
  if (['Y', 'M', 'D'].some((kind) => kinds.filter((other) => other === kind).length !== 1)) {
    return 'write day, month and year once each, as in D-M-YYYY';
  }
  const hours = kinds.filter((kind) => kind === 'H' || kind === 'h');
  const isHalf = hours[0] === 'h';
  const times = [hours.length, kinds.filter((kind) => kind === 'm').length];
  if (times[0] !== times[1] || hours.length > 1 || isHalf !== kinds.includes('A')) {
    return 'write the time as HH:mm, HH:mm:ss or h:mm A';
  }
  // A number of one or two digits must end before the next number begins.
  if (parts.some((part, at) => /^[MDHh]$/.test(part) && kindOf(parts[at + 1] ?? '') !== '')) {
    return 'write a character such as - between the numbers, as in D-M-YYYY, or use two digits for each, as in YYYYMMDD';
  }
  const [first, last] = [kinds.findIndex(isOfDate), kinds.findLastIndex(isOfDate)];
  const within = kinds.slice(first, last + 1);
  if (within.some((kind) => kind !== '' && !isOfDate(kind)))
    return 'write the time before or after the date, not between its parts';

  if (within.filter(isOfDate).join('').startsWith('YD'))
    return 'write the month after the year, as in YYYY-MM-DD: otherwise 2027-01-11 has two meanings';
  const rest = hours.length > 0 ? '(?<rest>[Zz]|[+-]\\d{2}:\\d{2})?' : '(?<rest>[Tt ].{1,40})?';
  return {
    text,
    pattern: new RegExp(`^${sourceOf(parts)}${rest}$`),
    datePattern: new RegExp(`^${sourceOf(parts.slice(first, last + 1))}$`),
  };
}

function isBracketed(part: string): boolean {
  return /^\[.*\]$/.test(part);
}

function kindOf(part: string): string {
  return Object.hasOwn(TOKENS, part) ? (part[0] ?? '') : '';
}

function isOfDate(kind: string): boolean {
  return kind === 'Y' || kind === 'M' || kind === 'D';
}

function sourceOf(parts: readonly string[]): string {
  const literal = (part: string) => (isBracketed(part) ? part.slice(1, -1) : part);
  return parts.map((part) => TOKENS[part] ?? literal(part).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('');
}

/** Converts a date and time to `2027-01-11 09:00`, the form of RFC 3339; `undefined` if it does not fit the format. */
export function toIsoDateTime({ pattern }: DateFormat, text: string): string | undefined {
  const { groups } = pattern.exec(text) ?? {};
  return groups && `${dateOf(groups)}${timeOf(groups)}${groups['rest'] ?? ''}`;
}

/** Converts a date without a time. A year of two digits gives `undefined`, because its century is unknown. */
export function toIsoDate({ datePattern }: DateFormat, text: string): string | undefined {
  const { groups } = datePattern.exec(text) ?? {};
  return groups === undefined || groups['shortYear'] !== undefined ? undefined : dateOf(groups);
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A year of two digits is one of this century, because exams are. */
function dateOf({ year, shortYear, month, day }: Groups): string {
  return [year ?? `20${shortYear}`, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
}

function timeOf({ hour, half, noon, minute, second }: Groups): string {
  if (minute === undefined) return '';
  const hours = half === undefined ? hour : hourOf(half, noon ?? '');
  return ` ${hours}:${minute}${second === undefined ? '' : `:${second}`}`;
}

/** Converts an hour of 12 to one of 24: 12 AM is 00. */
function hourOf(half: string, noon: string): string {
  return String((Number(half) % 12) + (/p/i.test(noon) ? 12 : 0)).padStart(2, '0');
}

/** Whether a text in the form of RFC 3339 begins with a day that exists. */
export function hasCalendarDate(iso: string): boolean {
  return isCalendarDate(iso.slice(0, 'yyyy-mm-dd'.length));
}

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
