/** What the texts of a column are: yes and no, percentages, lists, dates, times, names. All texts must agree. */
import { checkFields } from '../../../platform/fields/check.ts';
import type { ColumnField } from '../../column-field.ts';
import { convertCell } from '../../values/convert.ts';
import { formatsOf, hasCalendarDate, isNonIsoDate } from '../../values/date-format.ts';
import { readYesNo } from '../../words/meaning.ts';
import type { FieldSteps } from '../mapping.ts';

type Texts = readonly string[];

/** The steps from the cells of a column to values: none if they are read as they are. */
export type Steps = Omit<FieldSteps, 'from'>;

/** Letters and signs that mean yes or no in a column of nothing else. */
const MARKS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'j', 'o', 's', 'x'].map((mark) => [mark, true] as const),
  ...['n', '-'].map((mark) => [mark, false] as const),
]);

/** The mapping says what marks mean, because letters alone may mean anything. A lone x says no where it is not. */
export function yesNoSteps(texts: Texts): Steps | undefined {
  const values: Record<string, boolean> = {};
  for (const word of texts.map((text) => text.trim().toLowerCase())) {
    const meant = readYesNo(word) ?? MARKS.get(word);
    if (meant === undefined) return undefined;
    values[word] = meant;
  }
  const words = Object.keys(values);
  if (words.length === 0) return undefined;
  if (!words.some((word) => MARKS.has(word))) return {};
  return { values: words.every((word) => word === 'x') ? { ...values, '': false } : values };
}

/** Returns the percentage of each text, `null` for no extra time: of `25`, `25 %`, `0.25` or `1,25`. */
export function percentagesOf(texts: Texts): ReadonlyMap<string, number | null> | undefined {
  const isPercent = texts.every((text) => /^\d{1,3} ?%?$/.test(text));
  const numbers = texts.map((text) => (/^\d?[.,]?\d{1,3}$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN));
  const isShare = numbers.every((number) => number >= 0 && number < 1);
  const isFactor = numbers.every((number) => number >= 1 && number < 2);
  if (texts.length === 0 || !(isPercent || isShare || isFactor)) return undefined;
  const percent = (text: string, number = 0) =>
    isPercent ? Number.parseInt(text, 10) : Math.round((number - (isFactor ? 1 : 0)) * 100);
  // The platform takes no percentage where there is no extra time, not even 0.
  return new Map(texts.map((text, at) => [text, percent(text, numbers[at]) || null]));
}

const SEPARATORS = [',', ';', '/', '|'];

/** Returns the steps of a column of lists: its separator, if its texts have only one. `|` needs none. */
function listSteps(texts: Texts): Steps {
  const found = SEPARATORS.filter((separator) => texts.some((text) => text.includes(separator)));
  const [separator = '|'] = found.length === 1 ? found : [];
  return separator === '|' ? {} : { separator };
}

/** The formats that all dates of a column fit: several if the order of day and month is open. */
interface DatesFound {
  readonly formats: readonly string[];
  readonly hasTime: boolean;
}

/** Returns `undefined` if a text is no date, or if only some have a time. A date as `2027-01-11` needs no format. */
export function datesOf(texts: Texts): DatesFound | undefined {
  const parts = texts.map((text) => text.split(/[T ](?=\d)/));
  const dates = parts.map(([date = '']) => date);
  const times = parts.flatMap(([, ...time]) => (time.length === 0 ? [] : [time.join(' ')]));
  const hasTime = times.length > 0;
  if (texts.length === 0 || (hasTime && times.length < texts.length)) return undefined;
  const isIso = dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(date) && hasCalendarDate(date));
  if (isIso && times.every((time) => /^\d{1,2}:\d{2}/.test(time))) return { formats: [], hasTime };
  const timeFormat = hasTime ? timeFormatOf(times) : '';
  if (timeFormat === undefined || !(isIso || dates.every(isNonIsoDate))) return undefined;
  const [first = [], ...others] = dates.map((date) => (isIso ? ['YYYY-MM-DD'] : formatsOf(date)));
  const formats = first.filter((format) => others.every((other) => other.includes(format)));
  return { formats: formats.map((format) => `${format} ${timeFormat}`.trimEnd()), hasTime };
}

const TIMES: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['HH:mm', /^\d{2}:\d{2}$/],
  ['H:mm', /^\d{1,2}:\d{2}$/],
  ['H:mm:ss', /^\d{1,2}:\d{2}:\d{2}$/],
  ['H[h]mm', /^\d{1,2}h\d{2}$/],
  ['H.mm', /^\d{1,2}\.\d{2}$/],
  ['H:mm [Uhr]', /^\d{1,2}:\d{2} Uhr$/],
  ['h:mm A', /^\d{1,2}:\d{2} [AaPp]\.?[Mm]\.?$/],
];

/** Returns the format that all texts of a column of times have. */
export function timeFormatOf(texts: Texts): string | undefined {
  return texts.length === 0 ? undefined : TIMES.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0];
}

/** Whether each text has both names of a person, as `Last, First`. */
export function areLastFirst(texts: Texts): boolean {
  return texts.length > 0 && texts.every((text) => /^[^,]+, ?[^,]+$/.test(text));
}

/** Returns the steps from the texts of a column to a field; `undefined` if the texts cannot be its values. */
export function stepsFor(column: ColumnField, texts: Texts): Steps | undefined {
  const { name, field } = column;
  if (texts.length === 0) return undefined;
  // "Name" is a word for the last name, and for both names in one cell.
  if (name === 'LastName' && areLastFirst(texts)) return undefined;
  if (field.kind === 'boolean') return yesNoSteps(texts);
  if (field.kind === 'list') return listSteps(texts);
  if (field.kind !== 'date-time' && !(field.kind === 'text' && field.format === 'birth-date')) {
    return fitsField(column, texts) ? {} : undefined;
  }
  const dates = datesOf(texts);
  return dates === undefined || (field.kind === 'date-time' && !dates.hasTime) ? undefined : dateSteps(dates);
}

/** No format is proposed where several fit. */
export function dateSteps({ formats }: DatesFound): Steps {
  const [dateFormat, another] = formats;
  return dateFormat === undefined || another !== undefined ? {} : { dateFormat };
}

/** Of this many different texts, one may be wrong: real files have wrong cells, and the run finds them. */
const ONE_WRONG_IN = 10;
/** More texts do not change the answer. */
const MAX_TRIED = 500;

/** Whether the texts are values of a field: what the contract says, not the draft. */
function fitsField({ resource, name, field }: ColumnField, texts: Texts): boolean {
  const tried = texts.slice(0, MAX_TRIED);
  const alone = { ...resource, fields: { [name]: field } };
  const wrong = tried.filter((text) => {
    const { value, problems } = convertCell(field, text, { resource, name, path: [name] }, {});
    return problems.length > 0 || !('value' in checkFields(alone, { [name]: value }));
  });
  return wrong.length * ONE_WRONG_IN <= tried.length;
}
