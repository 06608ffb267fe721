/** The target of a bulk run, and the ports through which a run plans and sends. */

import type { Duty, ScheduleEntity, UserEntity } from '../platform/entities.ts';
import type { Answer } from '../platform/envelope.ts';
import type { PersonWithId } from '../platform/fields/person.ts';
import type { Schedule } from '../platform/resources/schedule.ts';
import type { AssessmentService, RequestPlan } from '../platform/service.ts';
import type { ReportTarget } from './report.ts';

export interface Target extends ReportTarget {
  readonly service: AssessmentService;
  /** The service for requests that may be done already: "it exists" then counts as success. Only remotes have it. */
  readonly serviceAfterUnsure?: AssessmentService | undefined;
  /** Absent if the target cannot decide requests before they are sent, as a remote. */
  readonly planner?: Planner | undefined;
  /** Identifies the place: two spellings of one address have the same identity. */
  readonly identity?: string | undefined;
  /** The key for the digests of sent content. Only the token gives it. */
  readonly digestKey?: string | undefined;
  /** The users of the target; absent if it does not list them. */
  readonly users?: KnownUsers | undefined;
  /** The schedules of the target; absent if it does not list them. */
  readonly schedules?: KnownSchedules | undefined;
  close(): Promise<void>;
}

/** Decides requests before it keeps their changes. */
export interface Planner {
  /** Starts a plan. Only one plan may exist at a time. The changes of a dry run cannot be committed. */
  plan(options: { readonly dryRun: boolean }): RequestPlan;
}

export interface KnownUsers {
  list(): AsyncIterable<UserEntity>;
  ids(): Promise<readonly string[]>;
  /** Returns the users with the e-mail, the name and e-mail, the user name or the id of one of these people. */
  like(people: readonly PersonWithId[]): Promise<readonly UserEntity[]>;
  /** Returns why the platform needs the login of a user; `undefined` for users who only sit exams, mark or invigilate. */
  dutyOf(user: UserEntity): Promise<Duty | undefined>;
}

export interface KnownSchedules {
  /** Yields the schedules with these ids. */
  withIds(ids: readonly string[]): AsyncIterable<ScheduleEntity>;
  /** Returns the `MaxTimePerAttempt` of an assessment, in minutes; `undefined` if there is no such assessment. */
  maxTimeOf(assessment: string): Promise<number | undefined>;
  /** Yields at least all schedules that may overlap the time between two times, in milliseconds, extra time included. */
  between(from: number, to: number): AsyncIterable<ScheduleEntity>;
  /** Yields the schedules of the wanted assessments and groups. */
  ofSittings(
    isWanted: (sitting: Pick<Schedule, 'AssessmentExtId' | 'GroupExtId'>) => boolean,
  ): AsyncIterable<ScheduleEntity>;
}

/** Sends records. */
export interface Sending<R> {
  /** Records with the same key are sent in one request. Absent if each record needs its own. */
  readonly keyOf?: ((request: R) => string) | undefined;
  /** Returns the answer to each request, in the same order. */
  readonly send: (service: AssessmentService, requests: readonly R[]) => Promise<readonly Answer<unknown>[]>;
}
