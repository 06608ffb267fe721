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

/** The sentences that an answer has as its content, or as a message beside or within it. */
export function wordsOf(body: JsonObject): string[] {
  const content = contentOf(body);
  const messages = [body, content].filter(isObject).map((object) => looseField(object, ['message', 'detail']));
  const isSentence = (text: unknown): text is string => typeof text === 'string' && /\s/.test(text.trim());
  return [content, ...messages].filter(isSentence);
}

/** The errors of an answer that refuses the request: beside or within its content, or else its message. */
export function readFailureErrors(answer: unknown): ReadErrors {
  const beside = readErrors(answer ?? null);
  if (beside.errors.length > 0 || !isObject(answer)) return beside;
  const within = errorsWithin(withoutFlags(withParsedContent(answer)));
  return within.errors.length > 0 ? within : beside;
}
