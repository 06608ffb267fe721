/**
 * Reads the errors of a refusal, since the interface does not define their form: an array or one of objects or texts,
 * errors listed by field, or a `Message` with its code.
 */
import { isContainer, isObject, type JsonObject } from '../../base/json-value.ts';
import type { ApiError } from '../../platform/problem.ts';
import { fieldOf, textOf } from './body.ts';

export interface ReadErrors {
  readonly errors: readonly ApiError[];
  /** Whether all of it was understood. */
  readonly isComplete: boolean;
}

const MAX_ERRORS = 10_000;
const MAX_DEPTH = 4;
const MAX_TEXT_LENGTH = 2_000;
const TEXT_NAMES = ['Error', 'Message', 'ErrorMessage', 'Detail', 'Title'];

/** Reads the errors of a parsed answer: those beside its content, or else those within. */
export function readErrors(body: unknown): ReadErrors {
  const reader = new ErrorReader();
  if (isObject(body)) {
    reader.readEnvelope(body);
    if (reader.errors.length === 0) reader.readEnvelope(fieldOf(body, 'Content'));
  } else if (body !== undefined) reader.read(body, 0);
  return { errors: reader.errors, isComplete: reader.isComplete };
}

/** Reads a number, or a number written as text. */
function toCode(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** Reads one error as an object with a text or a code; `undefined` if the object has neither. */
export function toError(object: JsonObject): ApiError | undefined {
  const Code = toCode(fieldOf(object, 'Code') ?? fieldOf(object, 'ErrorCode'));
  const text = TEXT_NAMES.map((name) => fieldOf(object, name)).find((value) => typeof value === 'string' && value);
  if (Code === null && typeof text !== 'string') return undefined;
  const [Field, Rule] = [textOf(fieldOf(object, 'Field')), textOf(fieldOf(object, 'Rule'))];
  const Text = typeof text === 'string' ? text.slice(0, MAX_TEXT_LENGTH) : `Error ${Code}`;
  return { Code, Error: Text, ...(Field !== undefined && { Field }), ...(Rule !== undefined && { Rule }) };
}

class ErrorReader {
  readonly errors: ApiError[] = [];
  isComplete = true;

  /** `Message` may be the headline of a list, or the only text. */
  readEnvelope(envelope: unknown): void {
    if (!isObject(envelope)) return;
    for (const list of [fieldOf(envelope, 'Errors'), fieldOf(envelope, 'Error')]) {
      if (isContainer(list) || typeof list === 'string') this.read(list, 0);
      if (this.errors.length > 0) return;
    }
    const error = toError(envelope);
    if (error !== undefined) this.errors.push(error);
  }

  read(value: unknown, depth: number, field?: string): void {
    if (value === null || value === '') return;
    if (depth > MAX_DEPTH || this.errors.length >= MAX_ERRORS) this.isComplete = false;
    else if (Array.isArray(value))
      for (const entry of value.slice(0, MAX_ERRORS + 1)) this.read(entry, depth + 1, field);
    else if (isObject(value)) this.#readObject(value, depth);
    else if (typeof value === 'string') {
      if (value.length > MAX_TEXT_LENGTH) this.isComplete = false;
      const Field = field === undefined ? {} : { Field: field };
      this.errors.push({ Code: null, Error: value.slice(0, MAX_TEXT_LENGTH), ...Field });
    } else this.isComplete = false;
  }

  #readObject(object: JsonObject, depth: number): void {
    const error = toError(object);
    if (error !== undefined) this.errors.push(error);
    else for (const [name, entry] of Object.entries(object)) this.read(entry, depth + 1, name);
  }
}
