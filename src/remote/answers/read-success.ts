/**
 * Reads an answer with a status of 2xx. It is a success if its envelope says so, its content is in a known form and names
 * what was sent, and no field in it is named like an error. It is a failure if its envelope says so. Everything else is
 * uncertain.
 */
import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { Links } from '../../platform/envelope.ts';
import type { Answered, Uncertain, Verdict } from '../wire/attempt-outcome.ts';
import { fieldOf, findErrorField, parseBody } from './body.ts';
import { type Owners, type ReadAnswerContent, type ReadContent, readLinks } from './contents.ts';
import { readErrors } from './read-errors.ts';
import { excerptOf, type ReadingContext, SAME_AGAIN, settleFailure } from './reading.ts';

/** How to read the answers of one operation. */
export interface ContentReader<C> {
  /** The id that an answer must name; absent if the platform chooses the id, or names none. */
  readonly sentId?: string | undefined;
  readonly readContent: ReadAnswerContent<C>;
  /** The content of a success that has links instead of the content of the interface. */
  readonly linkedContent?: C | undefined;
  /** Finds the candidates of its links; absent if answers have none. */
  readonly linkOwners?: Owners;
}

export function readSuccess<C>(answer: Answered, reader: ContentReader<C>, context: ReadingContext): Verdict<C> {
  const body = answer.flaw === undefined ? parseBody(answer.text) : undefined;
  const links = linksOf(body, reader, context);
  const unclear = (why: string): Uncertain => ({ ...uncertain(answer, body, why, context), links });
  if (answer.flaw !== undefined) return unclear(answer.flaw);
  if (!isObject(body)) return { ...unclear('the answer is not what the interface says'), whyFinal: SAME_AGAIN };
  const read = readBody(body, reader, links);
  if (read === 'failure') return { ...settleFailure(200, answer, readErrors(body), context), links };
  if ('doubt' in read) return { ...unclear(read.doubt), whyFinal: SAME_AGAIN };
  return { kind: 'settled', status: 200, envelope: { Content: read.content, Success: true, Errors: null }, links };
}

/** Reads an answer whose status refuses the request. `undefined` if its body does not say otherwise. */
export function readRefused(answer: Answered, context: ReadingContext): Verdict<never> | undefined {
  const body = answer.flaw === undefined ? parseBody(answer.text) : undefined;
  if (!isObject(body) || !(fieldOf(body, 'Success') === true || listsRemoved(body))) return undefined;
  return { ...uncertain(answer, body, CONTRADICTION, context), whyFinal: SAME_AGAIN };
}

/** A refusal that lists people as removed contradicts itself. */
function listsRemoved(body: JsonObject): boolean {
  const content = fieldOf(body, 'Content');
  const removed = isObject(content) ? fieldOf(content, 'SuccessfullyRemoved') : undefined;
  return Array.isArray(removed) && removed.length > 0;
}

const CONTRADICTION = 'it says both that this was done and that it was not';

function readBody<C>(
  body: JsonObject,
  { sentId, linkedContent, readContent }: ContentReader<C>,
  links: Links | undefined,
): ReadContent<C> | 'failure' | { readonly doubt: string } {
  const success = fieldOf(body, 'Success');
  if (typeof success !== 'boolean') return { doubt: 'it does not say whether this was done' };
  if (!success) return listsRemoved(body) ? { doubt: CONTRADICTION } : 'failure';
  const read = readContent(fieldOf(body, 'Content'));
  const field = findErrorField(body, read?.ownErrors ?? []);
  if (field !== undefined) return { doubt: `it says that this was done, and has an error in the field ${field}` };
  if (read === undefined) {
    if (links !== undefined && linkedContent !== undefined) return { content: linkedContent };
    return { doubt: 'its content is not what the interface says' };
  }
  if (sentId === undefined || read.id === undefined || read.id === sentId) return read;
  return { doubt: `it names ${JSON.stringify(read.id)} and not ${JSON.stringify(sentId)}` };
}

function linksOf<C>(body: unknown, { linkOwners }: ContentReader<C>, { excerpts }: ReadingContext): Links | undefined {
  const links = linkOwners === undefined ? [] : readLinks(body, linkOwners);
  return links.length === 0 ? undefined : links.map((link) => ({ ...link, url: excerpts.link(link.url) }));
}

function uncertain(answer: Answered, body: unknown, why: string, { excerpts }: ReadingContext): Uncertain {
  return {
    kind: 'uncertain',
    reason: `it answered ${answer.status}, but ${excerpts.shorten(why)}`,
    status: 500,
    errors: isObject(body) ? readErrors(body).errors : [],
    excerpt: excerptOf(answer, excerpts),
  };
}
