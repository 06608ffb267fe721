/** The shared part of reading answers: turns errors into a failure, and removes secrets. */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import { type Envelope, refuse, type Status } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import { UNREAD_RULE } from '../../platform/repeated-requests.ts';
import type { Excerpts } from '../excerpt.ts';
import type { Answered, Settled } from '../wire/attempt-outcome.ts';
import type { ReadErrors } from './read-errors.ts';

export interface ReadingContext {
  readonly excerpts: Excerpts;
}

/** Why another attempt is useless after an answer that was read and proves nothing. */
export const SAME_AGAIN = 'it would be answered in the same way again';

export function settleFailure(
  status: Status,
  answer: Answered,
  { errors, isComplete }: ReadErrors,
  { excerpts }: ReadingContext,
): Settled<never> {
  const unread = unexpected(`The platform refused without a reason that could be read (status ${answer.status})`);
  const isUnderstood = answer.flaw === undefined && isComplete && errors.length > 0;
  return {
    ...settle(status, errors.length > 0 ? errors : [unread]),
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
const TEXTS = ['Error', 'Field', 'Rule'];

/** An answer without secrets and links in the texts of its errors, which are written to the run record. */
export function redactErrors<C>({ Content, Errors, ...envelope }: Envelope<C>, { redact }: Excerpts): Envelope<C> {
  const change = <T>(value: T, names: readonly string[], to: (part: unknown) => unknown): T =>
    isObject(value) ? ({ ...value, ...changed(value, names, to) } as T) : value;
  const redactError = <E>(error: E): E =>
    change(error, TEXTS, (text) => (typeof text === 'string' ? redact(text) : text));
  const redactList = (list: unknown) => (Array.isArray(list) ? list.map(redactError) : list);
  return { ...envelope, Content: change(Content, ERROR_LISTS, redactList), Errors: Errors?.map(redactError) ?? null };
}

function changed(value: JsonObject, names: readonly string[], to: (part: unknown) => unknown): JsonObject {
  return Object.fromEntries(names.filter((name) => name in value).map((name) => [name, to(value[name])]));
}
