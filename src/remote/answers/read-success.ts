/**
 * Reads an answer with a status of 2xx. It is a success if its envelope says so, its content is in a known form and names
 * what was sent, and no field in it is named like an error. It is a failure if its envelope says so. Everything else is
 * uncertain.
 */
import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { Links } from '../../platform/envelope.ts';
import type { Answered, Settled, Uncertain, Verdict } from '../wire/attempt-outcome.ts';
import { fieldOf, findErrorField, parseBody } from './body.ts';
import type { ReadAnswerContent, ReadContent } from './contents.ts';
import { readErrors } from './read-errors.ts';
import { type Owners, readLinks } from './read-links.ts';
import { excerptOf, type ReadingContext, redactContent, redactError, SAME_AGAIN, settleFailure } from './reading.ts';

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
  if ('doubt' in read) return { ...unclear(read.doubt), whyFinal: SAME_AGAIN };
  if ('isFailure' in read) return { ...settleFailure(200, answer, readErrors(body), context), links };
  return succeeded(read, links, context);
}

/**
 * Reads an answer whose status refuses the request. `undefined` if its body does not say otherwise: it lists nobody who
 * was removed all the same, and does not say success.
 */
export function readRefused<C>(
  answer: Answered,
  reader: ContentReader<C>,
  context: ReadingContext,
): Verdict<C> | undefined {
  const body = answer.flaw === undefined ? parseBody(answer.text) : undefined;
  if (!isObject(body)) return undefined;
  const unclear = { ...uncertain(answer, body, CONTRADICTION, context), whyFinal: SAME_AGAIN };
  if (fieldOf(body, 'Success') === true) return unclear;
  const read = readBody({ ...body, Success: false }, reader, undefined);
  if ('doubt' in read) return unclear;
  return 'isFailure' in read ? undefined : succeeded(read, undefined, context);
}

const CONTRADICTION = 'it says both that this was done and that it was not';

type ReadBody<C> =
  | (ReadContent<C> & { readonly beside?: unknown })
  | { readonly isFailure: true }
  | { readonly doubt: string };

function readBody<C>(body: JsonObject, reader: ContentReader<C>, links: Links | undefined): ReadBody<C> {
  const success = fieldOf(body, 'Success');
  if (typeof success !== 'boolean') return { doubt: 'it does not say whether this was done' };
  const { sentId, linkedContent } = reader;
  const read = reader.readContent(fieldOf(body, 'Content'), fieldOf(body, 'Errors'));
  if (!success) {
    if (read?.done === 'all') return { doubt: CONTRADICTION };
    return read?.done === 'some' ? { ...read, beside: fieldOf(body, 'Errors') } : { isFailure: true };
  }
  const field = findErrorField(body, read?.ownErrors ?? []);
  if (field !== undefined) return { doubt: `it says that this was done, and has an error in the field ${field}` };
  if (read === undefined) {
    if (links !== undefined && linkedContent !== undefined) return { content: linkedContent };
    return { doubt: 'its content is not what the interface says' };
  }
  if (sentId === undefined || read.id === undefined || read.id === sentId) return read;
  return { doubt: `it names ${JSON.stringify(read.id)} and not ${JSON.stringify(sentId)}` };
}

function succeeded<C>(
  { content, beside, ownErrors }: ReadContent<C> & { readonly beside?: unknown },
  links: Links | undefined,
  { excerpts }: ReadingContext,
): Settled<C> {
  const others = ownErrors?.includes(beside) ? [] : readErrors({ Errors: beside }).errors;
  const Errors = others.length > 0 ? others.map((error) => redactError(error, excerpts)) : null;
  const envelope = { Content: redactContent(content, excerpts), Success: true, Errors };
  return { kind: 'settled', status: 200, envelope, links };
}

function linksOf<C>(body: unknown, { linkOwners }: ContentReader<C>, { excerpts }: ReadingContext): Links | undefined {
  const links = linkOwners === undefined ? [] : readLinks(body, linkOwners);
  return links.length === 0 ? undefined : links.map((link) => ({ ...link, url: excerpts.link(link.url) }));
}

function uncertain(answer: Answered, body: unknown, why: string, { excerpts }: ReadingContext): Uncertain {
  const listed = isObject(body) ? readErrors(body).errors : [];
  return {
    kind: 'uncertain',
    reason: `it answered ${answer.status}, but ${excerpts.shorten(why)}`,
    status: 500,
    errors: listed.map((error) => redactError(error, excerpts)),
    excerpt: excerptOf(answer, excerpts),
  };
}
