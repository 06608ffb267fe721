/** The shared part of reading answers: turns errors into a failure, and removes secrets. */

import { isObject } from '../../base/json-value.ts';
import { refuse, type Status } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import { UNREAD_RULE } from '../../platform/repeated-requests.ts';
import { type Excerpts, redactLinks } from '../excerpt.ts';
import type { Answered, Settled } from '../wire/attempt-outcome.ts';
import type { ReadErrors } from './read-errors.ts';

export interface ReadingContext {
  readonly excerpts: Excerpts;
  /** The time of day, for dates in headers. */
  readonly timeOfDay: () => number;
}

/** Why another attempt is useless after an answer that was read and proves nothing. */
export const SAME_AGAIN = 'it would be answered in the same way again';

export function settleFailure(
  status: Status,
  answer: Answered,
  { errors, isComplete }: ReadErrors,
  { excerpts }: ReadingContext,
): Settled<never> {
  const redacted = errors.map((error) => redactError(error, excerpts));
  const unread = unexpected(`The platform refused without a reason that could be read (status ${answer.status})`);
  const isUnderstood = answer.flaw === undefined && isComplete && redacted.length > 0;
  return {
    ...settle(status, redacted.length > 0 ? redacted : [unread]),
    excerpt: isUnderstood ? undefined : excerptOf(answer, excerpts),
    flaw: answer.flaw,
  };
}

/** The beginning of an answer; undefined if it is empty. */
export function excerptOf({ text }: Answered, excerpts: Excerpts): string | undefined {
  return text === '' ? undefined : excerpts.shorten(text);
}

export function settle(status: Status, errors: readonly ApiError[]): Settled<never> {
  return { kind: 'settled', ...refuse(status, errors) };
}

export function unexpected(text: string): ApiError {
  return { Code: null, Error: text, Rule: UNREAD_RULE };
}

/** The lists in which a success names the parts that failed. */
const ERROR_LISTS = ['Errors', 'GroupErrors'];

export function redactContent<C>(content: C, excerpts: Excerpts): C {
  if (!isObject(content)) return content;
  const redacted: Record<string, unknown> = { ...content };
  for (const name of ERROR_LISTS) {
    const list = redacted[name];
    if (Array.isArray(list)) redacted[name] = list.map((entry: ApiError) => redactError(entry, excerpts));
  }
  return redacted as C;
}

/** Errors are written to the run record, which must hold no link. */
export function redactError<E extends ApiError>(error: E, { redact }: Excerpts): E {
  const redactWords = (text: string) => redactLinks(redact(text));
  const { Error: text, Field, Rule } = error;
  return {
    ...error,
    Error: redactWords(text),
    ...(Field !== undefined && { Field: redactWords(Field) }),
    ...(Rule !== undefined && { Rule: redactWords(Rule) }),
  };
}
