/**
 * Reads an answer with a status of 2xx. It is a success if its envelope says so, or if it says so in other words and
 * names the id that was sent. An answer that proves neither success nor failure is uncertain.
 */

import { isObject, type JsonObject } from '../../base/json-value.ts';
import type { Links } from '../../platform/envelope.ts';
import type { Answered, Settled, Verdict } from '../delivery/attempt-outcome.ts';
import { isSameId } from '../text/json-object.ts';
import { parseBody } from '../text/parse-body.ts';
import {
  contentOf,
  errorsBeside,
  isEmpty,
  messageOf,
  readFailureErrors,
  withoutFlags,
  withParsedContent,
  wordsOf,
} from './body-parts.ts';
import type { ReadContent } from './contents.ts';
import { type ErrorsWithin, errorsWithin } from './errors-within.ts';
import { isRefusal, readStated, readWords, type Stated, saysDone } from './outcome-words.ts';
import { type ReadErrors, readErrors } from './read-errors.ts';
import { type Owners, readLinks } from './read-links.ts';
import { excerptOf, type ReadingContext, redactContent, redactError, SAME_AGAIN, settleFailure } from './reading.ts';

/** How to read the answers of one operation. */
export interface ContentReader<C> {
  /** The id that an answer should name; absent if the platform chooses the id, or names none. */
  readonly sentId?: string | undefined;
  /**
   * Reads the content of a success into the interface's form, with the errors beside it. `undefined` if no known form
   * fits, so that the content does not say what was done.
   */
  readonly readContent: (content: unknown, beside?: unknown) => ReadContent<C> | undefined;
  /** The content alone proves that it was done: a session was read, or people are listed as removed. */
  readonly isProvedBy?: 'content';
  /** Finds the candidates of its links; absent if answers have none. */
  readonly linkOwners?: Owners;
}

const PARTIAL_CONTENT = 206;

export function readSuccess<C>(answer: Answered, reader: ContentReader<C>, context: ReadingContext): Verdict<C> {
  const { value: body, repeatedName } = answer.flaw === undefined ? parseBody(answer.text) : { value: undefined };
  const reading = new SuccessReading(answer, body, reader, context);
  if (answer.status === PARTIAL_CONTENT) return reading.unclear('that is a part of an answer only');
  if (repeatedName !== undefined) {
    return reading.unclear(`it has ${context.excerpts.shorten(JSON.stringify(repeatedName))} twice`);
  }
  return isObject(body) ? reading.read(withParsedContent(body)) : reading.unreadable();
}

/**
 * Reads an answer whose status refuses the request. `undefined` if its body does not say otherwise: it names nobody who was
 * removed all the same, and does not say success without any error.
 */
export function readRefused<C>(
  answer: Answered,
  reader: ContentReader<C>,
  context: ReadingContext,
): Verdict<C> | undefined {
  if (answer.flaw !== undefined) return undefined;
  const { value: body, repeatedName } = parseBody(answer.text);
  return isObject(body) && repeatedName === undefined
    ? new SuccessReading(answer, body, reader, context).readRefused(withParsedContent(body))
    : undefined;
}

const CONTRADICTION = 'it says both that this was done and that it was not';

class SuccessReading<C> {
  readonly #answer: Answered;
  readonly #body: unknown;
  readonly #reader: ContentReader<C>;
  readonly #context: ReadingContext;
  readonly #links: Links | undefined;

  constructor(answer: Answered, body: unknown, reader: ContentReader<C>, context: ReadingContext) {
    [this.#answer, this.#body, this.#reader, this.#context] = [answer, body, reader, context];
    const { linkOwners } = reader;
    const links = linkOwners === undefined ? [] : readLinks(body, linkOwners);
    if (links.length > 0) this.#links = links.map((link) => ({ ...link, url: context.excerpts.link(link.url) }));
  }

  read(body: JsonObject): Verdict<C> {
    const stated = readStated(body);
    if (stated.outcome === 'both') return this.unclear(CONTRADICTION);
    const given = this.#readContent(body);
    const people = this.#people(body, given, stated.outcome === 'failure');
    if (people !== undefined) return people;
    const read = stated.outcome === 'failure' ? undefined : given;
    const isWhole = this.#reader.isProvedBy === 'content' && read?.isComplete === true;
    const isRefused = stated.outcome === undefined ? isRefusal(body) : stated.outcome === 'failure';
    const listed = this.#errorsOf(body, given?.ownErrors);
    if (isRefused && !isWhole) return this.#failure(readFailureErrors(body, this.#reader.sentId));
    const id = read?.id ?? this.#reader.readContent(body)?.id;
    const isErrorAlone =
      listed.errors.length > 0 && (isEmpty(contentOf(body)) || (read !== undefined && id === undefined));
    if (isErrorAlone && !isWhole) return this.#failure(this.#errorsOf(body, []));
    if (read === undefined) return this.unreadable();
    const { sentId } = this.#reader;
    if (sentId !== undefined && id !== undefined && !isSameId(id, sentId)) {
      return this.unclear(this.#describeIds(id, sentId));
    }
    if (!this.#isProved(stated, read, id !== undefined)) return this.unreadable();
    const words = wordsOf(body);
    const aboutRequest = id === undefined ? [...words.own, ...words.within] : words.own;
    const denied = aboutRequest.find((text) => readWords(text) === 'denied');
    if (denied !== undefined && listed.errors.length === 0 && !isWhole) {
      return this.unclear(`${CONTRADICTION}: ${this.#context.excerpts.shorten(denied)}`);
    }
    const isInOtherLetters = sentId !== undefined && id !== undefined && id.trim() !== sentId.trim();
    return this.#success(body, read, listed, isInOtherLetters ? [this.#describeIds(id, sentId)] : []);
  }

  #describeIds(id: string, sentId: string): string {
    const { shorten } = this.#context.excerpts;
    return `it names ${shorten(JSON.stringify(id))} and not ${shorten(JSON.stringify(sentId))}`;
  }

  readRefused(body: JsonObject): Verdict<C> | undefined {
    const read = this.#readContent(body);
    if (read?.people?.isAnyDone) return this.#people(body, read, true);
    const { outcome, isEnvelope } = readStated(body);
    if (outcome !== 'success' || !isEnvelope) return undefined;
    const message = messageOf(body);
    const isFine = message === undefined || (typeof message === 'string' && saysDone(message));
    return isFine && this.#errorsOf(body, []).errors.length === 0 ? this.unclear(CONTRADICTION) : undefined;
  }

  #readContent(body: JsonObject): ReadContent<C> | undefined {
    const content = contentOf(body);
    return this.#reader.readContent(content, content === body ? undefined : errorsBeside(body));
  }

  #people(body: JsonObject, read: ReadContent<C> | undefined, isRefused: boolean): Verdict<C> | undefined {
    if (read?.people === undefined) return undefined;
    const { areAllDone, others } = read.people;
    if (isRefused && areAllDone) return this.unclear(CONTRADICTION);
    const further = this.#errorsOf(body, [...(read.ownErrors ?? []), errorsBeside(body)]);
    const listed = {
      ...further,
      errors: [...others.errors, ...further.errors],
      isComplete: others.isComplete && further.isComplete,
    };
    return this.#success(body, read, listed);
  }

  /** All errors beside and within the content, except the lists that are read elsewhere. */
  #errorsOf(body: JsonObject, readElsewhere: readonly unknown[] | undefined): ErrorsWithin {
    return errorsWithin(withoutFlags(body), { readElsewhere, sentId: this.#reader.sentId });
  }

  /** In the interface's envelope, the word of success is enough. Elsewhere the answer must name the id as well. */
  #isProved({ outcome, isEnvelope }: Stated, { isComplete }: ReadContent<C>, namesId: boolean): boolean {
    if (outcome === 'success' && isEnvelope) return true;
    if (this.#reader.isProvedBy === 'content') return isComplete && (namesId || this.#reader.sentId === undefined);
    return namesId && (outcome === 'success' || this.#links !== undefined);
  }

  /** `remarks` are shown beside the success. */
  #success(
    body: JsonObject,
    { content, isComplete }: ReadContent<C>,
    listed: ErrorsWithin,
    remarks: readonly string[] = [],
  ): Settled<C> {
    const { excerpts } = this.#context;
    const redacted = listed.errors.map((error) => redactError(error, excerpts));
    const { own, within } = wordsOf(body);
    const doubts = [...own, ...within].filter((text) => readWords(text) !== 'fine');
    const isUnderstood = (isComplete || this.#links !== undefined) && listed.isComplete;
    const shown = [...remarks, ...listed.remarks, ...doubts, ...(isUnderstood ? [] : [this.#answer.text])];
    return {
      kind: 'settled',
      status: 200,
      envelope: {
        Content: redactContent(content, excerpts),
        Success: true,
        Errors: redacted.length > 0 ? redacted : null,
      },
      links: this.#links,
      excerpt: shown.length > 0 ? excerpts.shorten(shown.join(' ')) : undefined,
    };
  }

  #failure(errors: ReadErrors): Settled<C> {
    return { ...settleFailure(200, this.#answer, errors, this.#context), links: this.#links };
  }

  /** The answer was read and proves nothing. The same request would get the same answer. */
  unclear(why: string): Verdict<C> {
    return { ...this.#uncertain(why), whyFinal: SAME_AGAIN };
  }

  unreadable(): Verdict<C> {
    const { flaw, text } = this.#answer;
    const verdict = this.#uncertain(flaw ?? 'the answer is not what the interface says');
    return flaw === undefined && text !== '' ? { ...verdict, text } : verdict;
  }

  #uncertain(why: string): Extract<Verdict<C>, { kind: 'uncertain' }> {
    const { excerpts } = this.#context;
    const listed = isObject(this.#body) ? readErrors(this.#body).errors : [];
    return {
      kind: 'uncertain',
      reason: `it answered ${this.#answer.status}, but ${why}`,
      status: 500,
      errors: listed.map((error) => redactError(error, excerpts)),
      links: this.#links,
      excerpt: excerptOf(this.#answer, excerpts),
    };
  }
}
