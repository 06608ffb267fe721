/** What the texts of a column are: yes and no, shares, lists, dates, times, names. All texts must agree. */
import { hasCalendarDate, parseDateFormat, toIsoDateTime } from '../../values/date-format.ts';
import { formatsOf, isNonIsoDate } from '../../values/fitting-date-formats.ts';
import type { FieldSteps } from '../mapping.ts';

type Texts = readonly string[];

const YES: ReadonlySet<string> = new Set([
  ...['yes', 'y', 'true', '1'],
  ...['ja', 'j', 'waar', 'wahr'],
  ...['oui', 'o', 'vrai'],
  ...['sí', 'si', 's', 'verdadero'],
  'x',
]);
const NO: ReadonlySet<string> = new Set([
  ...['no', 'n', 'false', '0'],
  ...['nee', 'onwaar', 'nein', 'falsch'],
  ...['non', 'faux', 'falso'],
  '-',
]);

/** Returns what each text of a column of yes and no means. A column that only marks says no where it is empty. */
export function yesNoValues(texts: Texts): Record<string, boolean> | undefined {
  const words = [...new Set(texts.map((text) => text.trim().toLowerCase()))];
  if (words.length === 0 || !words.every((word) => YES.has(word) || NO.has(word))) return undefined;
  const values = Object.fromEntries(words.map((word) => [word, YES.has(word)]));
  return words.every((word) => word === 'x') ? { ...values, '': false } : values;
}

/** Whether the program reads these words for yes and no without a mapping: letters alone may mean anything. */
export function needsValues(texts: Texts): boolean {
  return texts.some((text) => /^(?:[a-z]|-)$/i.test(text.trim()));
}

/** Returns the steps from shares to a percentage: none for `25`, a pattern for `25 %`, values for `0.25` and `1,25`. */
export function percentageSteps(texts: Texts): Pick<FieldSteps, 'pattern' | 'values'> | undefined {
  if (texts.length === 0) return undefined;
  if (texts.every((text) => /^\d{1,3} ?%?$/.test(text))) {
    // The platform takes no percentage where there is no extra time, not even 0.
    if (texts.some((text) => Number.parseInt(text, 10) === 0)) {
      return { values: Object.fromEntries(texts.map((text) => [text, Number.parseInt(text, 10) || null])) };
    }
    return texts.some((text) => text.includes('%')) ? { pattern: '(\\d+) ?%?' } : {};
  }
  const numbers = texts.map((text) => (/^\d?[.,]?\d{1,3}$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN));
  const isShare = numbers.every((number) => number >= 0 && number < 1);
  const isFactor = numbers.every((number) => number >= 1 && number < 2);
  if (!isShare && !isFactor) return undefined;
  const percent = (number: number) => Math.round((number - (isFactor ? 1 : 0)) * 100);
  return { values: Object.fromEntries(texts.map((text, at) => [text, percent(numbers[at] ?? 0) || null])) };
}

const SEPARATORS = [',', ';', '/', '|'];

/** Returns the separator of a column of lists: the only one that its texts have. */
export function separatorOf(texts: Texts): string | undefined {
  const found = SEPARATORS.filter((separator) => texts.some((text) => text.includes(separator)));
  return found.length === 1 ? found[0] : undefined;
}

/** The format of a column of dates: none for `2027-01-11`, one that fits all, or several, so that it is not known. */
export interface DatesFound {
  readonly formats: readonly string[];
  readonly isIso: boolean;
  readonly hasTime: boolean;
}

/** Returns `undefined` if a text is no date. */
export function datesOf(texts: Texts): DatesFound | undefined {
  if (texts.length === 0) return undefined;
  const hasTime = texts.every((text) => /[T ,]\d{1,2}[:.h]\d{2}/.test(text));
  if (texts.every((text) => /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/.test(text) && hasCalendarDate(text))) {
    return { formats: [], isIso: true, hasTime };
  }
  if (!texts.every(isNonIsoDate)) return withLetters(texts);
  const [first = [], ...others] = texts.map(formatsOf);
  const formats = first.filter((format) => others.every((other) => other.includes(format)));
  return { formats, isIso: false, hasTime };
}

/** Forms with letters or with the month first, which the usual search does not know. */
const LETTERED = ['D/M/YYYY H[h]mm', 'D.M.YYYY H[h]mm', 'D-M-YYYY H[h]mm', 'YYYY-MM-DD H[h]mm', 'D.M.YYYY H.mm'];

function withLetters(texts: Texts): DatesFound | undefined {
  const formats = LETTERED.filter((format) => texts.every((text) => fitsDate(format, text)));
  return formats.length === 0 ? undefined : { formats, isIso: false, hasTime: true };
}

function fitsDate(format: string, text: string): boolean {
  const parsed = parseDateFormat(format);
  const iso = typeof parsed === 'string' ? undefined : toIsoDateTime(parsed, text);
  return iso !== undefined && hasCalendarDate(iso);
}

const TIMES: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['HH:mm', /^\d{2}:\d{2}$/],
  ['H:mm', /^\d{1,2}:\d{2}$/],
  ['HH:mm:ss', /^\d{2}:\d{2}:\d{2}$/],
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

/** The order of the names in one cell: `Last, First` by its comma, `First Last` only where each text has two words. */
export function nameOrderOf(texts: Texts): 'last-first' | 'first-last' | undefined {
  if (texts.length === 0) return undefined;
  if (texts.every((text) => /^[^,]+, ?[^,]+$/.test(text))) return 'last-first';
  return texts.every((text) => /^[^\s,]+ [^\s,]+$/.test(text)) ? 'first-last' : undefined;
}

const TOTAL = new RegExp(
  `^(?:${[
    ...['(?:grand |sub)?total', 'count', 'sum', 'number of \\p{L}+'],
    ...['(?:eind|sub)?totaal', 'aantal(?: \\p{L}+)?', 'gesamt', '(?:gesamt)?summe', 'anzahl(?: \\p{L}+)?'],
    ...['total général', 'somme', 'nombre (?:de|d.) ?\\p{L}+', 'suma', 'número de \\p{L}+'],
  ].join('|')})\\s*[:=]?\\s*\\d{0,9}$`,
  'iu',
);

/** Whether a text is a word for a total or a count, with or without its number. */
export function isTotal(text: string): boolean {
  return TOTAL.test(text.trim());
}
