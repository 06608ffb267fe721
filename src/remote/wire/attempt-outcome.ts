/** An attempt is the result of sending a request once; a verdict is its meaning. The retry policy reads only verdicts. */
import type { Envelope, Links, Status } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';

/** The headers were read, so the status is certain. The body may be incomplete. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  /** Why the text is not the whole answer: it is cut, too long or damaged. */
  readonly flaw?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  readonly location?: string | undefined;
}

export type Attempt = Answered | NotProcessed | Uncertain;

/** The platform has answered, and the answer was understood. */
export interface Settled<C> {
  readonly kind: 'settled';
  readonly status: Status;
  readonly envelope: Envelope<C>;
  readonly links?: Links | undefined;
  readonly excerpt?: string | undefined;
  /** Why a refusal could not be read to its end. */
  readonly flaw?: string | undefined;
}

/** The platform does not admit the caller, or has no interface at the address. */
export interface Refused {
  readonly kind: 'refused';
  readonly what: 'caller' | 'address';
  readonly reason: string;
}

/** Certainly not processed: nothing of the request was written, or the platform says so. */
export interface NotProcessed {
  readonly kind: 'not-processed';
  readonly reason: string;
  /** Why another attempt is useless, if that is certain already. */
  readonly whyFinal?: string | undefined;
  /** The platform has said that it is busy. */
  readonly isBusy?: boolean | undefined;
  /** The pause that the platform asks for, from all requests. */
  readonly retryAfterMs?: number | undefined;
}

/** The request may have been processed or not. */
export interface Uncertain {
  readonly kind: 'uncertain';
  readonly reason: string;
  /** The status of an answer that only says that something went wrong; absent if no answer came. */
  readonly status?: Status | undefined;
  readonly errors?: readonly ApiError[] | undefined;
  readonly links?: Links | undefined;
  readonly excerpt?: string | undefined;
  readonly isBusy?: boolean | undefined;
  /** The time that the platform asks to wait before this request is sent again. */
  readonly retryAfterMs?: number | undefined;
  /** Why another attempt is useless, if that is certain already. */
  readonly whyFinal?: string | undefined;
}

export type Verdict<C> = Settled<C> | Refused | NotProcessed | Uncertain;
