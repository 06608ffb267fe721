/** What a cell with a number shows by its format, and what else it says. */

import { dateText, type Moment, momentOf, timeText } from './day-numbers.ts';
import { type Decimal, KEPT_DIGITS, plainText, toDecimal, wholeDigits } from './decimal.ts';
import { type FormatToken, parseFormat, type Section } from './parse-format.ts';
import { showDate } from './show-date.ts';
import { numberShower } from './show-number.ts';

/** A number as its cell shows it. */
export interface ShownValue {
  readonly text: string;
  /** Digits alone, for a field that is a number: without signs of percent, thousands and currency. */
  readonly number?: string | undefined;
  /** The local date and time, where the format is that of a date: `2027-01-11 09:00`; without a time where it has none. */
  readonly dateTime?: string | undefined;
  /** The date of a number that can be one, whatever its format. */
  readonly day?: string | undefined;
  readonly fault?: NumberFault | undefined;
}

/** Why a number cannot be taken as its cell shows it. */
type NumberFault = 'digits-lost' | 'not-shown' | 'unknown-format';

export type NumberFormat = (value: number, is1904: boolean) => ShownValue;

/** For numbers above, below and equal to nought; the fourth is for texts. */
const MAX_SECTIONS = 3;

type Shower = (value: Decimal, raw: number, is1904: boolean) => ShownValue;

export function numberFormat(code: string): NumberFormat {
  const sections = parseFormat(code).slice(0, MAX_SECTIONS);
  const showers = sections.map((section) => showerOf(section));
  return (value, is1904) => {
    const decimal = toDecimal(value);
    if (wholeDigits(decimal).length > KEPT_DIGITS) return { text: plainText(decimal), fault: 'digits-lost' };
    const index = sectionFor(value, sections);
    const section = sections[index];
    const show = showers[index];
    if (section === undefined || show === undefined) return { text: plainText(decimal), fault: 'not-shown' };
    // The second section writes the sign itself, if it wants one.
    const isBare = value < 0 && (index > 0 || section.condition !== undefined);
    const shown = show(isBare ? { ...decimal, isNegative: false } : decimal, value, is1904);
    return isBare && shown.number !== undefined ? { ...shown, number: `-${shown.number}` } : shown;
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

function showerOf(section: Section): Shower {
  const { tokens } = section;
  if (tokens.some(({ kind }) => kind === 'date')) return (_, raw, is1904) => shownDate(raw, section, is1904);
  if (tokens.some(({ kind }) => kind === 'general' || kind === 'text')) return shownPlain(tokens);
  const show = numberShower(section);
  if (show === undefined) return (value) => ({ text: plainText(value), fault: 'unknown-format' });
  return (value, raw, is1904) => {
    const { text: padded, plain } = show(value);
    const text = padded.trim();
    // A format may hide noughts, but what is not nought and cannot be seen is nobody's choice.
    if (text === '' && value.digits !== '') return { text: plainText(value), fault: 'not-shown' };
    return { text, number: text === '' ? undefined : plain, ...dayOfPlain(plain, raw, is1904) };
  };
}

/** `General` with words around it, such as `General" hours"`. */
function shownPlain(tokens: readonly FormatToken[]): Shower {
  const isPlace = ({ kind }: FormatToken) => kind === 'general' || kind === 'text';
  return (value, raw, is1904) => {
    const plain = plainText(value);
    const parts = tokens.map((token) => (token.kind === 'literal' ? token.text : isPlace(token) ? plain : ''));
    return { text: parts.join(''), number: plain, ...dayOfPlain(plain, raw, is1904) };
  };
}

function shownDate(raw: number, { tokens, isOfSystem }: Section, is1904: boolean): ShownValue {
  if (tokens.some(({ kind }) => kind === 'unknown')) return { text: String(raw), fault: 'unknown-format' };
  const moment = momentOf(raw, is1904);
  const hasDate = tokens.some((token) => token.kind === 'date' && 'ymd'.includes(token.unit));
  const isDay0 = !is1904 && raw < 1;
  if (moment === undefined || (hasDate && isDay0)) return { text: String(raw), fault: 'not-shown' };
  const hasTime = tokens.some((token) => token.kind === 'date' && !'ymd'.includes(token.unit));
  const dateTime = momentText(moment, hasTime || raw % 1 !== 0);
  const text = isOfSystem ? dateTime : showDate(roundedFor(tokens, raw, is1904) ?? moment, tokens);
  return hasDate || !isDay0 ? { text, dateTime, day: dateText(moment) } : { text };
}

/** Seconds are rounded where a format shows no fractions of them. */
function roundedFor(tokens: readonly FormatToken[], raw: number, is1904: boolean): Moment | undefined {
  const units = tokens.map((token) => (token.kind === 'date' ? token.unit : undefined));
  if (!units.includes('s') || units.includes('fraction')) return undefined;
  return momentOf(Math.round(raw * DAY_SECONDS) / DAY_SECONDS, is1904);
}

const DAY_SECONDS = 86_400;

function momentText(moment: Moment, hasTime: boolean): string {
  return hasTime ? `${dateText(moment)} ${timeText(moment)}` : dateText(moment);
}

/** Five digits are a day from 1927 to 2173. Fewer may be a year, and more a date written as 20000131. */
function dayOfPlain(plain: string, value: number, is1904: boolean): Pick<ShownValue, 'day'> | undefined {
  if (!/^\d{5}(?:\.\d+)?$/.test(plain)) return undefined;
  const moment = momentOf(value, is1904);
  return moment && { day: dateText(moment) };
}

/** The format of cells without one: all digits, also where a narrow cell would show `1.2E+11`. */
export const GENERAL: NumberFormat = numberFormat('General');
