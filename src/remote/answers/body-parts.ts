/** The parts of the body of an answer: its content, the errors beside it, and its sentences. */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import { fieldOf, looseField, looseName } from '../text/json-object.ts';
import { unwrapText } from '../text/parse-body.ts';
import { errorsWithin } from './errors-within.ts';
import { isOutcomeFlag } from './outcome-words.ts';
import { type ReadErrors, readErrors } from './read-errors.ts';

const CONTENT_NAMES = ['Content', 'Data', 'Payload'] as const;
const CONTENT_LOOSE: ReadonlySet<string> = new Set(CONTENT_NAMES.map(looseName));

/** The content, also under another name. In the older form it is the answer itself. */
export function contentOf(body: JsonObject): unknown {
  for (const name of CONTENT_NAMES) {
    const found = fieldOf(body, name);
    if (found !== undefined) return found;
  }
  return body;
}

/** The same answer, whose content may be JSON in a text. */
export function withParsedContent(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, CONTENT_LOOSE.has(looseName(name)) ? unwrapText(value) : value]),
  );
}

export function isEmpty(content: unknown): boolean {
  if (content === null || content === undefined || content === '') return true;
  return isObject(content) && Object.keys(content).length === 0;
}

export function errorsBeside(body: JsonObject): unknown {
  return fieldOf(body, 'Errors') ?? fieldOf(body, 'Error');
}

/** The answer without its word about the outcome, which is read elsewhere. */
export function withoutFlags(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isOutcomeFlag(name)));
}

export interface AnswerWords {
  /** The sentences about the request: the content, and the message beside it. */
  readonly own: readonly string[];
  /** A message within the content. In a record, it may be data. */
  readonly within: readonly string[];
}

export function wordsOf(body: JsonObject): AnswerWords {
  const content = contentOf(body);
  const isSentence = (text: unknown): text is string => typeof text === 'string' && /\s/.test(text.trim());
  const within = content !== body && isObject(content) ? [messageOf(content)] : [];
  return { own: [content, messageOf(body)].filter(isSentence), within: within.filter(isSentence) };
}

export function messageOf(object: JsonObject): unknown {
  return looseField(object, ['message', 'detail']);
}

/** The errors of an answer that refuses the request: those beside its content, or else its message, and then those within. */
export function readFailureErrors(answer: unknown, sentId?: string): ReadErrors {
  const beside = readErrors(answer ?? null);
  if (!isObject(answer)) return beside;
  const within = errorsWithin(withoutFlags(withParsedContent(answer)), { sentId });
  // Lists beside the content are found again, with the ids of what their errors are about. A message is not.
  const message = beside.errors.length === 1 ? beside.errors : [];
  const isAgain = message.some((one) => within.errors.some(({ Error: text }) => text.endsWith(one.Error)));
  const errors = [...(isAgain ? [] : message), ...within.errors];
  return { errors, isComplete: beside.isComplete && within.isComplete };
}
