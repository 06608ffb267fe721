/** Where a bulk run sends, and how it can rehearse there. */
import type { Answer } from '../contract/envelope.ts';
import type { Action, ReportTarget } from '../contract/report.ts';
import type { AssessmentService } from '../contract/service.ts';

/** What a request would do to the state that it meets. */
export interface Effect {
  readonly action: Action;
  /** Names of the fields that would change, for an update. */
  readonly changedFields: readonly string[];
}

/** The real rules on the real state, and nothing of it is kept. Requests are rehearsed one after the other. */
export interface Rehearsal {
  readonly service: AssessmentService;
  /** What the last request that was accepted would have done. */
  lastEffect(): Effect;
}

export interface Target extends ReportTarget {
  readonly service: AssessmentService;
  /** Absent where the target cannot be asked beforehand: a remote. */
  readonly rehearse?: () => Rehearsal;
  close(): Promise<void>;
}

/** Sends one request to a service. */
export type Send<R> = (service: AssessmentService, request: R) => Promise<Answer<unknown>>;
