/** The result of sending a request once, and what it says about the request. The retry policy looks at the latter alone. */
import type { Envelope, Status } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import type { Links } from '../answers/read-links.ts';

/** The headers were read, so the status is certain; the body may not be. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  /** Why the text is not all of the answer: cut, too long, damaged. */
  readonly flaw?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  readonly location?: string | undefined;
}

export type Attempt = Answered | NotProcessed | Uncertain;

/** The platform has answered: this is what it says. */
export interface Settled<C> {
  readonly kind: 'settled';
  readonly status: Status;
  readonly envelope: Envelope<C>;
  readonly links?: Links | undefined;
  readonly excerpt?: string | undefined;
  /** Why a refusal could not be read to its end. */
  readonly flaw?: string | undefined;
}

/** The caller is not let in. */
interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

/** Not processed, for certain: nothing of it was written, or the platform says so. */
export interface NotProcessed {
  readonly kind: 'not-processed';
  readonly reason: string;
  /** Why it is not tried again, where that is clear already. */
  readonly whyFinal?: string | undefined;
  /** The platform has said that it is busy. */
  readonly isBusy?: boolean | undefined;
  /** How long it asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
}

/** It may have been processed, and it may not. */
export interface Uncertain {
  readonly kind: 'uncertain';
  readonly reason: string;
  /** The status of an answer that only says that something went wrong; absent if no answer came. */
  readonly status?: Status | undefined;
  readonly errors?: readonly ApiError[] | undefined;
  readonly links?: Links | undefined;
  readonly excerpt?: string | undefined;
  readonly isBusy?: boolean | undefined;
  /** Why it is not tried again, where that is clear already. */
  readonly whyFinal?: string | undefined;
  /** The answer, where it came whole: the same one a second time tells no more than the first. */
  readonly text?: string | undefined;
}

export type Verdict<C> = Settled<C> | Refused | NotProcessed | Uncertain;
