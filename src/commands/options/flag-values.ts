/** Parsers of flag values. A value that cannot be parsed is a usage error that describes the accepted values. */
import { InvalidArgumentError } from 'commander';
import { upperFirst } from '../../base/text/first-letter.ts';
import { type ChangeLimit, EXPECTED_COUNTS, type Expectation } from '../../bulk/run/guards.ts';
import { parseDateFormat } from '../../input/values/date-format.ts';

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

const DAY_MS = 24 * 3_600_000;

/** Node fires a timer of more than 24 days at once. A day is long enough. */
const DURATION_MAX_MS = DAY_MS;

/** `500ms`, `30s`, `5m`, `1h`, up to a day; a bare number is seconds. In milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Write a duration such as 500ms, 30s, 5m or 1h.');
  const durationMs = Math.round(Number(match[1]) * (UNITS_MS[match[2] ?? 's'] ?? 1));
  if (durationMs > DURATION_MAX_MS) throw new InvalidArgumentError('Write a duration of 24h at most.');
  return durationMs;
}

/** `90d` or `12w`, in milliseconds. */
export function parseAge(text: string): number {
  const match = /^(\d{1,5})(d|w)$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Write a number of days or weeks, such as 90d or 12w.');
  return Number(match[1]) * (match[2] === 'w' ? 7 * DAY_MS : DAY_MS);
}

/** A duration in the form that flags accept, such as `30s`. */
export function formatDuration(durationMs: number): string {
  return `${durationMs / 1_000}s`;
}

/** Like `parseDuration`, but zero is an error: nothing can be done in no time. */
export function parseTimeLimit(text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs === 0) throw new InvalidArgumentError('Write a duration of 1ms at least.');
  return durationMs;
}

const EXPECTED = new RegExp(`^(${EXPECTED_COUNTS.join('|')})=(\\d{1,9})$`);

/**
 * `create=120,update=0,unchanged=5`; each may be left out. A repeated flag adds to the earlier ones, so that no guard is
 * lost.
 */
export function parseExpectation(text: string, earlier: Expectation = {}): Expectation {
  const expected = { ...earlier };
  for (const part of text.split(',')) {
    const match = EXPECTED.exec(part.trim());
    if (match === null) throw new InvalidArgumentError('Write it like create=120,update=0,unchanged=5.');
    const [name, count] = [match[1] as keyof Expectation, Number(match[2])];
    if ((expected[name] ?? count) !== count) {
      throw new InvalidArgumentError(`${name} is given twice, as ${expected[name]} and as ${count}.`);
    }
    expected[name] = count;
  }
  return expected;
}

/** `50`, or a share such as `5%`: of the records read (`--max-changes`), or of the enabled users (`--max-missing`). */
export function parseChangeLimit(text: string): ChangeLimit {
  const match = /^(\d{1,9})(%)?$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Write a number such as 50, or a share such as 5%.');
  const value = Number(match[1]);
  if (match[2] && value > 100) throw new InvalidArgumentError('A share is at most 100%.');
  return match[2] ? { percent: value } : { records: value };
}

/** `"Header=Field"`, repeatable: collected into a map of fields by header. */
export function collectMapping(text: string, mapping: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  // A header may have this character, a field may not.
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Write a header and its field, such as "Surname=LastName".');
  return new Map([...mapping, [text.slice(0, at), text.slice(at + 1).trim()]]);
}

/** `Field=value`, repeatable: collected into a map of values by field. */
export function collectValue(text: string, values: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Write a field and its value, such as Role=Student.');
  return new Map([...values, [text.slice(0, at).trim(), text.slice(at + 1)]]);
}

/** A repeatable flag: collected into a list. */
export function collect(text: string, list: readonly string[] = []): string[] {
  return [...list, text];
}

const MAYBE_UNSET = 'Perhaps a variable of your script is not set.';

/** The id of an entry that is read. */
export function collectId(text: string, list?: readonly string[]): string[] {
  if (text === '') throw new InvalidArgumentError(`The id is empty. ${MAYBE_UNSET}`);
  return collect(text, list);
}

export function parseFileName(text: string): string {
  if (text === '') throw new InvalidArgumentError(`The name of the file is empty. ${MAYBE_UNSET}`);
  return text;
}

export function collectFile(text: string, list?: readonly string[]): string[] {
  return collect(parseFileName(text), list);
}

/**
 * The name of a file, for a flag that takes one file only. Of other flags, the last value counts, as with git. Of files,
 * that would silently leave out the first one, with the records or rows that belong in it.
 */
export function parseSingleFile(text: string, earlier: string | undefined): string {
  if (earlier !== undefined && earlier !== text) {
    throw new InvalidArgumentError(`Give one file: ${earlier} is given already.`);
  }
  return parseFileName(text);
}

/** One character; `tab` and `\t` stand for the tabulator. */
export function parseDelimiter(text: string): string {
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text;
  if ([...delimiter].length !== 1) throw new InvalidArgumentError('Write one character, or "tab".');
  return delimiter;
}

/** Returns the text, not the format: a run record keeps flags as they are given. */
export function checkDateFormat(text: string): string {
  const format = parseDateFormat(text);
  if (typeof format === 'string') throw new InvalidArgumentError(`${upperFirst(format)}.`);
  return text;
}

/** Returns a parser of whole numbers between two limits. */
export function numberParser(least: number, most: number, message = `Write a number from ${least} to ${most}.`) {
  const pattern = new RegExp(`^\\d{1,${String(most).length}}$`);
  return (text: string): number => {
    const value = Number(text);
    if (!pattern.test(text) || value < least || value > most) throw new InvalidArgumentError(message);
    return value;
  };
}

export const parseCount = numberParser(1, 9_999);
export const parseRetries = numberParser(0, 999);
export const parseHeaderRow = numberParser(1, 9_999_999, 'Write the number of a line, counted from 1.');

/** `20/s`, or `90/m` for a minute; a bare number is per second. The result is in requests per second. */
export function parseRate(text: string): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|m))?$/.exec(text);
  const rate = Number(match?.[1]) / (match?.[2] === 'm' ? 60 : 1);
  if (match === null || !(rate > 0))
    throw new InvalidArgumentError('Write a number of requests, such as 20/s or 90/m.');
  return rate;
}

/** Adds the columns of a list with commas. A comma within a header cannot be written: such a column needs `*`. */
export function collectColumns(text: string, earlier: readonly string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...earlier, ...names.filter((name) => name !== '')];
}
