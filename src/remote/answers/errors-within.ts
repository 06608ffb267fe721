/**
 * Collects the errors that an answer states beside or within its content. Only the usual fields of errors count, and only
 * in the answer's own objects: data, settings and statistics have fields whose names look alike.
 */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { ApiError } from '../../platform/problem.ts';
import { firstText, isSameId, looseField, looseName, textOf } from '../text/json-object.ts';
import { saysNotDone } from './outcome-words.ts';
import { type ReadErrors, readErrors, saysNoError, toCode } from './read-errors.ts';

export interface ErrorsWithinOptions {
  /** Lists of errors, as they came, that are read elsewhere. */
  readonly readElsewhere?: readonly unknown[] | undefined;
  /** The id of the request, which its errors need not repeat. */
  readonly sentId?: string | undefined;
}

export interface ErrorsWithin extends ReadErrors {
  /** Texts of fields that may be errors or data, such as `LastLoginError`. */
  readonly remarks: readonly string[];
}

/** The lists of the parts of a request. All names are loose names. */
const PART_ERRORS = [
  ...['user', 'group', 'hierarchy', 'role', 'label', 'photo', 'schedule', 'candidate', 'candidates'],
  ...['invigilator', 'invigilators', 'proctor', 'collection', 'taxonomy', 'repository', 'lorepository'],
  ...['objectiverepository', 'field', 'import', 'validation'],
];
const ERROR_NAMES: ReadonlySet<string> = new Set([
  ...['errors', 'error', 'errorlist', 'errordetail', 'errordetails', 'modelstate'],
  ...['errormessage', 'errormessages', 'errortext', 'errordescription'],
  ...PART_ERRORS.flatMap((part) => [`${part}errors`, `${part}error`]),
]);
/** The fields whose number or `true` is an error too. */
const BARE_NAMES: ReadonlySet<string> = new Set(['errors', 'error']);
const FLAG_NAMES: ReadonlySet<string> = new Set(['haserrors', 'haserror', 'iserror', ...BARE_NAMES]);
const MAYBE_ERROR_NAME = /errors?(?:messages?)?$/;
/** The objects of an answer that may state errors: its content, and the records in it. */
const PART_NAMES: ReadonlySet<string> = new Set([
  ...['content', 'data', 'payload', 'result', 'response'],
  ...['user', 'schedule', 'collection', 'reviewsession', 'session', 'candidate', 'taxonomy', 'group'],
  ...['validationresult', 'details'],
]);
/** Lists of such objects, or objects that have them by id. */
const PART_LISTS: ReadonlySet<string> = new Set([
  ...['users', 'schedules', 'collections', 'items', 'candidates', 'candidatelinks', 'proctoruids', 'invigilators'],
  ...['groups', 'hierarchies', 'taxonomies', 'repositories', 'lorepositories', 'objectiverepositories'],
]);
const CODE_NAMES = ['errorcode', 'code'];
const WORD_NAMES = ['message', 'detail', 'reason', 'description'];
const ID_NAMES = ['CandidateExtId', 'UserExtId', 'ExternalId', 'GroupExtId', 'ScheduleExtId', 'UserName'];
const MAX_DEPTH = 8;
const MAX_ERRORS = 10_000;
const HTTP_OK = 200;

const UNREAD: ApiError = { Code: null, Error: 'The platform reports an error that cannot be read' };

/** Returns each error once, with the id of the person or thing that it is about. */
export function errorsWithin(value: unknown, options: ErrorsWithinOptions = {}): ErrorsWithin {
  const walk = new ErrorWalk(options);
  const isTold = walk.visit(value, 0);
  if (!isTold && walk.flag !== undefined) walk.errors.push(walk.flag);
  return { errors: withoutEqual(walk.errors), isComplete: walk.isComplete, remarks: walk.remarks };
}

class ErrorWalk {
  readonly errors: ApiError[] = [];
  readonly remarks: string[] = [];
  isComplete = true;
  /** The error of an object that only says that there is one. It counts if nothing else says which. */
  flag: ApiError | undefined;
  readonly #readElsewhere: ReadonlySet<unknown>;
  readonly #sentId: string | undefined;

  constructor({ readElsewhere = [], sentId }: ErrorsWithinOptions) {
    this.#readElsewhere = new Set(readElsewhere);
    this.#sentId = sentId;
  }

  /** Returns whether an error of the value is told, here or elsewhere. */
  visit(value: unknown, depth: number): boolean {
    if (typeof value !== 'object' || value === null) return false;
    if (depth > MAX_DEPTH) this.isComplete = false;
    else if (Array.isArray(value)) return value.filter((entry) => this.visit(entry, depth + 1)).length > 0;
    else if (isObject(value)) return this.#visitObject(value, depth);
    return false;
  }

  #visitObject(object: JsonObject, depth: number): boolean {
    let isTold = false;
    for (const [name, value] of Object.entries(object)) {
      if (this.#visitField(looseName(name), value, object, depth)) isTold = true;
      this.#noteRemark(name, value);
    }
    return isTold || this.#readFlag(object);
  }

  #visitField(name: string, value: unknown, object: JsonObject, depth: number): boolean {
    if (this.#readElsewhere.has(value)) return Object.keys(Object(value)).length > 0;
    if (PART_NAMES.has(name)) return this.visit(value, depth + 1);
    if (PART_LISTS.has(name)) return this.visit(isObject(value) ? [value, ...partsById(value)] : value, depth + 1);
    if (!ERROR_NAMES.has(name) || typeof value === 'boolean') return false;
    if (typeof value === 'string') return this.#add(readErrors({ Errors: withCode(value, object) }), object);
    return (typeof value !== 'number' || BARE_NAMES.has(name)) && this.#readList(value, depth);
  }

  #noteRemark(name: string, value: unknown): void {
    const loose = looseName(name);
    if (!MAYBE_ERROR_NAME.test(loose) || ERROR_NAMES.has(loose) || FLAG_NAMES.has(loose)) return;
    const sentences = readErrors({ Errors: value }).errors.filter(
      ({ Code, Error: text }) => Code === null && isSentence(text),
    );
    this.remarks.push(...sentences.map(({ Error: text }) => `${name}: ${text}`));
  }

  #readList(value: unknown, depth: number): boolean {
    const entries = Array.isArray(value) ? value : [value];
    if (entries.length > MAX_ERRORS) this.isComplete = false;
    const read = (entry: unknown): boolean => {
      if (!isObject(entry) || !hasList(entry)) return this.#add(readErrors({ Errors: entry }), entry);
      const isTold = this.visit(entry, depth + 1);
      return this.#add(readErrors({ Errors: ofFields(entry) }), entry) || isTold;
    };
    return entries.slice(0, MAX_ERRORS).filter(read).length > 0;
  }

  #readFlag(object: JsonObject): boolean {
    const { error, isBare } = flaggedError(object);
    if (error === undefined) return false;
    if (!isBare || this.#otherId(object) !== undefined) return this.#add({ errors: [error], isComplete: true }, object);
    this.flag ??= error;
    return false;
  }

  /** `subject` is the object that the errors are about, or one of them: its id is shown. */
  #add({ errors, isComplete }: ReadErrors, subject: unknown): boolean {
    this.isComplete &&= isComplete;
    const found = errors.length === 0 && !isComplete ? [UNREAD] : errors;
    const id = this.#otherId(subject);
    for (const error of found)
      this.errors.push(id === undefined ? error : { ...error, Error: `${id}: ${error.Error}` });
    return found.length > 0;
  }

  /** The id that the object names, unless it is the sent one. */
  #otherId(subject: unknown): string | undefined {
    const id = isObject(subject) ? firstText(subject, ID_NAMES) : undefined;
    return id !== undefined && this.#sentId !== undefined && isSameId(id, this.#sentId) ? undefined : id;
  }
}

function partsById(parts: JsonObject): unknown[] {
  return Object.entries(parts).flatMap(([name, part]) => (ERROR_NAMES.has(looseName(name)) ? [] : [part]));
}

function hasList(entry: JsonObject): boolean {
  return Object.entries(entry).some(
    ([name, value]) => ERROR_NAMES.has(looseName(name)) && typeof value === 'object' && value !== null,
  );
}

/**
 * The members of an object of errors that are lists of one field: `{"Email":["is wrong"]}`. The lists of an object with an
 * id are its data.
 */
function ofFields(entry: JsonObject): JsonObject {
  if (firstText(entry, ID_NAMES) !== undefined) return {};
  const lists = Object.entries(entry).filter(([name, value]) => {
    const loose = looseName(name);
    return Array.isArray(value) && !ERROR_NAMES.has(loose) && !PART_LISTS.has(loose);
  });
  return Object.fromEntries(lists);
}

function isSentence(text: string): boolean {
  return /\s/.test(text.trim());
}

function withCode(text: string, object: JsonObject): unknown {
  const Code = toCode(looseField(object, CODE_NAMES));
  return Code === null ? text : { Code, Error: text };
}

/** The error of an object without a list of errors: `ErrorCode: 241`, or, if it is bare, only that there is one. */
function flaggedError(object: JsonObject): { readonly error?: ApiError; readonly isBare?: boolean } {
  const flagged = Object.entries(object).some(([name, value]) => FLAG_NAMES.has(looseName(name)) && saysYes(value));
  const code = errorCodeOf(object);
  if (!flagged && code === undefined && !saysNotDone(object)) return {};
  const Code = toCode(code);
  const words = looseField(object, WORD_NAMES);
  if (typeof words === 'string') return { error: { Code, Error: words } };
  if (code !== undefined) return { error: { Code, Error: `Error ${code}` } };
  return { error: flagged ? UNREAD : { Code, Error: 'The platform says "Success": false' }, isBare: true };
}

/** The number or word in `ErrorCode`. It may also be the status of a success. */
function errorCodeOf(object: JsonObject): string | number | undefined {
  const code = looseField(object, ['errorcode']);
  if (typeof code !== 'string' && typeof code !== 'number') return undefined;
  return toCode(code) === HTTP_OK || toCode(code) === 0 || saysNoError(String(code)) ? undefined : code;
}

function saysYes(value: unknown): boolean {
  return value === true || /^(?:true|yes|[1-9]\d*)$/i.test(textOf(value)?.trim() ?? '');
}

/** Without an error that another says again, with its code or without. */
function withoutEqual(errors: readonly ApiError[]): ApiError[] {
  const coded = new Set(errors.flatMap(({ Code, Error: text }) => (Code === null ? [] : [text])));
  const each = new Map(errors.map((error) => [JSON.stringify([error.Error, error.Code, error.Field]), error]));
  return [...each.values()].filter(({ Code, Field, Error: text }) => Code !== null || Field || !coded.has(text));
}
