/** The shared part of reading answers: turns errors into a failure, and removes secrets. */

import { isObject } from '../../base/json-value.ts';
import { refuse, type Status } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import { UNREAD_RULE } from '../../platform/repeated-requests.ts';
import type { Answered, Settled } from '../delivery/attempt-outcome.ts';
import type { Excerpts } from '../text/excerpt.ts';
import { parseBody } from '../text/parse-body.ts';
import { redactLinks } from '../text/redact-unknown.ts';
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
  const isWhole = answer.flaw === undefined;
  const words = redacted.length === 0 && isWhole ? plainWords(answer, excerpts) : '';
  const withoutReason = unexpected(
    `The platform refused without a reason that could be read (status ${answer.status})`,
  );
  const withWords = unexpected(`The platform refused (status ${answer.status}): ${words}`);
  const isUnderstood = isWhole && (redacted.length > 0 ? isComplete : words !== '' && !isPage(answer.text));
  return {
    ...settle(status, redacted.length > 0 ? redacted : [words === '' ? withoutReason : withWords]),
    excerpt: isUnderstood ? undefined : excerptOf(answer, excerpts),
    flaw: answer.flaw,
  };
}

/** The beginning of an answer; undefined if it is empty. */
export function excerptOf({ text }: Answered, excerpts: Excerpts): string | undefined {
  return text === '' ? undefined : excerpts.shorten(text);
}

/** The words of an answer that is not JSON, for people. */
export function plainWords({ text }: Pick<Answered, 'text'>, excerpts: Excerpts): string {
  return parseBody(text).value === undefined ? excerpts.shorten(wordsOf(text)) : '';
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
    if (Array.isArray(list)) redacted[name] = list.map((entry) => redactEntry(entry, excerpts));
  }
  return redacted as C;
}

function redactEntry(entry: unknown, excerpts: Excerpts): unknown {
  if (!isObject(entry) || typeof entry['Error'] !== 'string') return entry;
  return { ...entry, Error: redactWords(entry['Error'], excerpts) };
}

export function redactError(error: ApiError, excerpts: Excerpts): ApiError {
  const { Field, Rule } = error;
  return {
    ...error,
    Error: redactWords(error.Error, excerpts),
    ...(Field !== undefined && { Field: redactWords(Field, excerpts) }),
    ...(Rule !== undefined && { Rule: redactWords(Rule, excerpts) }),
  };
}

/** Errors are written to the run record, which must hold no link. */
function redactWords(text: string, { redact }: Excerpts): string {
  return redactLinks(redact(text));
}

const UNSEEN = /<(script|style|title|head)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const TITLE = /<title\b[^>]*>([^<]*)/i;
const TAG = /<[/!?a-z][^>]*(?:>|$)/gi;
/** The part that is searched for words: only the beginning is shown. */
const MAX_SEARCHED = 65_536;

function isPage(text: string): boolean {
  return /^\s*<(?:!|\?|[a-z])/i.test(text);
}

/** The words of a text, or of a page without its markup. */
function wordsOf(text: string): string {
  const beginning = text.slice(0, MAX_SEARCHED);
  if (!isPage(beginning)) return beginning;
  const words = beginning.replace(UNSEEN, ' ').replace(TAG, ' ').trim();
  return words === '' ? (TITLE.exec(beginning)?.[1] ?? '') : words;
}
