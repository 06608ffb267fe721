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
  if (!isObject(body)) return collect(errorsIn(body));
  const beside = readEnvelope(body);
  return beside.errors.length > 0 ? beside : readEnvelope(fieldOf(body, 'Content'));
}

/** `Message` may be the headline of a list, or the only text. */
function readEnvelope(envelope: unknown): ReadErrors {
  if (!isObject(envelope)) return NONE;
  const lists = [fieldOf(envelope, 'Errors'), fieldOf(envelope, 'Error')];
  const read = lists.map((list) => (isContainer(list) || typeof list === 'string' ? collect(errorsIn(list)) : NONE));
  const found = read.find(({ errors }) => errors.length > 0);
  if (found !== undefined) return found;
  const own = toError(envelope);
  return { errors: own === undefined ? [] : [own], isComplete: read.every(({ isComplete }) => isComplete) };
}

const NONE: ReadErrors = { errors: [], isComplete: true };

function collect(found: Iterable<ApiError | undefined>): ReadErrors {
  const errors: ApiError[] = [];
  let isComplete = true;
  for (const error of found) {
    if (errors.length >= MAX_ERRORS) return { errors, isComplete: false };
    if (error === undefined) isComplete = false;
    else errors.push(error);
  }
  return { errors, isComplete };
}

/** The errors in a part of an answer. `undefined` stands for a part that is not understood. */
function* errorsIn(value: unknown, depth = 0, Field?: string): Generator<ApiError | undefined> {
  if (value === null || value === undefined || value === '') return;
  if (typeof value === 'string') {
    yield { Code: null, Error: value.slice(0, MAX_TEXT_LENGTH), ...(Field !== undefined && { Field }) };
    if (value.length > MAX_TEXT_LENGTH) yield undefined;
  } else if (!isContainer(value) || depth > MAX_DEPTH) yield undefined;
  else if (Array.isArray(value)) for (const entry of value) yield* errorsIn(entry, depth + 1, Field);
  else {
    const error = toError(value);
    if (error !== undefined) yield error;
    else for (const [name, entry] of Object.entries(value)) yield* errorsIn(entry, depth + 1, name);
  }
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
