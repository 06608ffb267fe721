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

/** "Errors: status codes common to all operations", and those that HTTP itself and a busy server need. */
export type Status = 200 | 400 | 403 | 404 | 405 | 429 | 500 | 503;

/** An envelope with the HTTP status that it is sent with. */
export interface Answer<C> {
  readonly status: Status;
  readonly envelope: Envelope<C>;
  /** How the answer was obtained over a network; absent for the embedded engine. */
  readonly delivery?: Delivery | undefined;
  /** Warnings about accepted values that look wrong. Only from the embedded engine: the envelope has no place for them. */
  readonly warnings?: readonly Problem[] | undefined;
}

/** How the delivery of a request ended. */
export interface Delivery {
  /** How many times the request, or a part of it, has left this machine. */
  readonly timesSent: number;
  /**
   * `answered`: the envelope is what the platform said. `earlier-attempt`: the platform said that it is done already,
   * by an attempt that got no answer; the envelope says success. `unknown`: whether it was done cannot be known.
   */
  readonly certainty: 'answered' | 'earlier-attempt' | 'unknown';
  /** Links of candidates that were found anywhere in the answer. */
  readonly links?:
    | readonly { readonly CandidateExtId: string | null; readonly name: string; readonly url: string }[]
    | undefined;
  /** The part of the answer that was not understood, shortened. */
  readonly excerpt?: string | undefined;
  /** The platform's words, if an earlier attempt counts as done. */
  readonly said?: string | undefined;
}

export function succeed<C>(content: C): Answer<C> {
  return { status: 200, envelope: { Content: content, Success: true, Errors: null } };
}

/** An answer that refuses the request. `errors` must not be empty. */
export function refuse(status: Status, errors: readonly ApiError[]): Answer<never> {
  return { status, envelope: { Content: null, Success: false, Errors: errors } };
}
