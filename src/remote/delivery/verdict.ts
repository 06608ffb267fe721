/** What one attempt says about a request. The retry policy looks at this alone. */
import type { Envelope, Status } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import type { Links } from '../answers/read-links.ts';

/** The platform has answered: this is what it says. */
export interface Settled<C> {
  readonly kind: 'settled';
  readonly status: Status;
  readonly envelope: Envelope<C>;
  readonly links?: Links;
  readonly excerpt?: string;
  /** Why a refusal could not be read to its end. */
  readonly flaw?: string;
}

/** The caller is not let in. */
interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

/** Not processed, for certain. */
export interface NotProcessed {
  readonly kind: 'not-processed';
  readonly reason: string;
  /** Why it is not tried again, where that is clear already. */
  readonly whyFinal?: string;
  /** The platform has said that it is busy. */
  readonly isBusy: boolean;
  /** How long it asks to be left alone. */
  readonly retryAfterMs?: number;
}

/** It may have been processed, and it may not. */
export interface Uncertain {
  readonly kind: 'uncertain';
  readonly reason: string;
  /** The status of an answer that only says that something went wrong; absent if no answer came. */
  readonly status?: Status;
  readonly errors: readonly ApiError[];
  readonly links?: Links;
  readonly excerpt?: string;
  readonly isBusy: boolean;
  /** Why it is not tried again, where that is clear already. */
  readonly whyFinal?: string;
  /** The answer, where it came whole: the same one a second time tells no more than the first. */
  readonly text?: string;
}

export type Verdict<C> = Settled<C> | Refused | NotProcessed | Uncertain;
