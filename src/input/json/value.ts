/** Parses one JSON value with its place in the file, and finds out what is wrong with one that is not valid. */
import { endOfString, findRepeatedKey, type RepeatedKey, scanJson } from '../../base/json-text.ts';
import { InputError } from '../../errors.ts';
import { placeOfNumber, type WrittenNumbers } from '../../model/draft.ts';
import { MAX_JSON_DEPTH } from '../limits.ts';
import type { JsonRecord } from '../port.ts';

/** The hints for a file that is not JSON, and for one that ends too early. */
export const FIX_JSON = 'Fix the file at this place, or export it again with a program that writes JSON.';
export const CUT_OFF = 'It may have been cut off while it was written or copied; get it again.';

/** The place of a value: its line, and the column of its first character. */
export interface TextPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

type ParsedJson = Pick<JsonRecord, 'value' | 'numbers'>;

/** Parses a text that is one value. */
export function parseJsonText(text: string, place: TextPlace): ParsedJson {
  const { depth, keys } = scanJson(text);
  if (depth > MAX_JSON_DEPTH) throw tooDeepError(place.file, place.line);
  return parseJsonRecord(text, keys, place);
}

/**
 * Parses one value, and returns its long numbers as written. `keys` is the number of keys in its text. A fault is reported
 * at its line and column in the file.
 */
export function parseJsonRecord(text: string, keys: number, place: TextPlace): ParsedJson {
  const value = parse(text, place);
  const repeated = findRepeatedKey(text, value, keys);
  if (repeated !== undefined) throw repeatedKeyError(text, repeated, place);
  const numbers = findLongNumbers(text);
  return numbers === undefined ? { value } : { value, numbers };
}

function parse(text: string, place: TextPlace): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = findJsonFault(text) ?? { index: 0, problem: 'this is not valid JSON' };
    throw faultError(text, fault, place, { hint: FIX_JSON, cause });
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
  return fault === undefined || fault.problem === UNFINISHED
    ? undefined
    : faultError(text, fault, place, { hint: FIX_JSON });
}

/** The error for a value whose arrays and objects nest too deep. */
export function tooDeepError(file: string, line: number): InputError {
  return new InputError({ file, line }, TOO_DEEP, {
    hint: 'Input records are flat or nearly so; check that this is the right file.',
  });
}

/** The error for a fault, with its place in the file. */
function faultError(
  text: string,
  { index, problem }: JsonFault,
  { file, line, column }: TextPlace,
  options: { readonly hint: string; readonly cause?: unknown },
): InputError {
  const before = text.slice(0, index).split(/\r\n|\n|\r/);
  const at = (before.at(-1)?.length ?? 0) + (before.length === 1 ? column : 1);
  return new InputError({ file, line: line + before.length - 1 }, `column ${at}: ${problem}`, options);
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

/** The first fault of a text that is not valid JSON. */
interface JsonFault {
  readonly index: number;
  readonly problem: string;
}

const TOO_DEEP = `arrays and objects are nested more than ${MAX_JSON_DEPTH} deep`;

/** The problem of a value whose end is missing. */
export const UNFINISHED = 'the value ends before it is complete';

const WORD = /[\w$]+/y;

/** Returns a message about the text at an index, which is not what JSON allows there. */
export function describeUnexpected(text: string, at: number, wanted: string): string {
  const code = text.codePointAt(at);
  if (code === undefined) return UNFINISHED;
  const character = String.fromCodePoint(code);
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  const visible = /[\p{C}\p{Z}]/u.test(character) ? `the invisible character U+${hex}` : character;
  return `expected ${wanted}, found ${matchAt(WORD, text, at)?.slice(0, 30) ?? visible}`;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const LITERAL = /(?:true|false|null)(?!\w)/y;
const BLANKS = /[ \t\r\n]*/y;
const PLAIN_TEXT = /[^"\\\p{Cc}]*/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Finds the first fault in a text that `JSON.parse` refuses. Nesting beyond the limit is a fault too. */
export function findJsonFault(text: string): JsonFault | undefined {
  const end = endOfValue(text, 0, 0);
  if (typeof end !== 'number') return end;
  const rest = afterBlanks(text, end);
  return rest === text.length ? undefined : unexpected(text, rest, 'the end of the value');
}

function unexpected(text: string, index: number, wanted: string): JsonFault {
  return { index, problem: describeUnexpected(text, index, wanted) };
}

function afterBlanks(text: string, at: number): number {
  return at + (matchAt(BLANKS, text, at)?.length ?? 0);
}

/** Returns the index after a value, or its fault. So do the functions below. */
function endOfValue(text: string, from: number, depth: number): number | JsonFault {
  const at = afterBlanks(text, from);
  const sign = text[at];
  if (sign === '"') return endOfText(text, at);
  if (sign === '{' || sign === '[') return endOfBrackets(text, at, depth + 1);
  const word = matchAt(NUMBER, text, at) ?? matchAt(LITERAL, text, at);
  return word === undefined ? unexpected(text, at, 'a value') : at + word.length;
}

function endOfBrackets(text: string, start: number, depth: number): number | JsonFault {
  if (depth > MAX_JSON_DEPTH) return { index: start, problem: TOO_DEEP };
  const close = text[start] === '{' ? '}' : ']';
  let at = afterBlanks(text, start + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    const end = close === '}' ? endOfMember(text, at, depth) : endOfValue(text, at, depth);
    if (typeof end !== 'number') return end;
    const comma = afterBlanks(text, end);
    if (text[comma] === close) return comma + 1;
    if (text[comma] !== ',') return unexpected(text, comma, `a comma or ${close}`);
    at = afterBlanks(text, comma + 1);
    if (text[at] === close) return { index: comma, problem: `a comma stands before the closing ${close}` };
  }
}

function endOfMember(text: string, at: number, depth: number): number | JsonFault {
  if (text[at] !== '"') return unexpected(text, at, 'a name in double quotes');
  const end = endOfText(text, at);
  if (typeof end !== 'number') return end;
  const colon = afterBlanks(text, end);
  return text[colon] === ':' ? endOfValue(text, colon + 1, depth) : unexpected(text, colon, 'a colon after the name');
}

function endOfText(text: string, start: number): number | JsonFault {
  for (let at = start + 1; ; ) {
    at += matchAt(PLAIN_TEXT, text, at)?.length ?? 0;
    const sign = text[at];
    if (sign === '"') return at + 1;
    if (sign === undefined) return { index: at, problem: UNFINISHED };
    const escaped = matchAt(ESCAPE, text, at);
    // Only JSON's own control characters are forbidden; those from U+007F on are plain text.
    if (escaped !== undefined || sign >= '\u007f') at += escaped?.length ?? 1;
    else if (sign === '\n' || sign === '\r') return { index: start, problem: UNCLOSED };
    else if (sign === '\\')
      return { index: at, problem: 'a backslash in a text begins no escape that JSON knows; write it twice' };
    else return { index: at, problem: 'a control character stands in a text; write a tab as \\t' };
  }
}

/** The problem of a text in quotes that goes on in the next line. */
export const UNCLOSED = 'a text is not closed with a quote on the line where it begins';
