/** What is to be said of a column as a whole: words of other languages that are read, and dates that are not. */
import type { Field } from '../../platform/fields/field.ts';
import type { ConversionOptions } from './conversion.ts';
import { formatsOf, isOddDate } from './fitting-date-formats.ts';
import { readOtherYesNo } from './yes-no.ts';

/** A text of a field, by the name of the field. */
export type OddText = readonly [field: string, text: string];

/** Passes a text on where it says something about its whole column. */
export function noteOddText(field: Field, name: () => string, value: unknown, options: ConversionOptions): void {
  if (options.onOddText === undefined || typeof value !== 'string') return;
  const text = options.fix ? value.trim() : value;
  if (isOdd(field, text, options)) options.onOddText(name(), text);
}

/** Who says how dates are written needs no advice on it. */
function isOdd(field: Field, text: string, { dateFormat }: ConversionOptions): boolean {
  if (field.kind === 'boolean') return readOtherYesNo(text) !== undefined;
  return dateFormat === undefined && isDateField(field) && isOddDate(text);
}

export function isDateField(field: Field): boolean {
  return field.kind === 'date-time' || (field.kind === 'text' && field.format === 'birth-date');
}

/** So many different texts of a field are remembered: more dates say nothing that these do not. */
const MAX_REMEMBERED = 10_000;

export interface ColumnAdvice {
  readonly add: (...text: OddText) => void;
  /** Those since the last call. */
  readonly takeNew: () => OddText[];
  /** What is to be said, by the name of the field. */
  readonly list: () => { readonly field: string; readonly said: SaidOfColumn }[];
}

/** Adding the same text again changes nothing: records are read more than once. */
export function createColumnAdvice(): ColumnAdvice {
  const known = new Map<string, Set<string>>();
  let added: OddText[] = [];
  return {
    add: (field, text) => {
      const texts = known.get(field) ?? new Set();
      known.set(field, texts);
      if (texts.has(text) || texts.size >= MAX_REMEMBERED) return;
      texts.add(text);
      added.push([field, text]);
    },
    takeNew: () => {
      const taken = added;
      added = [];
      return taken;
    },
    list: () => [...known].map(([field, texts]) => ({ field, said: describe([...texts]) })),
  };
}

interface SaidOfColumn {
  readonly rule: string;
  /** With the name of the column in it. */
  readonly message: (column: string) => string;
  readonly suggestion?: string | undefined;
}

function describe(texts: readonly string[]): SaidOfColumn {
  return texts.some((text) => readOtherYesNo(text) !== undefined) ? describeWords(texts) : describeDates(texts);
}

function describeWords(texts: readonly string[]): SaidOfColumn {
  const words = [...new Set(texts.map((text) => text.toLowerCase()))].sort();
  const read = words.map((word) => `${word} is read as ${readOtherYesNo(word) ? 'yes' : 'no'}`);
  return { rule: 'input.value.other-word', message: (column) => `In the column ${column}, ${read.join(', ')}` };
}

function describeDates(texts: readonly string[]): SaidOfColumn {
  const rule = 'input.value.date-order';
  const dates = texts.length === 1 ? 'The date' : `All ${texts.length} different dates`;
  const [first, ...others] = texts.map((text) => new Set(formatsOf(text)));
  const common = [...(first ?? [])].filter((format) => others.every((formats) => formats.has(format)));
  const flags = common.map((format) => `--date-format ${format.includes(' ') ? `"${format}"` : format}`);
  const [only] = common;
  if (only === undefined) {
    const message = (column: string) => `No order of day, month and year fits all dates of the column ${column}`;
    return { rule, message, suggestion: 'write all of them alike, such as 2027-03-01' };
  }
  const verb = texts.length === 1 ? 'fits' : 'fit';
  if (common.length === 1) {
    const message = (column: string) => `${dates} of the column ${column} ${verb} ${only}, and no other order`;
    return { rule, message, suggestion: `give ${flags[0]}` };
  }
  const message = (column: string) => `${dates} of the column ${column} ${verb} ${common.join(' as well as ')}`;
  return { rule, message, suggestion: `say what is meant: ${flags.join(' or ')}` };
}
