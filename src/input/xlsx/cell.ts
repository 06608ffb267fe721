/** Reads the text that a cell shows. */
import type { SheetFault } from '../../platform/fields/problem-names.ts';
import type { SheetValue } from '../port.ts';
import {
  dayNumberOf,
  GENERAL,
  MISSING_FORMAT,
  type NumberFormat,
  numberFormat,
  type ShownValue,
} from './number-format.ts';
import { decodeEscapes, trimXmlSpace, XmlFault } from './xml/text.ts';
import type { XmlReader, XmlToken } from './xml/xml-reader.ts';

/** A cell as in the file. The reader uses one object for all cells. */
export interface RawCell {
  type: string;
  /** The number of its style; -1 without one. */
  style: number;
  value: string;
  /** The number of its text among the shared texts. */
  shared: number | undefined;
  formula: string;
  /** The text within `is`. Its place is a cell of type `inlineStr`. */
  inline: string | undefined;
  hasValue: boolean;
  hasFormula: boolean;
}

export interface CellContext {
  /** The texts that cells share. */
  readonly texts: readonly string[];
  /** The formats, by the number of the style. */
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

export interface ReadCell {
  readonly text: string;
  readonly value?: SheetValue | undefined;
}

export function readCell(cell: RawCell, context: CellContext): ReadCell {
  if (cell.inline && (cell.type === 'inlineStr' || !cell.hasValue)) return { text: cell.inline };
  if (cell.type === 's' && cell.hasValue) return { text: sharedText(cell, context) };
  if (cell.hasFormula && lacksResult(cell))
    return faulty(cell.formula === '' ? '#N/A' : `=${cell.formula}`, 'no-result');
  switch (cell.type) {
    // Without `is`, such a text stands where the result of a formula does.
    case 'inlineStr':
    case 'str':
      return { text: decodeEscapes(cell.value) };
    case 'b':
      return readBoolean(cell.value);
    case 'e':
      return faulty(cell.value, 'error-value');
    case 'd':
      return readIsoDateCell(cell, context);
    default:
      return readNumberOrDate(cell, context);
  }
}

function sharedText({ shared = -1, value }: RawCell, { texts }: CellContext): string {
  const text = value === '' ? texts[shared] : undefined;
  if (text === undefined) throw new XmlFault('names a shared text that is not there');
  return text;
}

/** Whether a formula has no result. An empty text is a result. */
function lacksResult({ type, value, inline, hasValue }: RawCell): boolean {
  return type === 'str' || type === 'inlineStr' ? !hasValue && inline === undefined : value === '';
}

const YES_NO: SheetValue = { isYesNo: true };

function readBoolean(value: string): ReadCell {
  if (value === '1' || value === 'true') return { text: 'TRUE', value: YES_NO };
  return value === '0' || value === 'false' ? { text: 'FALSE', value: YES_NO } : emptyOrInvalid(value);
}

/** Reads a date that is written as a text. Spreadsheets show one with an offset without it, so its hour is in doubt. */
function readIsoDateCell(cell: RawCell, context: CellContext): ReadCell {
  const { value } = cell;
  const days = dayNumberOf(value, context.is1904);
  if (days === undefined) return ISO_WITH_OFFSET.test(value) ? faulty(value, 'zone-hidden') : emptyOrInvalid(value);
  const inFormat = formatOf(cell, context)(days, context.is1904);
  return shown(inFormat.number === undefined ? inFormat : SYSTEM_DATE(days, context.is1904));
}

const ISO_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The format of dates in cells without a format for dates. */
const SYSTEM_DATE: NumberFormat = numberFormat('[$-F800]yyyy-mm-dd');

function emptyOrInvalid(value: string): ReadCell {
  return value === '' ? { text: '' } : faulty(value, 'no-number');
}

/**
 * Matches a number as programs write it. A binary number has up to 17 significant digits; a number with more was
 * written in decimal digits, and its binary value does not keep all of them.
 */
const NUMBER = /^[+-]?(?:\d{1,310}(?:\.\d{0,310})?|\.\d{1,310})(?:E[+-]?\d{1,3})?$/i;
const BINARY_DIGITS = 17;

/** Matches numbers that a cell without a format shows as they are: most of them. Five digits may be a date. */
const PLAIN = /^(?:0|-?[1-9]\d{0,3}|-?[1-9]\d{5,14})$/;

function readNumberOrDate(cell: RawCell, context: CellContext): ReadCell {
  const { value } = cell;
  const format = formatOf(cell, context);
  if (format === GENERAL && PLAIN.test(value)) return { text: value };
  const number = Number(value);
  if (!NUMBER.test(value) || !Number.isFinite(number)) return emptyOrInvalid(value);
  if (significantDigits(value) > BINARY_DIGITS) return faulty(value, 'digits-lost');
  const result = format(number, context.is1904);
  return result.fault === undefined
    ? shown(result)
    : faulty(result.fault === 'digits-lost' ? value : result.text, result.fault);
}

function significantDigits(value: string): number {
  const [mantissa = ''] = value.split(/e/i);
  return mantissa.replace(/[+.-]/g, '').replace(/^0+/, '').length;
}

function formatOf({ style }: RawCell, { formats }: CellContext): NumberFormat {
  return formats[style] ?? (style > 0 ? MISSING_FORMAT : GENERAL);
}

function shown({ text, number, dateTime, day, fault }: ShownValue): ReadCell {
  if (fault !== undefined) return faulty(text, fault);
  const own = number === text ? undefined : number;
  return own === undefined && dateTime === undefined && day === undefined
    ? { text }
    : { text, value: { number: own, dateTime, day } };
}

function faulty(text: string, fault: SheetFault): ReadCell {
  return { text, value: { fault } };
}

/**
 * Collects the text of a cell from the tokens within `si` or `is`. The text may consist of runs with different fonts.
 * Phonetic text, which shows the pronunciation, is left out.
 */
export class RichText {
  #text = '';
  #run = '';
  #isIn = false;
  #keepsSpace = false;
  #phonetic = 0;

  take(xml: XmlReader, token: XmlToken): void {
    if (token === 'text') {
      if (this.#isIn) this.#run += xml.text();
    } else if (xml.name === 'rPh') {
      this.#phonetic += token === 'open' ? 1 : -1;
    } else if (xml.name === 't' && this.#phonetic === 0) {
      if (token === 'open') this.#begin(xml);
      else this.#end();
    }
  }

  /** Returns the text so far, and begins a new one. */
  finish(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #begin(xml: XmlReader): void {
    [this.#isIn, this.#keepsSpace, this.#run] = [true, false, ''];
    while (xml.nextAttribute()) if (xml.attribute === 'space') this.#keepsSpace = xml.value() === 'preserve';
  }

  #end(): void {
    this.#isIn = false;
    this.#text += decodeEscapes(this.#keepsSpace ? this.#run : trimXmlSpace(this.#run));
  }
}
