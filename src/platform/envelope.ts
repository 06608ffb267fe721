/** The envelope of every answer ("Resources and their fields": common response envelope). */

import type { ApiError, Problem } from './problem.ts';

export interface Envelope<C> {
  readonly Content: C | null;
  readonly Success: boolean;
  readonly Errors: readonly ApiError[] | null;
}

/** Endpoint 3, Content of the answer. */
export interface CollectionContent {
  readonly ExternalId: string;
  readonly Errors: readonly ApiError[];
}

/** "Errors: status codes common to all operations", and further ones of HTTP and of a busy server. */
export type Status = 200 | 400 | 403 | 404 | 405 | 429 | 500 | 503;

/** An envelope with the HTTP status that it is sent with. */
export interface Answer<C> {
  readonly status: Status;
  readonly envelope: Envelope<C>;
  /** The answer to an earlier request with the same key, given again. */
  readonly isReplayed?: true | undefined;
  /** How the answer was obtained over a network; absent for the embedded engine. */
  readonly delivery?: Delivery | undefined;
  /** Warnings about accepted values that look wrong. Only from the embedded engine: the envelope has no place for them. */
  readonly warnings?: readonly Problem[] | undefined;
}

/** Links with their names, and their candidates if the answer names them. */
export type Links = readonly { readonly CandidateExtId: string | null; readonly name: string; readonly url: string }[];

/** The result of a delivery. */
export interface Delivery {
  /** The number of times that the request, or a part of it, has left this machine. */
  readonly timesSent: number;
  /**
   * `answered`: the envelope is the platform's answer. `earlier-attempt`: an earlier attempt without an answer had
   * worked, since the platform answers that the request is done already; the envelope is a success. `unknown`: no
   * answer proves whether the request was done.
   */
  readonly certainty: 'answered' | 'earlier-attempt' | 'unknown';
  /** The envelope is a refusal, but an earlier attempt without an answer may have worked. */
  readonly mayBeDone?: true | undefined;
  /** Links of candidates, found anywhere in the answer. */
  readonly links?: Links | undefined;
  /** A part of the answer that this program does not understand, shortened. */
  readonly excerpt?: string | undefined;
  /** The platform's messages, if an earlier attempt counts as done. */
  readonly said?: readonly Said[] | undefined;
}

/** A message. If the request is about several people, `id` is that of the person in the message. */
export interface Said {
  readonly id?: string | undefined;
  readonly text: string;
}

export function succeed<C>(content: C): Answer<C> {
  return { status: 200, envelope: { Content: content, Success: true, Errors: null } };
}

/** An answer that refuses the request. `errors` must not be empty. */
export function refuse(status: Status, errors: readonly ApiError[]): Answer<never> {
  return { status, envelope: { Content: null, Success: false, Errors: errors } };
}
