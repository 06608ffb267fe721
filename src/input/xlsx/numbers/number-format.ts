/** Applies number formats: the text that a cell shows, with the number or date in it. */

import { dateText, type Moment, momentOf, timeText } from './day-numbers.ts';
import { type Decimal, KEPT_DIGITS, plainText, shifted, toDecimal, wholeDigits } from './decimal.ts';
import { type FormatToken, parseFormat, type Section } from './parse-format.ts';
import { showDate, zoneShown } from './show-date.ts';
import { numberFormatter } from './show-number.ts';

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
  readonly fault?: NumberFault | undefined;
}

/** Why a number cannot be read as its cell shows it. */
type NumberFault = 'digits-lost' | 'not-shown' | 'unknown-format';

/** The first number that may be a date if its format does not say so. Smaller ones are times of day, or years. */
const FIRST_DATE = 10_000;

export type NumberFormat = (value: number, is1904: boolean) => ShownValue;

/** The format of a cell that names one which the workbook does not have. */
export const MISSING_FORMAT: NumberFormat = (value) => ({ text: String(value), fault: 'unknown-format' });

/** A format has sections for numbers above, below and equal to zero. A fourth section is for texts, and is not used. */
const MAX_SECTIONS = 3;

type SectionFormatter = (value: Decimal, raw: number, is1904: boolean) => ShownValue;

export function numberFormat(code: string): NumberFormat {
  const sections = parseFormat(code).slice(0, MAX_SECTIONS);
  const formatters = sections.map((section) => formatterOf(section));
  return (value, is1904) => {
    const decimal = toDecimal(value);
    if (wholeDigits(decimal).length > KEPT_DIGITS) return { text: plainText(decimal), fault: 'digits-lost' };
    const index = sectionFor(value, sections);
    const section = sections[index];
    const show = formatters[index];
    if (section === undefined || show === undefined) return { text: plainText(decimal), fault: 'not-shown' };
    // Such a section contains the sign itself, if it shows one.
    const isBare = value < 0 && (index > 0 || section.condition !== undefined);
    return show(isBare ? { ...decimal, isNegative: false } : decimal, value, is1904);
  };
}

function sectionFor(value: number, sections: readonly Section[]): number {
  if (sections.some(({ condition }) => condition !== undefined)) {
    const found = sections.findIndex(({ condition }) => condition === undefined || fits(value, condition));
    return found === -1 ? sections.length : found;
  }
  if (value < 0 && sections.length > 1) return 1;
  return value === 0 && sections.length > 2 ? 2 : 0;
}

function fits(value: number, { sign, value: limit }: NonNullable<Section['condition']>): boolean {
  const [isBelow, isEqual, isAbove] = [value < limit, value === limit, value > limit];
  if (sign === '<>') return !isEqual;
  return (sign.includes('<') && isBelow) || (sign.includes('=') && isEqual) || (sign.includes('>') && isAbove);
}

function formatterOf(section: Section): SectionFormatter {
  const { tokens } = section;
  if (tokens.some(({ kind }) => kind === 'date')) {
    const zone = zoneShown(tokens);
    return (_, raw, is1904) => shownDate(raw, { ...section, zone }, is1904);
  }
  if (tokens.some(({ kind }) => kind === 'general' || kind === 'text')) return shownPlain(tokens);
  const show = numberFormatter(section);
  if (show === undefined) return (value) => ({ text: plainText(value), fault: 'unknown-format' });
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  return (value, raw, is1904) => {
    const text = show(value).trim();
    // A format may hide zeros on purpose. Hiding any other number cannot be intended.
    if (text === '' && value.digits !== '') return { text: plainText(value), fault: 'not-shown' };
    const number = text === '' ? undefined : plainText(shifted(toDecimal(raw), percents * 2));
    return { text, number, ...dayOfNumber(raw, is1904) };
  };
}

/** Formats a number by `General` with texts around it, such as `General" hours"`. */
function shownPlain(tokens: readonly FormatToken[]): SectionFormatter {
  const isPlace = ({ kind }: FormatToken) => kind === 'general' || kind === 'text';
  return (value, raw, is1904) => {
    const plain = plainText(value);
    const parts = tokens.map((token) => (token.kind === 'literal' ? token.text : isPlace(token) ? plain : ''));
    return { text: parts.join(''), number: plainText(toDecimal(raw)), ...dayOfNumber(raw, is1904) };
  };
}

interface DateSection extends Section {
  /** The end of a date and time, if the format shows a zone. */
  readonly zone: string;
}

function shownDate(raw: number, { tokens, isOfSystem, zone }: DateSection, is1904: boolean): ShownValue {
  if (tokens.some(({ kind }) => kind === 'unknown')) return { text: String(raw), fault: 'unknown-format' };
  const moment = momentOf(raw, is1904);
  const hasDate = tokens.some((token) => token.kind === 'date' && 'ymd'.includes(token.unit));
  const isDay0 = !is1904 && raw < 1;
  if (moment === undefined || (hasDate && isDay0)) return { text: String(raw), fault: 'not-shown' };
  const hasTime = tokens.some((token) => token.kind === 'date' && !'ymd'.includes(token.unit));
  const isTimed = hasTime || raw % 1 !== 0;
  const dateTime = momentText(moment, isTimed);
  const text = isOfSystem && hasDate ? dateTime : showDate(roundedFor(tokens, raw, is1904) ?? moment, tokens);
  if (!hasDate && raw < FIRST_DATE) return { text };
  return { text, dateTime: isTimed ? dateTime + zone : dateTime, day: dateText(moment) };
}

/** Returns the moment rounded to seconds if the format shows seconds without fractions, and otherwise `undefined`. */
function roundedFor(tokens: readonly FormatToken[], raw: number, is1904: boolean): Moment | undefined {
  const units = tokens.map((token) => (token.kind === 'date' ? token.unit : undefined));
  if (!units.includes('s') || units.includes('fraction')) return undefined;
  return momentOf(Math.round(raw * DAY_SECONDS) / DAY_SECONDS, is1904);
}

const DAY_SECONDS = 86_400;

function momentText(moment: Moment, hasTime: boolean): string {
  return hasTime ? `${dateText(moment)} ${timeText(moment)}` : dateText(moment);
}

/**
 * Returns the day of a number with five digits, from 1927 to 2173. Other numbers may be a year, or such as 20000131.
 */
function dayOfNumber(value: number, is1904: boolean): Pick<ShownValue, 'day'> | undefined {
  if (!(value >= FIRST_DATE && value < FIRST_DATE * 10)) return undefined;
  const moment = momentOf(value, is1904);
  return moment && { day: dateText(moment) };
}

/** The format of cells without a format: all digits, even if a narrow cell shows `1.2E+11`. */
export const GENERAL: NumberFormat = numberFormat('General');
