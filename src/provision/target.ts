/** Where a bulk run sends, and how it can rehearse there. */
import type { Answer } from '../contract/envelope.ts';
import type { UserEntity } from '../contract/entities.ts';
import type { Action, ReportTarget } from '../contract/report.ts';
import type { AssessmentService } from '../contract/service.ts';

/** What a request would do to the state that it meets. */
export interface Effect {
  readonly action: Action;
  /** The fields that would change, for an update. Values are those of the state, unmasked. */
  readonly changes: readonly ValueChange[];
}

/** A field before and after; absent where it is not set. */
export interface ValueChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The real rules on the real state, and nothing of it is kept. Requests are rehearsed one after the other. */
export interface Rehearsal {
  readonly service: AssessmentService;
  /** What the last request that was accepted would have done. */
  lastEffect(): Effect;
}

export interface Target extends ReportTarget {
  readonly service: AssessmentService;
  /** The same for requests that may have been carried out already: "it exists" then means that it was. */
  readonly serviceAfterUnsure: AssessmentService;
  /** Absent where the target cannot be asked beforehand: a remote. */
  readonly rehearse?: () => Rehearsal;
  /** All users that the target has; absent where it does not tell. */
  readonly users?: () => AsyncIterable<UserEntity>;
  close(): Promise<void>;
}

/** Sends one request to a service. */
export type Send<R> = (service: AssessmentService, request: R) => Promise<Answer<unknown>>;
