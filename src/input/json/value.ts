import { findRepeatedKey, type RepeatedKey } from '../../base/json-text.ts';
import { InputError } from '../../errors.ts';
import type { JsonRecord } from '../port.ts';
import { UNFINISHED } from './errors.ts';
import { findJsonFault, type JsonFault } from './fault.ts';
import { findLongNumbers } from './long-numbers.ts';

/** The hint for a file that is not JSON. */
export const FIX_JSON = 'Fix the file at this place, or export it again with a program that writes JSON.';

/** The place of a value: its line, and the column of its first character. */
export interface TextPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Parses one value. `keys` is the number of keys in its text. A fault is reported at its line and column in the file.
 */
function parseJsonValue(text: string, keys: number, place: TextPlace): unknown {
  const value = parse(text, place);
  const repeated = findRepeatedKey(text, value, keys);
  if (repeated !== undefined) throw repeatedKeyError(text, repeated, place);
  return value;
}

/** Parses one value, and returns its long numbers as written. */
export function parseJsonRecord(text: string, keys: number, place: TextPlace): Pick<JsonRecord, 'value' | 'numbers'> {
  const value = parseJsonValue(text, keys, place);
  const numbers = findLongNumbers(text);
  return numbers === undefined ? { value } : { value, numbers };
}

function parse(text: string, place: TextPlace): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw jsonError(text, place, cause);
  }
}

const MAX_SHOWN_KEY = 80;

function repeatedKeyError(text: string, { key, index }: RepeatedKey, place: TextPlace): InputError {
  const problem = `the object has the key ${JSON.stringify(key.slice(0, MAX_SHOWN_KEY))} a second time`;
  return faultError(text, { index, problem }, place, { hint: 'Keep one of them: the other one would be lost.' });
}

/** Returns the error for a fault before the end of a value that was cut off, or `undefined` if there is none. */
export function faultBeforeCut(text: string, place: TextPlace): InputError | undefined {
  const fault = findJsonFault(text);
  return fault === undefined || fault.problem === UNFINISHED ? undefined : jsonError(text, place);
}

/** The error for the first fault in a value. */
function jsonError(text: string, place: TextPlace, cause?: unknown): InputError {
  const fault = findJsonFault(text) ?? { index: 0, problem: 'this is not valid JSON' };
  return faultError(text, fault, place, { hint: FIX_JSON, cause });
}

/** The error for a fault, with its place in the file. */
function faultError(
  text: string,
  { index, problem }: JsonFault,
  place: TextPlace,
  options: { readonly hint: string; readonly cause?: unknown },
): InputError {
  const before = text.slice(0, index).split(/\r\n|\n|\r/);
  const indent = before.length === 1 ? place.column : 1;
  const column = (before.at(-1)?.length ?? 0) + indent;
  const { file } = place;
  return new InputError({ file, line: place.line + before.length - 1 }, `column ${column}: ${problem}`, options);
}
