/** Reads the JSON of an answer by the names of its fields. Platforms may write names in small or capital letters. */
import { isContainer, isObject, type JsonObject, parseJson } from '../../base/json-value.ts';

/** Returns `undefined` if the text is not JSON. */
export function parseBody(text: string): unknown {
  return parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** Returns a field by its exact name, or else by its name in other letters. */
export function fieldOf(object: JsonObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const lower = name.toLowerCase();
  return Object.entries(object).find(([own]) => own.toLowerCase() === lower)?.[1];
}

/** Returns the first of the fields that is a text or a number, as text. */
export function firstText(object: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(fieldOf(object, name))).find((text) => text !== undefined && text !== '');
}

/** Returns a text, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

const MAX_DEPTH = 32;

/**
 * Finds a field that is named like an error and is not empty: a success with such a field is in doubt. Lists that the
 * caller has read already do not count. What is too deep to be searched counts.
 */
export function findErrorField(value: unknown, readAlready: readonly unknown[], depth = 0): string | undefined {
  if (!isContainer(value) || readAlready.includes(value)) return undefined;
  if (depth > MAX_DEPTH) return '(too deep to be read)';
  for (const [name, entry] of Object.entries(value)) {
    if (isObject(value) && /error/i.test(name) && !readAlready.includes(entry) && !isEmpty(entry)) return name;
    const found = findErrorField(entry, readAlready, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return isContainer(value) ? Object.keys(value).length === 0 : !value;
}
