/**
 * Reads the `Errors` of an answer in any shape, since the interface does not define one. Arrays of objects or of texts,
 * one object, one text, a `Message`, errors by field: all become one list of errors.
 */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { ApiError } from '../../platform/problem.ts';
import { looseField, looseName, textOf } from '../text/json-object.ts';

export interface ReadErrors {
  readonly errors: readonly ApiError[];
  /** Whether all of it was understood. */
  readonly isComplete: boolean;
}

const MAX_ERRORS = 10_000;
const MAX_DEPTH = 4;
const MAX_TEXT_LENGTH = 2_000;

const LIST_NAMES = ['errors', 'error', 'modelstate'];
const TEXT_NAMES = ['error', 'message', 'errormessage', 'description', 'detail', 'title', 'text', 'reason'];
const CODE_NAMES = ['code', 'errorcode', 'number'];
const FIELD_NAMES = ['field', 'property', 'propertyname', 'path'];
const RULE_NAMES = ['rule'];
/** A name may be the number of its error: the interface's numbers have three or four digits, and an index has fewer. */
const INTERFACE_NUMBER = /^[1-9]\d{2,3}$/;

export interface ReadErrorsOptions {
  /** The meaning of the names if the list is an object: fields and numbers of errors, or ids. */
  readonly listedBy?: 'field' | 'id';
}

/** Reads the errors of a parsed answer: its `Errors`, or a member with another name. */
export function readErrors(answer: unknown, { listedBy = 'field' }: ReadErrorsOptions = {}): ReadErrors {
  const reader = new ErrorReader(listedBy === 'id');
  if (isObject(answer)) reader.readEnvelope(answer);
  else reader.read(answer, undefined, 0);
  return { errors: reader.errors, isComplete: reader.isComplete };
}

class ErrorReader {
  readonly errors: ApiError[] = [];
  isComplete = true;
  readonly #areNamesIds: boolean;

  constructor(areNamesIds: boolean) {
    this.#areNamesIds = areNamesIds;
  }

  readEnvelope(envelope: JsonObject): void {
    const listed = looseField(envelope, LIST_NAMES);
    if (listed !== undefined) this.read(listed, undefined, 0);
    // `Message` may be the headline of the list, or the only text.
    if (this.errors.length === 0) {
      const text = looseField(envelope, TEXT_NAMES);
      if (typeof text === 'string') this.#add({ Code: toCode(looseField(envelope, CODE_NAMES)), Error: text });
    }
  }

  /** `field` is the name of the value, if errors are listed by field. */
  read(value: unknown, field: string | undefined, depth: number): void {
    if (isNone(value, field)) return;
    if (depth > MAX_DEPTH || this.errors.length >= MAX_ERRORS) this.isComplete = false;
    else if (Array.isArray(value))
      for (const entry of value.slice(0, MAX_ERRORS + 1)) this.read(entry, field, depth + 1);
    else if (isObject(value)) this.#readObject(value, field, depth);
    else if (typeof value === 'string' && value.trim() !== '')
      this.#add({ Code: null, Error: value, ...this.#named(field) });
    else if (typeof value === 'number') this.#add({ ...this.#named(field), Code: value, Error: `Error ${value}` });
    else this.isComplete = false;
  }

  #readObject(value: JsonObject, field: string | undefined, depth: number): void {
    const code = toCode(looseField(value, CODE_NAMES));
    const text = looseField(value, TEXT_NAMES);
    if (code === null && typeof text !== 'string') {
      for (const [name, entry] of Object.entries(value).slice(0, MAX_ERRORS + 1)) {
        this.read(entry, CODE_NAMES.includes(looseName(name)) ? field : name, depth + 1);
      }
      return;
    }
    const isFine = typeof text === 'string' && saysNoError(text);
    if (isFine ? !code || code === HTTP_OK : code === 0 && typeof text !== 'string') return;
    const rule = looseField(value, RULE_NAMES);
    const names = this.#named(textOf(looseField(value, FIELD_NAMES)) ?? field);
    this.#add({
      ...names,
      Code: code ?? names.Code ?? null,
      Error: typeof text === 'string' ? text : `Error ${code}`,
      ...(typeof rule === 'string' ? { Rule: rule } : {}),
    });
  }

  #named(name: string | undefined): { Field?: string; Code?: number } {
    if (name === undefined) return {};
    if (!this.#areNamesIds && INTERFACE_NUMBER.test(name)) return { Code: Number(name) };
    return { Field: name.slice(0, MAX_TEXT_LENGTH) };
  }

  #add(error: ApiError): void {
    if (error.Error.length > MAX_TEXT_LENGTH) this.isComplete = false;
    this.errors.push({ ...error, Error: error.Error.slice(0, MAX_TEXT_LENGTH) });
  }
}

const HTTP_OK = 200;
const NO_ERROR = /^(?:none|null|no|n|n\/a|no[ _-]?errors?(?: found| occurred)?|ok|success|false|0+)?[.!-]*$/i;

/** Whether the text in a place of an error says that there is none. */
export function saysNoError(text: string): boolean {
  return NO_ERROR.test(text.trim());
}

/** Whether a value says that there is no error. A word that is listed by field is an error of the field. */
function isNone(value: unknown, field: string | undefined): boolean {
  if (typeof value === 'string') return value.trim() === '' || (field === undefined && saysNoError(value));
  return value === null || value === undefined || value === false || value === 0;
}

/** Reads a number, or a number written as text. */
export function toCode(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : null;
}
