import { endOfString, findRepeatedKey, type RepeatedKey } from '../../base/json-text.ts';
import { InputError } from '../../errors.ts';
import { placeOfNumber, type WrittenNumbers } from '../../model/written-numbers.ts';
import type { JsonRecord } from '../port.ts';
import { UNFINISHED } from './errors.ts';
import { findJsonFault, type JsonFault } from './fault.ts';

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

/** The number of significant digits that every number keeps. */
const KEPT_DIGITS = 15;

/** Matches texts that may have long numbers. Most texts have none, and need no further search. */
const MAY_HAVE_LONG = /\d[\d.]{15}|\de[+-]?\d/i;

const TOKEN = /["{}[\],]|-?\d[\d.e+-]*/gi;

/** Returns the long numbers of a JSON text as written, by their places; `undefined` if there are none. */
export function findLongNumbers(text: string): WrittenNumbers | undefined {
  if (!MAY_HAVE_LONG.test(text)) return undefined;
  const found: Record<string, string> = {};
  let hasFound = false;
  /** For each open list the current index, and for each open object the last key. */
  const open: (string | number)[] = [];
  let isKeyNext = false;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [sign] = token;
    if (sign === '"') {
      const end = endOfString(text, token.index) + 1;
      if (isKeyNext) open[open.length - 1] = JSON.parse(text.slice(token.index, end)) as string;
      TOKEN.lastIndex = end;
      isKeyNext = false;
    } else if (sign === '{' || sign === '[') {
      isKeyNext = sign === '{';
      open.push(isKeyNext ? '' : 0);
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') isKeyNext = nextMember(open);
    else if (isLong(sign)) {
      found[placeOfNumber(open)] = sign;
      hasFound = true;
    }
  }
  return hasFound ? found : undefined;
}

/** Moves to the next entry of a list or an object, and returns whether it begins with a key. */
function nextMember(open: (string | number)[]): boolean {
  const last = open.at(-1);
  if (typeof last === 'number') open[open.length - 1] = last + 1;
  return typeof last === 'string';
}

function isLong(number: string): boolean {
  const [mantissa = ''] = number.split(/e/i);
  const exact = mantissa.includes('.') ? mantissa.replace(/0+$/, '') : mantissa;
  const digits = exact.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > KEPT_DIGITS || Math.abs(Number(number)) >= 10 ** KEPT_DIGITS;
}
