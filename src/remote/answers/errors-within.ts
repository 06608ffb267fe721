/**
 * Collects the errors that an answer states beside or within its content, wherever they are and in whatever form. If one
 * were lost, the request would count as a full success.
 */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { ApiError } from '../../platform/problem.ts';
import { firstText, isSameId, looseField, looseName } from '../text/json-object.ts';
import { saysNotDone } from './outcome-words.ts';
import { type ReadErrors, readErrors, toCode } from './read-errors.ts';

export interface ErrorsWithinOptions {
  /** Lists of errors, as they came, that are read elsewhere. */
  readonly readElsewhere?: readonly unknown[] | undefined;
  /** The id of the request, which its errors need not repeat. */
  readonly sentId?: string | undefined;
}

/** `Errors`, `Error`, `CandidateErrors`, `ErrorMessage`, as loose names. */
const ERROR_NAME = /errors?(?:messages?|texts?|descriptions?|details?|list)?$|^modelstate$/;
const CODE_NAMES = ['errorcode', 'code'];
const WORD_NAMES = ['message', 'detail', 'reason', 'description'];
const ID_NAMES = ['CandidateExtId', 'UserExtId', 'ExternalId', 'UserName'];
/** The results of candidates: what they say about success is about an exam. */
const RESULTS = 'results';
const MAX_DEPTH = 8;
const MAX_ERRORS = 10_000;

const UNREAD: ApiError = { Code: null, Error: 'The platform reports an error that cannot be read' };

/** Returns each error once, with the id of the person or thing that it is about. */
export function errorsWithin(value: unknown, options: ErrorsWithinOptions = {}): ReadErrors {
  const walk = new ErrorWalk(options);
  walk.visit(value, 0);
  return { errors: walk.errors, isComplete: walk.isComplete };
}

class ErrorWalk {
  readonly errors: ApiError[] = [];
  isComplete = true;
  readonly #readElsewhere: ReadonlySet<unknown>;
  readonly #sentId: string | undefined;

  constructor({ readElsewhere = [], sentId }: ErrorsWithinOptions) {
    this.#readElsewhere = new Set(readElsewhere);
    this.#sentId = sentId;
  }

  visit(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const entry of value) this.visit(entry, depth + 1);
    else if (isObject(value)) this.#visitObject(value, depth);
  }

  #visitObject(object: JsonObject, depth: number): void {
    const before = this.errors.length;
    let isTold = false;
    for (const [name, value] of Object.entries(object)) {
      const loose = looseName(name);
      if (loose === RESULTS) continue;
      if (this.#readElsewhere.has(value)) isTold ||= Object.keys(Object(value)).length > 0;
      else if (!ERROR_NAME.test(loose)) this.visit(value, depth + 1);
      else if (typeof value === 'string') this.#add(readErrors({ Errors: withCode(value, object) }), object);
      else if (typeof value !== 'boolean') this.#readList(value, depth);
    }
    if (isTold || this.errors.length > before) return;
    const flag = flaggedError(object);
    if (flag !== undefined) this.#add({ errors: [flag], isComplete: true }, object);
  }

  #readList(value: unknown, depth: number): void {
    const entries = Array.isArray(value) ? value : [value];
    if (entries.length > MAX_ERRORS) this.isComplete = false;
    for (const entry of entries.slice(0, MAX_ERRORS)) {
      if (isObject(entry) && hasList(entry)) this.visit(entry, depth + 1);
      else this.#add(readErrors({ Errors: entry }), entry);
    }
  }

  /** `subject` is the object that the errors are about, or one of them: its id is shown. */
  #add({ errors, isComplete }: ReadErrors, subject: unknown): void {
    this.isComplete &&= isComplete;
    const found = errors.length === 0 && !isComplete ? [UNREAD] : errors;
    const id = isObject(subject) ? firstText(subject, ID_NAMES) : undefined;
    const isOther = id !== undefined && !(this.#sentId !== undefined && isSameId(id, this.#sentId));
    for (const error of found) this.errors.push(isOther ? { ...error, Error: `${id}: ${error.Error}` } : error);
  }
}

function hasList(entry: JsonObject): boolean {
  return Object.entries(entry).some(
    ([name, value]) => ERROR_NAME.test(looseName(name)) && typeof value === 'object' && value !== null,
  );
}

function withCode(text: string, object: JsonObject): unknown {
  const Code = toCode(looseField(object, CODE_NAMES));
  return Code === null ? text : { Code, Error: text };
}

/** The error of an object that only says that there is one: `Success: false`, `HasErrors: true`, `ErrorCode: 241`. */
function flaggedError(object: JsonObject): ApiError | undefined {
  const flagged = Object.entries(object).find(([name, value]) => value === true && ERROR_NAME.test(looseName(name)));
  const Code = toCode(looseField(object, ['errorcode'])) || null;
  if (flagged === undefined && Code === null && !saysNotDone(object)) return undefined;
  const words = looseField(object, WORD_NAMES);
  if (typeof words === 'string') return { Code, Error: words };
  if (Code !== null) return { Code, Error: `Error ${Code}` };
  return flagged === undefined ? { Code, Error: 'The platform says "Success": false' } : UNREAD;
}
