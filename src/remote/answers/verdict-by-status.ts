/**
 * Says by the status what an answer means: done, refused, or to be sent again. An answer in any form is read. It counts as
 * a success only if it says so, and no error in it is lost.
 */

import type { Status } from '../../platform/envelope.ts';
import type { HTTP_REFUSALS } from '../../platform/explain/http-rules.ts';
import type { Answered, Verdict } from '../wire/attempt-outcome.ts';
import { parseBody } from './body.ts';
import { readErrors } from './read-errors.ts';
import { type ContentReader, readRefused, readSuccess } from './read-success.ts';
import { excerptOf, type ReadingContext, SAME_AGAIN, settle, settleFailure, unexpected } from './reading.ts';

const SEE_OTHER = 303;
const FORBIDDEN = new Set([401, 403]);
const NOT_FOUND = 404;
const REQUEST_TIMEOUT = 408;
const UNAVAILABLE = 503;
const BROKEN = 500;

/** The statuses that say that a request was not processed and may be sent again: always, and with Retry-After. */
const ALWAYS_RETRIED: ReadonlyMap<number, string> = new Map([[429, 'too many requests']]);
const RETRIED_IF_ASKED: ReadonlyMap<number, string> = new Map([
  ...ALWAYS_RETRIED,
  [UNAVAILABLE, 'unavailable'],
  [413, 'too large for now'],
  [425, 'too early'],
]);

/** Every reason passes through `excerpts`, since an answer may hold a secret. Errors are redacted when they are delivered. */
export function verdictOf<C>(answer: Answered, reader: ContentReader<C>, context: ReadingContext): Verdict<C> {
  const { status } = answer;
  if (FORBIDDEN.has(status)) {
    return { kind: 'refused', what: 'caller', reason: describe(`status ${status}`, answer, context) };
  }
  const notProcessed = answer.retryAfter === undefined ? ALWAYS_RETRIED : RETRIED_IF_ASKED;
  const what = notProcessed.get(status);
  if (what !== undefined) {
    const reason = describe(`it answered ${status} (${what})`, answer, context);
    return { kind: 'not-processed', reason, isBusy: true, retryAfterMs: pauseOf(answer) };
  }
  if (status >= 500 || status === REQUEST_TIMEOUT) return verdictOfServerError(answer, context);
  if (status < 300) return readSuccess(answer, reader, context);
  return status < 400 ? readRedirect(answer, context) : readFailure(answer, context);
}

/** The refusal of a path that the interface does not have. It says nothing about the ids in the path. */
const NO_ROUTE: keyof typeof HTTP_REFUSALS = 'http.route';

/**
 * Redirects are not followed, since the token would go to another address. A server sends 303 when it has processed a
 * request (RFC 9110, 15.4.4); any other redirect means that the request was certainly not done.
 */
function readRedirect({ status, text, location }: Answered, { excerpts }: ReadingContext): Verdict<never> {
  const words = `answered with a redirect (${status}), which is not followed`;
  const excerpt = excerpts.shorten(text, `Location: ${location?.replace(/[?#].*$/s, '') ?? '(none)'}`);
  if (status !== SEE_OTHER) return { ...settle(toStatus(status), [unexpected(`The platform ${words}`)]), excerpt };
  return { kind: 'uncertain', reason: `it ${words}`, status: 500, excerpt, whyFinal: SAME_AGAIN };
}

/** 4xx: certainly not done, unless the answer itself says otherwise. */
function readFailure(answer: Answered, context: ReadingContext): Verdict<never> {
  const otherwise = readRefused(answer, context);
  if (otherwise !== undefined) return otherwise;
  const read = readErrors(parseBody(answer.text));
  if (answer.status === NOT_FOUND && read.errors.some(({ Rule }) => Rule === NO_ROUTE)) {
    return { kind: 'refused', what: 'address', reason: describe(`status ${NOT_FOUND}`, answer, context) };
  }
  return settleFailure(toStatus(answer.status), answer, read, context);
}

/** 500 and similar: a fault on the way, so the request may have been done or not. */
function verdictOfServerError(answer: Answered, context: ReadingContext): Verdict<never> {
  const { errors, isComplete } = readErrors(parseBody(answer.text));
  const isUnderstood = isComplete && errors.length > 0;
  const { excerpts } = context;
  return {
    kind: 'uncertain',
    reason: describe(`it answered ${answer.status}`, answer, context),
    status: answer.status === BROKEN ? 500 : undefined,
    errors,
    isBusy: answer.status === UNAVAILABLE,
    retryAfterMs: pauseOf(answer),
    excerpt: isUnderstood ? undefined : excerptOf(answer, excerpts),
  };
}

function pauseOf({ retryAfter, date }: Answered): number | undefined {
  return parseRetryAfter(retryAfter, { date, now: Date.now() });
}

/** The status, with the platform's own words if there are some. */
function describe(status: string, answer: Answered, { excerpts }: ReadingContext): string {
  const body = parseBody(answer.text);
  const [error] = readErrors(body).errors;
  const words = excerpts.shorten(error?.Error ?? (body === undefined ? answer.text : ''));
  return words === '' ? status : `${status}: ${words}`;
}

/** The nearest status of the interface. The error has the number itself. */
function toStatus(status: number): Status {
  return status === NOT_FOUND || status === 405 ? status : 400;
}

/** The form of an HTTP date. `Date.parse` accepts more. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads the header Retry-After (RFC 9110, 10.2.3), seconds or an HTTP date. Returns the time to wait in milliseconds, or
 * `undefined` for zero, an unreadable text or a past date. A date is compared with the date of the answer if there is
 * one, so that a wrong clock of this machine does no harm.
 */
export function parseRetryAfter(header: string | undefined, { date, now }: AnswerTimes): number | undefined {
  const text = header?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - (parseHttpDate(date) || now);
  return wait > 0 ? Math.min(wait, Number.MAX_SAFE_INTEGER) : undefined;
}

interface AnswerTimes {
  readonly date: string | undefined;
  /** The time of day here, in milliseconds since 1970. */
  readonly now: number;
}

/** NaN if the text is no HTTP date. */
function parseHttpDate(text = ''): number {
  return HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
}
