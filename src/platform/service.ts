/**
 * The port: the five operations of the interface ("Endpoints"). The embedded engine and the HTTP client implement
 * it, the server exposes any implementation of it, and one conformance suite runs against all of them.
 *
 * A request that the platform refuses is an answer, not an exception. Implementations check the form of what they
 * are given; the types say what a well-formed request is.
 */
import type { Operation } from './conditions/index.ts';
import type { CollectionRequest } from './resources/collection.ts';
import type { Answer, CollectionContent } from './envelope.ts';
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

/** What a request would do to the state that it meets. */
export interface Effect {
  readonly action: 'create' | 'update' | 'unchanged' | 'unknown';
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
