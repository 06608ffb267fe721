/** Where a bulk run sends, and how it can rehearse there. */
import type { Answer } from '../../platform/envelope.ts';
import type { Duty, ScheduleEntity, UserEntity } from '../../platform/entities.ts';
import type { ReportTarget } from './report.ts';
import type { AssessmentService, Rehearsal } from '../../platform/service.ts';

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

/** How records are sent. */
export interface Sending<R> {
  /** Records with the same key go in one request; without it each goes in its own. */
  readonly keyOf?: ((request: R) => string) | undefined;
  /** Gives the answer to each, in their order. */
  readonly send: (service: AssessmentService, requests: readonly R[]) => Promise<readonly Answer<unknown>[]>;
}
