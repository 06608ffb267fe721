/** Where a bulk run sends, and how it can plan there. */

import type { Duty, ScheduleEntity, UserEntity } from '../platform/entities.ts';
import type { Answer } from '../platform/envelope.ts';
import type { Schedule } from '../platform/resources/schedule.ts';
import type { AssessmentService, RequestPlan } from '../platform/service.ts';
import type { PersonWithId } from './known-people.ts';
import type { ReportTarget } from './report.ts';

export interface Target extends ReportTarget {
  readonly service: AssessmentService;
  /** The same for requests that may have been carried out already: "it exists" then means that it was. Of remotes only. */
  readonly serviceAfterUnsure?: AssessmentService | undefined;
  /** Absent where the target cannot be asked beforehand: a remote. */
  readonly planner?: Planner | undefined;
  /** The place itself, however it is written. */
  readonly identity?: string | undefined;
  /** The key for digests of what a remote was sent. Derivable only with the token. */
  readonly digestKey?: string | undefined;
  /** The users that the target has; absent where it does not list them. */
  readonly users?: KnownUsers | undefined;
  /** Its schedules, likewise. */
  readonly schedules?: KnownSchedules | undefined;
  close(): Promise<void>;
}

/** A target that decides requests before it keeps what they change. */
export interface Planner {
  /** One at a time. */
  plan(): RequestPlan;
  /** The records of a run that are done: ranges of their numbers. What the run itself has written may say less. */
  doneBy(run: string): Promise<readonly (readonly [number, number])[]>;
  /** Forgets them, once the run has written them down. */
  forget(run: string): Promise<void>;
}

export interface KnownUsers {
  list(): AsyncIterable<UserEntity>;
  /** Those who have e-mail and name of one of these people, and those who have the id of such a one. */
  like(people: readonly PersonWithId[]): Promise<readonly UserEntity[]>;
  /** Why the platform needs a user's login; undefined for those who only sit exams, mark or invigilate. */
  dutyOf(user: UserEntity): Promise<Duty | undefined>;
}

export interface KnownSchedules {
  /** Those which have one of these ids. */
  withIds(ids: readonly string[]): AsyncIterable<ScheduleEntity>;
  /** All that may take place between two times, in milliseconds, extra time included; and perhaps others. */
  between(from: number, to: number): AsyncIterable<ScheduleEntity>;
  /** All of the assessments and groups that are wanted. */
  ofSittings(
    isWanted: (sitting: Pick<Schedule, 'AssessmentExtId' | 'GroupExtId'>) => boolean,
  ): AsyncIterable<ScheduleEntity>;
}

/** How records are sent. */
export interface Sending<R> {
  /** Records with the same key go in one request; without it each goes in its own. */
  readonly keyOf?: ((request: R) => string) | undefined;
  /** Gives the answer to each, in their order. */
  readonly send: (service: AssessmentService, requests: readonly R[]) => Promise<readonly Answer<unknown>[]>;
}
