/**
 * The port: the five operations of the interface ("Endpoints"). The embedded engine and the HTTP client implement
 * it, the server exposes any implementation of it, and one conformance suite runs against all of them.
 *
 * A request that the platform refuses is an answer, not an exception. Implementations check the form of what they
 * are given; the types say what a well-formed request is.
 */
import type { Operation } from './conditions/index.ts';
import type { CollectionContent, CollectionRequest } from './resources/collection.ts';
import type { Answer } from './envelope.ts';
import type { InvigilatorsContent } from './resources/invigilators.ts';
import type { ReviewSession } from './resources/review-session.ts';
import type { ScheduleRequest } from './resources/schedule.ts';
import type { UserContent, UserRequest } from './resources/user.ts';

/** What the input knows beyond the request. A platform over HTTP does not need it. */
export interface ScheduleHint {
  /** The day on which the sitting starts where it takes place, `2027-01-12`: a request has UTC only. */
  readonly localDay?: string | undefined;
}

export interface AssessmentService extends Record<Operation, unknown> {
  /** 1. Create or update a schedule with its candidates. Content: the schedule's external id. */
  pushSchedule(request: ScheduleRequest, hint?: ScheduleHint): Promise<Answer<string>>;
  /** 2. Read a review session with its published results. */
  getReviewSession(externalId: string): Promise<Answer<ReviewSession>>;
  /** 3. Create a collection. */
  addCollection(request: CollectionRequest): Promise<Answer<CollectionContent>>;
  /** 4. Create or update a user. Hierarchies that fail are in `GroupErrors`; the rest of the user is stored. */
  saveUser(request: UserRequest): Promise<Answer<UserContent>>;
  /** 5. Remove invigilators from a schedule. Users who fail are in the content's `Errors`. */
  removeInvigilators(externalId: string, userExtIds: readonly string[]): Promise<Answer<InvigilatorsContent>>;
}
