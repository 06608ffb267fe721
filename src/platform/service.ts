/**
 * The port: the five operations of the interface ("Endpoints"). The embedded engine and the HTTP client implement
 * it, the server exposes any implementation of it, and one conformance suite runs against all of them.
 *
 * A refusal is an answer, not an exception. Implementations check the form of each request; the types describe
 * well-formed requests.
 */
import type { Operation } from './conditions/index.ts';
import type { Answer, CollectionContent } from './envelope.ts';
import type { CollectionRequest } from './resources/collection.ts';
import type { InvigilatorsContent } from './resources/invigilators.ts';
import type { ReviewSession } from './resources/review-session.ts';
import type { Candidate, ScheduleRequest } from './resources/schedule.ts';
import type { UserContent, UserRequest } from './resources/user.ts';

/** Facts of the input that the request does not contain. A platform over HTTP does not need them. */
export interface ScheduleHint {
  /** The day of the start in the time zone of the sitting, `2027-01-12`: a request has UTC only. */
  readonly localDay?: string | undefined;
}

/**
 * An instruction beyond the fields of a user request. Only the embedded engine can follow it, since it reads the user.
 */
export interface UserHint {
  /** Enables a disabled login, if the request does not name DisableLogin. */
  readonly returning?: 'enable' | undefined;
  /** Set if the request is from a whole list of users: the fields that the list has. What a user keeps besides is a warning. */
  readonly listed?: ReadonlySet<string> | undefined;
  /** Whether the memberships of the request replace those of the user. */
  readonly replaceMemberships?: boolean | undefined;
}

export interface AssessmentService extends Record<Operation, unknown> {
  /** 1. Create or update a schedule with its candidates. Content: the schedule's external id. */
  pushSchedule(request: ScheduleRequest, hint?: ScheduleHint): Promise<Answer<string>>;
  /** 2. Read a review session with its published results. */
  getReviewSession(externalId: string): Promise<Answer<ReviewSession>>;
  /** 3. Create a collection. */
  addCollection(request: CollectionRequest): Promise<Answer<CollectionContent>>;
  /** 4. Create or update a user. Hierarchies that fail are in `GroupErrors`; the rest of the user is stored. */
  saveUser(request: UserRequest, hint?: UserHint): Promise<Answer<UserContent>>;
  /** 5. Remove invigilators from a schedule. Users who fail are in the content's `Errors`. */
  removeInvigilators(externalId: string, userExtIds: readonly string[]): Promise<Answer<InvigilatorsContent>>;
}

/** The key of a request, chosen by its sender. A request with a key is done once, however often it arrives. */
export interface RequestKey {
  /** Made of the sender and the key; no other request has this id. */
  readonly id: string;
  /** A digest of the whole request: another request with the same key is refused. */
  readonly digest: string;
}

/** The rule for the refusal of another request with the same key. */
export const KEY_REUSED = 'request.key.reused';

/** The effect of a request on the current state. */
export interface Effect {
  readonly action: 'create' | 'update' | 'unchanged' | 'unknown';
  /** The fields that an update would change, and those of users whom a new schedule changes. Values are not masked. */
  readonly changes: readonly ValueChange[];
}

/** A field before and after; absent if it is not set. */
export interface ValueChange {
  readonly field: string;
  readonly before?: unknown | undefined;
  readonly after?: unknown | undefined;
  /** In a change of a schedule: the candidate to whom the field belongs. */
  readonly candidate?: Pick<Candidate, 'CandidateExtId' | 'FirstName' | 'LastName'> | undefined;
}

/** Makes a request: calls one operation of the service, once, before it waits for anything. */
export type PlannedRequest = (service: AssessmentService) => Promise<Answer<unknown>>;

/**
 * Decides requests by the real rules on the real state. Each request meets the changes of the requests before it. Then
 * all changes are committed together, or dropped.
 */
export interface RequestPlan {
  /** Decides requests in their order. An aborted signal stops it. */
  decide(requests: readonly PlannedRequest[], signal: AbortSignal): Promise<readonly Decided[]>;
  /** The number of requests that change something. */
  readonly size: number;
  /** Keeps all changes in one commit, or none of them. It may be called once, and `decide` not after it. */
  commit(): Promise<void>;
  /** Drops the changes that are not committed. */
  end(): Promise<void>;
}

export interface Decided {
  readonly answer: Answer<unknown>;
  /** The effect of the request: `unchanged` if it was refused, since its changes are dropped. */
  readonly effect: Effect;
}
