/** Applies number formats: the text that a cell shows, with the number or date in it. */
import { format, getFormatInfo, isValidFormat, tokenize } from 'numfmt';
import { isCalendarDate } from '../../base/calendar.ts';
import { namesZone } from '../values/date-time.ts';

/** A number as its cell shows it. */
export interface ShownValue {
  readonly text: string;
  /** The number for a numeric field: all digits of the value, of a share those of its percentage. */
  readonly number?: string | undefined;
  /**
   * The date and time, `2027-01-11 09:00`, if the format is for dates. It has a time only if the cell has one. It is a
   * local one, or has the zone that the format shows: `2027-01-11 09:00+02:00`.
   */
  readonly dateTime?: string | undefined;
  /** The date, `2027-01-11`, if the number can be one, even if its format is not for dates. */
  readonly day?: string | undefined;
  /** Why the number cannot be read as its cell shows it. */
  readonly fault?: 'digits-lost' | 'not-shown' | 'unknown-format' | undefined;
}

export type NumberFormat = (value: number, is1904: boolean) => ShownValue;

/** The format of a cell that names one which the workbook does not have. */
export const MISSING_FORMAT: NumberFormat = (value) => ({ text: String(value), fault: 'unknown-format' });

/** The number of significant digits that a spreadsheet keeps. It rounds these, not the binary value. */
const KEPT_DIGITS = 15;

/** The first number that may be a date if its format does not say so. Smaller ones are times of day, or years. */
const FIRST_DATE = 10_000;

/** From the day 0 of 1900 to that of 1904. */
const DAYS_TO_1904 = 1462;

export function numberFormat(code: string): NumberFormat {
  const read = readFormat(code);
  return (raw, is1904) => {
    const value = Number(raw.toPrecision(KEPT_DIGITS));
    const fault = Math.abs(value) >= 10 ** KEPT_DIGITS ? 'digits-lost' : 'unknown-format';
    if (read === undefined || fault === 'digits-lost') return { text: plainText(value), fault };
    return read.isDate ? shownDate(raw, read, is1904) : shownNumber(value, read, is1904);
  };
}

interface ReadFormat {
  /** The code for numbers without a fraction, and for those with one. They differ where the format shows all digits. */
  readonly whole: string;
  readonly fraction: string;
  /** Whether the format is for dates or times, and which of them it shows. */
  readonly isDate: boolean;
  readonly hasDate: boolean;
  readonly hasTime: boolean;
  /** Whether the computer's settings decide the form of the date. */
  readonly isOfSystem: boolean;
  /** The end of a date and time, if the format shows a zone. */
  readonly zone: string;
  readonly percents: number;
}

type Token = ReturnType<typeof tokenize>[number];

/** All digits of a number, as a cell without a format shows them if it is wide enough. */
const [ALL_WHOLE, ALL_DIGITS] = ['0', `0.${'#'.repeat(30)}`];

/** Blanks as wide as a character, and characters that fill the cell, stay out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['SKIP', 'FILL']);

/** Matches texts, and parts in brackets that show nothing: colours and ways of writing numbers, such as `[ENG]`. */
const SHOWS_NOTHING = /("[^"]*"|\\.)|\[(?![$<>=]|h+\]|m+\]|s+\])[^\]]*\]/gi;

/** A format has sections for numbers above, below and equal to zero. A fourth section is for texts, and is not used. */
const MAX_SECTIONS = 3;

/** `undefined` for a code that is not valid or not known, and for one whose sections mix dates, numbers and shares. */
function readFormat(code: string): ReadFormat | undefined {
  const tokens = tokenize(code.replace(SHOWS_NOTHING, '$1')).filter(({ type }) => !LEFT_OUT.has(type));
  if (tokens.some(isOtherCalendar)) return undefined;
  const sections = sectionsOf(tokens).slice(0, MAX_SECTIONS);
  const kinds = new Set(sections.flatMap((section) => kindOf(section) ?? []));
  if (kinds.size > 1) return undefined;
  const [kind = ''] = kinds;
  const dates = sections.find((section) => section.some(isOfDate)) ?? [];
  const codeWith = (digits: string) => tokens.map((token) => rawOf(token, sections.length === 1, digits)).join('');
  const [whole, fraction] = [codeWith(ALL_WHOLE), codeWith(ALL_DIGITS)];
  if (!isValidFormat(whole) || !isValidFormat(fraction)) return undefined;
  return {
    whole,
    fraction,
    isDate: dates.length > 0,
    hasDate: kind.startsWith('date'),
    hasTime: kind.endsWith('time'),
    isOfSystem: /\[\$-(?:f800|x-sysdate)\]/i.test(code),
    zone: zoneShown(dates.map((token) => (isOfDate(token) || token.type === 'LOCALE' ? undefined : token.value))),
    percents: Number(kind) || 0,
  };
}

/** The years of other calendars and the names of eras, which depend on the computer's settings. */
function isOtherCalendar({ type, raw }: Token): boolean {
  return type === 'CALENDAR' || (type === 'DATETIME' && /^[aegbn]/i.test(raw));
}

function isOfDate({ type }: Token): boolean {
  return type === 'DATETIME' || type === 'DURATION' || type === 'AMPM';
}

function sectionsOf(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'BREAK') sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections;
}

/** What a section shows: a date, a time, both, or a number with its percent signs. Some have only texts. */
function kindOf(section: readonly Token[]): string | undefined {
  const types = section.map(({ type }) => type);
  if (types.includes('DATETIME')) return getFormatInfo(section.map(({ raw }) => raw).join('')).type;
  if (types.includes('DURATION')) return 'time';
  if (!types.some((type) => PLACES.has(type))) return undefined;
  return String(types.filter((type) => type === 'PERCENT').length);
}

const PLACES: ReadonlySet<string> = new Set(['ZERO', 'HASH', 'QMARK', 'GENERAL']);

function rawOf({ type, raw }: Token, isOnly: boolean, digits: string): string {
  if (type === 'GENERAL' || (type === 'TEXT' && isOnly)) return digits;
  if (type !== 'LOCALE') return raw;
  const [, currency] = /^\[\$([^-\]]*)/.exec(raw) ?? [];
  return currency ? `"${currency}"` : '';
}

function plainText(value: number): string {
  return format(Number.isInteger(value) ? ALL_WHOLE : ALL_DIGITS, value);
}

function shownNumber(value: number, { whole, fraction, percents }: ReadFormat, is1904: boolean): ShownValue {
  const text = format(Number.isInteger(value) ? whole : fraction, value).trim();
  // A format may hide zeros on purpose. Hiding any other number cannot be intended.
  if (text === '' && value === 0) return { text };
  if (/^#*$/.test(text)) return { text: plainText(value), fault: 'not-shown' };
  const number = plainText(Number((value * 100 ** percents).toPrecision(KEPT_DIGITS)));
  return { text, number, ...dayOfNumber(value, is1904) };
}

function shownDate(
  raw: number,
  { whole, hasDate, hasTime, isOfSystem, zone }: ReadFormat,
  is1904: boolean,
): ShownValue {
  const moment = momentOf(raw, is1904);
  const isDay0 = !is1904 && raw < 1;
  if (moment === undefined || (hasDate && isDay0)) return { text: String(raw), fault: 'not-shown' };
  const { day, time, days } = moment;
  const isTimed = hasTime || raw % 1 !== 0;
  const dateTime = isTimed ? `${day} ${time}` : day;
  const text = isOfSystem && hasDate ? dateTime : format(whole, hasDate && is1904 ? days + DAYS_TO_1904 : days).trim();
  if (text === '') return { text: String(raw), fault: 'not-shown' };
  if (!hasDate && raw < FIRST_DATE) return { text };
  return { text, dateTime: isTimed ? dateTime + zone : dateTime, day };
}

/**
 * Returns the day of a number with five digits, from 1927 to 2173. Other numbers may be a year, or such as 20000131.
 */
function dayOfNumber(value: number, is1904: boolean): Pick<ShownValue, 'day'> | undefined {
  if (!(value >= FIRST_DATE && value < FIRST_DATE * 10)) return undefined;
  const day = momentOf(value, is1904)?.day;
  return day === undefined ? undefined : { day };
}

/** Stands in place of the parts that show the date: texts on both sides of it are not one word. */
const PART = '\0';

/**
 * Returns the text to add to a date and time: `Z` or `+02:00` for a certain zone, and an empty text if the format shows no
 * zone. For an uncertain zone, a text with which no date and time is valid: ` CET`. `texts` has those of the format, and
 * `undefined` for each part of the date.
 */
function zoneShown(texts: readonly (string | undefined)[]): string {
  const between = texts
    .map((part) => part ?? PART)
    .join('')
    .split(PART);
  const zones = between.flatMap((text) => zoneIn(text.trim().replace(/^\((.*)\)$/, '$1')) ?? []);
  return zones.length > 1 ? ` ${zones.join(' ')}` : (zones[0] ?? '');
}

function zoneIn(text: string): string | undefined {
  if (/^(?:Z|UTC|GMT|[+-]00:00)$/.test(text)) return 'Z';
  if (/^[+-]\d{2}:\d{2}$/.test(text)) return text;
  const names = text.match(/[\p{L}/_]+/gu) ?? [];
  return /(?<![\p{L}\d])[+−-]\d/u.test(text) || names.some(namesZone) ? ` ${text}` : undefined;
}

interface Moment {
  /** `2027-01-11`. */
  readonly day: string;
  /** `09:00`, with seconds and their fractions if they are not zero. */
  readonly time: string;
  /** The number of days, rounded to milliseconds. */
  readonly days: number;
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
function momentOf(days: number, is1904: boolean): Moment | undefined {
  const elapsedMs = Math.round(days * DAY_MS);
  const day = Math.floor(elapsedMs / DAY_MS);
  if (!(days >= 0) || day > LAST_DAYS[is1904 ? 1904 : 1900] || (!is1904 && day === LEAP_BUG_DAY)) return undefined;
  const offset = is1904 ? DAY_0_OF_1904 : DAY_0_OF_1900 - (day > LEAP_BUG_DAY ? DAY_MS : 0);
  const [date = '', clock = ''] = new Date(offset + elapsedMs).toISOString().split(/[TZ]/);
  return { day: date, time: clock.replace(/(?::00)?\.000$/, ''), days: elapsedMs / DAY_MS };
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/;

/** Returns the number of a date and time written as `2027-01-11T09:00:00`. */
export function dayNumberOf(iso: string, is1904: boolean): number | undefined {
  const [, date = '', clock = '00:00'] = ISO.exec(iso) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const time = Date.parse(`${date}T${clock}Z`);
  if (Number.isNaN(time)) return undefined;
  const days = (time - (is1904 ? DAY_0_OF_1904 : DAY_0_OF_1900)) / DAY_MS;
  return !is1904 && days >= LEAP_BUG_DAY ? days + 1 : days;
}

/** The format of cells without a format: all digits, even if a narrow cell shows `1.2E+11`. */
export const GENERAL: NumberFormat = numberFormat('General');
