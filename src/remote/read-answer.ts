/** What an answer says, read tolerantly: nothing is taken for a success that does not say so, and nothing is lost. */
import type { ApiError, Status } from '../contract/envelope.ts';
import { UNREAD_RULE } from '../contract/repeats.ts';
import type { Answered } from './attempt.ts';
import type { Excerpts } from './excerpt.ts';
import { fieldOf, isObject, type JsonObject } from './json-object.ts';
import { type ReadErrors, readErrors } from './read-errors.ts';
import { readLinks } from './read-links.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Settled, Verdict } from './verdict.ts';

/** What an operation knows of its own answers. */
export interface ContentReader<C> {
  /**
   * The content of an answer that says success, in the interface's form. `undefined` where it is in no form that tells
   * what was done.
   */
  readonly readContent: (content: unknown) => ReadContent<C> | undefined;
  readonly mayHoldLinks: boolean;
}

export interface ReadContent<C> {
  readonly content: C | null;
  readonly isComplete: boolean;
}

export interface ReadingContext {
  readonly excerpts: Excerpts;
  /** For dates in headers. */
  readonly timeOfDay: () => number;
}

const FORBIDDEN = new Set([401, 403]);
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const BROKEN = 500;

/** What people are told of it goes through `excerpts`; a secret may be a part of what the answer says as data. */
export function readAnswer<C>(answer: Answered, reader: ContentReader<C>, context: ReadingContext): Verdict<C> {
  const { status } = answer;
  if (FORBIDDEN.has(status)) return { kind: 'refused', reason: describeRefusal(answer, context) };
  if (status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && answer.retryAfter !== undefined)) {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, { date: answer.date, now: context.timeOfDay() });
    return {
      kind: 'not-processed',
      reason: `it answered ${status} (${status === UNAVAILABLE ? 'unavailable' : 'too many requests'})`,
      isBusy: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  if (status >= 500 || status === REQUEST_TIMEOUT) return readBreakdown(answer, context);
  return status < 300 ? readSuccess(answer, reader, context) : readFailure(answer, context);
}

/** 2xx: a success only where the envelope says so. */
function readSuccess<C>(answer: Answered, reader: ContentReader<C>, context: ReadingContext): Verdict<C> {
  const envelope = answer.flaw === undefined ? parseJson(answer.text) : undefined;
  const success = isObject(envelope) ? fieldOf(envelope, 'Success') : undefined;
  if (!isObject(envelope) || typeof success !== 'boolean') return unreadable(answer, context);
  if (!success) return settleFailure(200, answer, readErrors(envelope), context);
  const content = reader.readContent(fieldOf(envelope, 'Content') ?? null);
  if (content === undefined) return unreadable(answer, context);
  return settleSuccess(envelope, content, reader, answer, context);
}

function settleSuccess<C>(
  envelope: JsonObject,
  { content, isComplete }: ReadContent<C>,
  { mayHoldLinks }: ContentReader<C>,
  answer: Answered,
  { excerpts }: ReadingContext,
): Settled<C> {
  const links = mayHoldLinks ? readLinks(envelope).map((link) => ({ ...link, url: excerpts.link(link.url) })) : [];
  const listed = readListed(envelope);
  const isUnderstood = (isComplete || links.length > 0) && listed.isComplete;
  const errors = listed.errors.map((error) => redactError(error, excerpts));
  return {
    kind: 'settled',
    status: 200,
    envelope: { Content: redactContent(content, excerpts), Success: true, Errors: errors.length > 0 ? errors : null },
    ...(links.length > 0 ? { links } : {}),
    ...(isUnderstood ? {} : { excerpt: excerpts.shorten(answer.text) }),
  };
}

/** An answer that says success lists errors seldom, and is read often. */
function readListed(envelope: JsonObject): ReadErrors {
  const errors = fieldOf(envelope, 'Errors');
  return errors === null || errors === undefined ? NO_ERRORS : readErrors({ Errors: errors });
}

const NO_ERRORS: ReadErrors = { errors: [], isComplete: true };

/** 3xx and 4xx: certainly not done. Redirects are not followed: the token would go where nobody sent it. */
function readFailure(answer: Answered, context: ReadingContext): Settled<never> {
  if (answer.status < 400) {
    const error = unexpected(`The platform answered with a redirect (${answer.status}), which is not followed`);
    const where = answer.location?.replace(/[?#].*$/s, '') ?? '(none)';
    const excerpt = context.excerpts.shorten(answer.text, `Location: ${where}`);
    return { ...settle(toStatus(answer.status), [error]), excerpt };
  }
  return settleFailure(toStatus(answer.status), answer, readErrors(parseJson(answer.text) ?? null), context);
}

function settleFailure(
  status: Status,
  answer: Answered,
  { errors, isComplete }: ReadErrors,
  { excerpts }: ReadingContext,
): Settled<never> {
  const told = errors.map((error) => redactError(error, excerpts));
  const none = unexpected(`The platform refused without a reason that could be read (status ${answer.status})`);
  const isUnderstood = isComplete && told.length > 0 && answer.flaw === undefined;
  return {
    ...settle(status, told.length > 0 ? told : [none]),
    ...(isUnderstood || answer.text === '' ? {} : { excerpt: excerpts.shorten(answer.text) }),
    ...(answer.flaw === undefined ? {} : { flaw: answer.flaw }),
  };
}

/** 500 and its like: something went wrong on the way, and nobody can say how far it had come. */
function readBreakdown(answer: Answered, { excerpts }: ReadingContext): Verdict<never> {
  const parsed = parseJson(answer.text);
  const { errors, isComplete } = readErrors(isObject(parsed) ? parsed : null);
  const isUnderstood = isComplete && errors.length > 0;
  return {
    kind: 'uncertain',
    reason: `it answered ${answer.status}`,
    ...(answer.status === BROKEN ? { status: 500 } : {}),
    errors: errors.map((error) => redactError(error, excerpts)),
    isBusy: answer.status === UNAVAILABLE,
    ...(isUnderstood || answer.text === '' ? {} : { excerpt: excerpts.shorten(answer.text) }),
  };
}

function unreadable({ status, flaw, text }: Answered, { excerpts }: ReadingContext): Verdict<never> {
  return {
    kind: 'uncertain',
    reason: `it answered ${status}, but ${flaw ?? 'the answer is not what the interface says'}`,
    status: 500,
    errors: [],
    isBusy: false,
    ...(text === '' ? {} : { excerpt: excerpts.shorten(text) }),
  };
}

function describeRefusal({ status, text }: Answered, { excerpts }: ReadingContext): string {
  const [error] = readErrors(parseJson(text) ?? null).errors;
  const words = error === undefined ? excerpts.shorten(text) : excerpts.shorten(error.Error);
  return `status ${status}${words === '' ? '' : `: ${words}`}`;
}

function settle(status: Status, errors: readonly ApiError[]): Settled<never> {
  return { kind: 'settled', status, envelope: { Content: null, Success: false, Errors: errors } };
}

function unexpected(text: string): ApiError {
  return { Code: null, Error: text, Rule: UNREAD_RULE };
}

/** The lists in which an answer that says success tells what of it has failed. */
const ERROR_LISTS = ['Errors', 'GroupErrors'];

function redactContent<C>(content: C, { tell }: Excerpts): C {
  if (!isObject(content)) return content;
  const redacted: Record<string, unknown> = { ...content };
  for (const name of ERROR_LISTS) {
    const list = redacted[name];
    if (Array.isArray(list)) redacted[name] = list.map((entry) => redactEntry(entry, tell));
  }
  return redacted as C;
}

function redactEntry(entry: unknown, tell: Excerpts['tell']): unknown {
  return isObject(entry) && typeof entry['Error'] === 'string' ? { ...entry, Error: tell(entry['Error']) } : entry;
}

function redactError(error: ApiError, { tell }: Excerpts): ApiError {
  return {
    ...error,
    Error: tell(error.Error),
    ...(error.Field === undefined ? {} : { Field: tell(error.Field) }),
    ...(error.Rule === undefined ? {} : { Rule: tell(error.Rule) }),
  };
}

/** The statuses of the interface; others become the nearest, and their number stands in the error. */
function toStatus(status: number): Status {
  return status === 404 || status === 405 ? status : 400;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
