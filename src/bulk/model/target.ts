/** Where a bulk run sends, and how it can rehearse there. */
import type { Answer } from '../../platform/envelope.ts';
import type { Duty, ScheduleEntity, UserEntity } from '../../platform/entities.ts';
import type { Action, ReportTarget } from './report.ts';
import type { AssessmentService } from '../../platform/service.ts';

/** What a request would do to the state that it meets. */
export interface Effect {
  readonly action: Action;
  /** The fields that would change, for an update. Values are those of the state, unmasked. */
  readonly changes: readonly ValueChange[];
}

/** A field before and after; absent where it is not set. */
export interface ValueChange {
  readonly field: string;
  readonly before?: unknown | undefined;
  readonly after?: unknown | undefined;
}

/** Asks one request of whatever service it is given. */
type Ask = (service: AssessmentService) => Promise<Answer<unknown>>;

/** The real rules on the real state, and nothing of it is kept. */
export interface Rehearsal {
  /**
   * Begins what is slow of a request and does not depend on those before it. What it gives rehearses the request: it is
   * called in the order of the requests, once the one before is done. Both may ask the same of different services.
   */
  begin(ask: Ask): () => Promise<Rehearsed>;
  /** Begins nothing more. */
  end(): void;
}

interface Rehearsed {
  readonly answer: Answer<unknown>;
  /** The effect of the request: nothing if it was refused. */
  readonly effect: Effect;
}

interface Services {
  readonly service: AssessmentService;
  /** The same for requests that may have been carried out already: "it exists" then means that it was. */
  readonly serviceAfterUnsure: AssessmentService;
}

/** The services for one request, whose effect waits for those of the requests that took their turns before it. */
export interface Turn extends Services {
  /**
   * To be called once the request is done, or is not sent at all: the next one may be waiting for it. With an error, none
   * of those that wait takes effect any more: they fail the same way.
   */
  end(error?: unknown): void;
}

export interface Target extends ReportTarget, Services {
  /** Called in the order of the plan. Absent where requests of a run take effect in whatever order they arrive: a remote. */
  readonly takeTurn?: (() => Turn) | undefined;
  /** Absent where the target cannot be asked beforehand: a remote. */
  readonly rehearse?: (() => Rehearsal) | undefined;
  /** The place itself, however it is written. */
  readonly identity?: string | undefined;
  /** The key for digests of what a remote was sent. Derivable only with the token. */
  readonly digestKey?: string | undefined;
  /** The users that the target has; absent where it does not tell. */
  readonly users?: KnownUsers | undefined;
  /** All its schedules, likewise. */
  readonly schedules?: (() => AsyncIterable<ScheduleEntity>) | undefined;
  close(): Promise<void>;
}

export interface KnownUsers {
  list(): AsyncIterable<UserEntity>;
  find(externalId: string): Promise<UserEntity | undefined>;
  /** Why the platform needs a user's login; undefined for those who only sit exams, mark or invigilate. */
  dutyOf(user: UserEntity): Promise<Duty | undefined>;
}

/** Sends one request to a service. */
export type Send<R> = (service: AssessmentService, request: R) => Promise<Answer<unknown>>;
