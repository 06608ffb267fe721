/** Advice about a column as a whole: words of other languages that are read, and dates and lists that are not. */
import { formatNumber } from '../../base/text/counted.ts';
import { eitherOf } from '../../base/text/either-of.ts';
import type { Field, ListField } from '../../platform/fields/field.ts';
import { checkText } from '../../platform/fields/value-faults.ts';
import { readOtherYesNo } from '../words/meaning.ts';
import { LIST_SEPARATOR } from './cell-lists.ts';
import type { ConversionOptions } from './conversion.ts';
import { formatsOf, isNonIsoDate } from './date-format.ts';

/** A text that is a reason for advice about its column, with the name of its field. */
export type AdviceText = readonly [field: string, text: string];

/** Reports a text to `options.onAdviceText` if it is a reason for advice about its column. */
export function noteAdviceText(field: Field, name: () => string, value: unknown, options: ConversionOptions): void {
  if (options.onAdviceText === undefined || typeof value !== 'string') return;
  const text = options.fix ? value.trim() : value;
  if (needsAdvice(field, text, options)) options.onAdviceText(name(), text);
}

/** With `--date-format`, dates need no advice. */
export function needsAdvice(field: Field, text: string, { dateFormat }: ConversionOptions): boolean {
  if (field.kind === 'boolean') return readOtherYesNo(text) !== undefined;
  if (field.kind === 'list') return hasOtherSeparator(field, text);
  return dateFormat === undefined && isDateField(field) && isNonIsoDate(text);
}

export function isDateField(field: Field): boolean {
  return field.kind === 'date-time' || (field.kind === 'text' && field.format === 'birth-date');
}

/** Whether a text is no entry of the list, but its parts between commas or semicolons all are. */
function hasOtherSeparator({ of }: ListField, text: string): boolean {
  const parts = text.includes(LIST_SEPARATOR) || /^\s*[[{]/.test(text) ? [] : text.split(SEPARATED);
  const entry = of.kind === 'object' ? of.resource.fields['ExternalId'] : of;
  if (parts.length < 2 || entry?.kind !== 'text' || checkText(entry, text) === undefined) return false;
  return parts.every((part) => checkText(entry, part.trim()) === undefined);
}

const SEPARATED = /[,;]/;

/** The largest number of different texts that are kept for a field. Further dates would not change the advice. */
const MAX_REMEMBERED = 10_000;

export interface ColumnAdvice {
  readonly add: (...text: AdviceText) => void;
  /** Returns the texts that were added since the last call. */
  readonly takeNew: () => AdviceText[];
  readonly list: () => { readonly field: string; readonly advice: Advice }[];
}

/** Collects each text once, because records may be read more than once. */
export function createColumnAdvice(): ColumnAdvice {
  const known = new Map<string, Set<string>>();
  let added: AdviceText[] = [];
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
    list: () => [...known].map(([field, texts]) => ({ field, advice: describe([...texts]) })),
  };
}

interface Advice {
  readonly rule: string;
  /** Returns the message for a column with this name. */
  readonly message: (column: string) => string;
  readonly suggestion?: string | undefined;
}

function describe(texts: readonly string[]): Advice {
  if (texts.some((text) => readOtherYesNo(text) !== undefined)) return describeWords(texts);
  return texts.some(isNonIsoDate) ? describeDates(texts) : describeLists(texts);
}

function describeWords(texts: readonly string[]): Advice {
  const words = [...new Set(texts.map((text) => text.toLowerCase()))].sort();
  const read = words.map((word) => `${word} is read as ${readOtherYesNo(word) ? 'yes' : 'no'}`);
  return { rule: 'input.value.other-word', message: (column) => `In the column ${column}, ${read.join(', ')}` };
}

/** The rule of the note about lists with another separator. */
export const LIST_SEPARATOR_RULE = 'input.value.list-separator';

function describeLists(texts: readonly string[]): Advice {
  const marks = [',', ';'].filter((mark) => texts.some((text) => text.includes(mark)));
  const separators = marks.map((mark) => JSON.stringify(mark)).join(' and ');
  return {
    rule: LIST_SEPARATOR_RULE,
    message: (column) =>
      `The lists of the column ${column} have ${separators} between their entries, not ${LIST_SEPARATOR}`,
    suggestion: `write ${LIST_SEPARATOR} between entries, or say the "separator" in a mapping`,
  };
}

/** The rule of the note about dates that need a format. */
export const DATE_ORDER = 'input.value.date-order';

function describeDates(texts: readonly string[]): Advice {
  const rule = DATE_ORDER;
  const [first = [], ...others] = texts.map(formatsOf);
  const common = first.filter((format) => others.every((formats) => formats.includes(format)));
  if (common.length === 0) {
    const message = (column: string) => `No order of day, month and year fits all dates of the column ${column}`;
    return { rule, message, suggestion: 'write all of them alike, such as 2027-03-01' };
  }
  const [isOne, isSure] = [texts.length === 1, common.length === 1];
  const dates = isOne ? 'The date' : `All ${formatNumber(texts.length)} different dates`;
  const orders = isSure ? `${common[0]}, and no other order` : common.join(' as well as ');
  const flags = common.map((format) => `--date-format ${format.includes(' ') ? `"${format}"` : format}`);
  return {
    rule,
    message: (column) => `${dates} of the column ${column} ${isOne ? 'fits' : 'fit'} ${orders}`,
    suggestion: isSure ? `give ${flags[0]}` : `say what is meant: ${eitherOf(flags)}`,
  };
}
