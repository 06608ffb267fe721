/**
 * Checks values against the constraints of their fields. Each check returns the fault of a value, or `undefined`.
 */

import { ownValue } from '../../base/own-value.ts';
import type { DateTimeField, ListField, NumberField, TextField } from './field.ts';
import { adviceOn, canonicalIpRange, FORMATS, isUtcDateTime } from './formats.ts';
import type { FieldProblem } from './problem-names.ts';

export interface ValueFault {
  readonly problem: FieldProblem;
  /** The end of a sentence that begins with the field's name. */
  readonly words: string;
  readonly suggestion?: string | undefined;
  /** Another fault that the value has as well. */
  readonly also?: ValueFault | undefined;
}

/** The pattern of the constraint `noSpaces`. */
export const NO_SPACES = /^\S*$/;

/** The length of a text in Unicode code points, which the limits of the interface count. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Returns the fault of a text that is to be fixed first. A text of a wrong length may have wrong characters too. */
export function checkText(field: TextField, text: string): ValueFault | undefined {
  const trimmed = text.trim();
  if (trimmed === '' && field.required) return { problem: 'required', words: 'is empty but required' };
  if (trimmed === '' && field.nonEmpty) return { problem: 'empty', words: 'must not be empty' };
  if (trimmed !== text && field.surroundingSpace !== 'warning') return surroundingSpace(field, trimmed);
  const length = checkLength(field, text);
  if (length !== undefined) return { ...length, also: checkCharacters(field, text) };
  return checkCharacters(field, text) ?? checkFormat(field, text) ?? checkUnicode(text);
}

/** Checks a date and time. The caller converts other offsets to UTC before. */
export function checkDateTime(field: DateTimeField, text: string): ValueFault | undefined {
  if (text.trim() === '' && field.required) return { problem: 'required', words: 'is empty but required' };
  if (isUtcDateTime(text)) return undefined;
  return field.anyOffset ? NO_DATE_TIME : NO_UTC_DATE_TIME;
}

const NO_DATE_TIME: ValueFault = {
  problem: 'invalid',
  words: 'must be an RFC 3339 date and time',
  suggestion: 'write it like 2026-11-21T12:00:00.000Z or 2026-11-21T13:00:00+01:00',
};
const NO_UTC_DATE_TIME: ValueFault = {
  problem: 'invalid',
  words: 'must be an RFC 3339 date and time in UTC that ends in Z',
  suggestion: 'write it like 2026-11-21T09:00:00.000Z',
};

/** JSON can contain characters that a store cannot keep: NUL, and halves of surrogate pairs. */
function checkUnicode(text: string): ValueFault | undefined {
  if (!text.includes('\0') && text.isWellFormed()) return undefined;
  return { problem: 'not-text', words: 'has a NUL character or half of a surrogate pair, which is no text' };
}

/** Checks a number against the limits of its field. */
export function checkNumber(field: NumberField, value: number): ValueFault | undefined {
  if (field.kind === 'integer' && !Number.isInteger(value)) {
    return { problem: 'type', words: `must be a whole number${rangeWords(field)}` };
  }
  const tooLow = field.min !== undefined && value < field.min;
  const tooHigh = field.max !== undefined && value > field.max;
  return tooLow || tooHigh
    ? { problem: 'range', words: `must be${rangeWords(field)}`, suggestion: field.advice }
    : undefined;
}

/** The limits of a number in words, with a leading blank: " from 0 to 999". */
export function rangeWords({ min, max }: NumberField): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  return min === undefined ? '' : ` ${min} or more`;
}

/** Finds entries of a list that repeat an earlier one. Returns the index of each, and that of the first such entry. */
export function findDuplicates(field: ListField, entries: readonly unknown[]): { index: number; first: number }[] {
  if (field.unique === undefined) return [];
  const seen = new Map<string, number>();
  return entries.flatMap((entry, index) => {
    const key = duplicateKey(field, entry);
    if (key === undefined) return [];
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    return first === undefined ? [] : [{ index, first }];
  });
}

function duplicateKey({ unique, of }: ListField, entry: unknown): string | undefined {
  const paths = typeof unique === 'string' ? unique.split('|') : [];
  const value = paths.length === 0 ? entry : paths.map((path) => path.split('.').reduce(ownValue, entry)).find(Boolean);
  if (typeof value !== 'string') return undefined;
  return of.kind === 'text' && of.format === 'ip-range' ? canonicalIpRange(value) : value;
}

function surroundingSpace(field: TextField, trimmed: string): ValueFault {
  const shown = field.personal || field.secret || lengthOf(trimmed) > 80 ? undefined : JSON.stringify(trimmed);
  return {
    problem: 'surrounding-space',
    words: 'has white space before or after the text',
    suggestion: trimmed === '' || shown === undefined ? 'remove the white space' : `write ${shown}`,
  };
}

function checkLength({ max, min }: TextField, text: string): ValueFault | undefined {
  // A text has at most as many code points as UTF-16 units, so most texts need no count.
  if (max !== undefined && text.length > max) {
    const length = lengthOf(text);
    if (length > max) return { problem: 'too-long', words: `is longer than ${max} characters (it has ${length})` };
  }
  // A text has at least half as many code points as UTF-16 units.
  if (min !== undefined && text.length < 2 * min && lengthOf(text) < min) {
    const words = text === '' ? 'must not be empty' : `is shorter than ${min} characters`;
    return { problem: 'too-short', words };
  }
  return undefined;
}

function checkCharacters({ noSpaces, pattern }: TextField, text: string): ValueFault | undefined {
  if (noSpaces && !NO_SPACES.test(text)) return { problem: 'spaces', words: 'must not contain spaces' };
  if (pattern === undefined || pattern.regex.test(text)) return undefined;
  if (text === '') return { problem: 'pattern', words: 'must not be empty', suggestion: 'leave the field out' };
  let culprit: string | undefined;
  // The text may be of any length: a list of its characters might not fit into memory.
  for (const character of text) {
    if (pattern.regex.test(character)) continue;
    culprit = character;
    break;
  }
  const words = `may only contain ${pattern.words}${culpritWords(culprit)}`;
  return { problem: 'pattern', words, ...(SPREADSHEET_NUMBER.test(text) ? { suggestion: SPREADSHEET_ADVICE } : {}) };
}

/** A long number that a spreadsheet shortened: its last digits are lost and cannot be restored. */
const SPREADSHEET_NUMBER = /^\d([.,]\d{1,20})?E[+-]\d{1,3}$/i;
const SPREADSHEET_ADVICE = 'a spreadsheet has changed it: format the column as text, and put the ids in again';

function culpritWords(character: string | undefined): string {
  if (character === undefined) return '';
  const code = character.codePointAt(0) ?? 0;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (character === ' ') return ', not a blank';
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `, not "${character}" (${hex})` : `, not ${hex}`;
}

function checkFormat({ format }: TextField, text: string): ValueFault | undefined {
  if (format === undefined) return undefined;
  const { isValid, words } = FORMATS[format];
  if (isValid(text)) return undefined;
  const suggestion = adviceOn(format, text);
  return { problem: 'invalid', words, suggestion };
}
