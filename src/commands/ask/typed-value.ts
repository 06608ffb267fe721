/**
 * The form in which a value is shown, and offered for editing. Different values have different forms. An answer that is the
 * form of a value is read as that value, so what the user does not change stays as it is.
 */
import { isObject } from '../../base/json-value.ts';
import { LIST_SEPARATOR } from '../../input/values/cell-lists.ts';
import { escapeJson, forTerminal } from '../../output/terminal/escape.ts';

/** The answer that removes the value of a field. */
export const LEAVE_OUT = '-';

interface TypedForm {
  readonly text: string;
  /** How the form is to be edited. Absent if this needs no words. */
  readonly help?: string | undefined;
}

/** A value in the form in which a user would type it. No value is an empty text. */
export function asTyped(value: unknown): string {
  return formOf(value).text;
}

export function formOf(value: unknown): TypedForm {
  if (value === undefined || value === null) return { text: '' };
  if (Array.isArray(value)) return formOfList(value);
  if (typeof value === 'string') return isPlain(value) ? { text: value } : { text: toJson(value), help: IN_QUOTES };
  return { text: typeof value === 'object' ? toJson(value) : String(value) };
}

const IN_QUOTES = 'in quotes, as in JSON';

/** A text that an answer cannot mean, or that cannot be shown as it is, stands in quotes as in JSON. */
function isPlain(text: string): boolean {
  return forTerminal(text) === text && !text.startsWith('"') && text !== LEAVE_OUT;
}

function formOfList(list: readonly unknown[]): TypedForm {
  if (list.length === 0) return { text: '' };
  const json = { text: toJson(list), help: 'as in JSON' };
  const entries = list.map(plainEntry).filter((entry) => entry !== undefined);
  if (entries.length < list.length) return json;
  if (!entries.some((entry) => /[,;]/.test(entry))) return { text: entries.join(', ') };
  const text = entries.join(LIST_SEPARATOR);
  return entries.length === 1 ? json : { text, help: `${LIST_SEPARATOR} between entries` };
}

/** The text of an entry that is an id or a text only; `undefined` if a cell reads it as something else. */
function plainEntry(entry: unknown): string | undefined {
  const isId = isObject(entry) && Object.keys(entry).join() === 'ExternalId';
  const text = isId ? entry['ExternalId'] : entry;
  if (typeof text !== 'string' || text === '' || text.trim() !== text || !isPlain(text)) return undefined;
  if (text.includes(LIST_SEPARATOR) || /^[[{]/.test(text)) return undefined;
  return isId && /[:=]/.test(text) ? undefined : text;
}

function toJson(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** The text of an answer in quotes; `undefined` if it is not one as in JSON. Any other answer is a text as it is. */
export function withoutQuotes(answer: string): string | undefined {
  if (!answer.trimStart().startsWith('"')) return answer;
  try {
    const text: unknown = JSON.parse(answer);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The id of a chosen entry, which is an object or the id itself. No entry is an empty text. */
export function idOf(entry: unknown): string {
  if (entry === undefined || entry === null) return '';
  return String(isObject(entry) ? entry['ExternalId'] : entry);
}
