/** Reads an answer tolerantly: only an answer that says so counts as a success, and nothing is lost. */
import type { Status } from '../../platform/envelope.ts';
import type { Answered } from '../delivery/attempt.ts';
import { isObject } from '../text/json-object.ts';
import { parseBody } from '../text/parse-body.ts';
import { readErrors } from './read-errors.ts';
import { plainWords, type ReadingContext, redactError, settle, settleFailure, unexpected } from './reading.ts';
import { type ContentReader, readSuccess } from './read-success.ts';
import { parseRetryAfter } from '../delivery/retry-after.ts';
import type { Settled, Verdict } from '../delivery/verdict.ts';

const FORBIDDEN = new Set([401, 403]);
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const BROKEN = 500;

/** Texts for people go through `excerpts`: the data of an answer may hold a secret. */
export function readAnswer<C>(answer: Answered, reader: ContentReader<C>, context: ReadingContext): Verdict<C> {
  const { status } = answer;
  if (FORBIDDEN.has(status)) return { kind: 'refused', reason: describe(`status ${status}`, answer, context) };
  if (status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && answer.retryAfter !== undefined)) {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, { date: answer.date, now: context.timeOfDay() });
    const what = status === UNAVAILABLE ? 'unavailable' : 'too many requests';
    return {
      kind: 'not-processed',
      reason: describe(`it answered ${status} (${what})`, answer, context),
      isBusy: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  if (status >= 500 || status === REQUEST_TIMEOUT) return readBreakdown(answer, context);
  return status < 300 ? readSuccess(answer, reader, context) : readFailure(answer, context);
}

/** 3xx and 4xx: certainly not done. Redirects are not followed: the token would go where nobody sent it. */
function readFailure(answer: Answered, context: ReadingContext): Settled<never> {
  if (answer.status < 400) {
    const error = unexpected(`The platform answered with a redirect (${answer.status}), which is not followed`);
    const where = answer.location?.replace(/[?#].*$/s, '') ?? '(none)';
    const excerpt = context.excerpts.shorten(answer.text, `Location: ${where}`);
    return { ...settle(toStatus(answer.status), [error]), excerpt };
  }
  return settleFailure(toStatus(answer.status), answer, readErrors(parseBody(answer.text).value ?? null), context);
}

/** 500 and its like: something went wrong on the way, and nobody can say how far it had come. */
function readBreakdown(answer: Answered, context: ReadingContext): Verdict<never> {
  const { value } = parseBody(answer.text);
  const { errors, isComplete } = readErrors(isObject(value) ? value : null);
  const isUnderstood = isComplete && errors.length > 0;
  const { excerpts } = context;
  return {
    kind: 'uncertain',
    reason: describe(`it answered ${answer.status}`, answer, context),
    ...(answer.status === BROKEN ? { status: 500 } : {}),
    errors: errors.map((error) => redactError(error, excerpts)),
    isBusy: answer.status === UNAVAILABLE,
    ...(isUnderstood || answer.text === '' ? {} : { excerpt: excerpts.shorten(answer.text) }),
  };
}

/** The status, with the platform's own words where there are some. */
function describe(status: string, answer: Answered, { excerpts }: ReadingContext): string {
  const [error] = readErrors(parseBody(answer.text).value ?? null).errors;
  const words = error === undefined ? plainWords(answer, excerpts) : excerpts.shorten(error.Error);
  return words === '' ? status : `${status}: ${words}`;
}

/** The statuses of the interface; others become the nearest, and their number stands in the error. */
function toStatus(status: number): Status {
  return status === 404 || status === 405 ? status : 400;
}
