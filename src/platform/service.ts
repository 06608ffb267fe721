/**
 * The port: the five operations of the interface ("Endpoints"). The embedded engine and the HTTP client implement
 * it, the server exposes any implementation of it, and one conformance suite runs against all of them.
 *
 * A request that the platform refuses is an answer, not an exception. Implementations check the form of what they
 * are given; the types say what a well-formed request is.
 */
import type { Operation } from './conditions/index.ts';
import type { Entities } from './entities.ts';
import type { Answer, CollectionContent } from './envelope.ts';
import type { CollectionRequest } from './resources/collection.ts';
import type { InvigilatorsContent } from './resources/invigilators.ts';
import type { ReviewSession } from './resources/review-session.ts';
import type { Candidate, ScheduleRequest } from './resources/schedule.ts';
import type { UserContent, UserRequest } from './resources/user.ts';
import type { WholeUser } from './resources/whole-user.ts';

/** What the input knows beyond the request. A platform over HTTP does not need it. */
export interface ScheduleHint {
  /** The day on which the sitting starts where it takes place, `2027-01-12`: a request has UTC only. */
  readonly localDay?: string | undefined;
}

/** What a user request is to do beyond its fields. Only the embedded engine can: it sees the user. */
export interface UserHint {
  /** Turns the login on again of a user who has it turned off, where the request does not say. */
  readonly returning?: 'enable' | undefined;
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

/** A request that its sender has named, so that it is done once however often it arrives. */
export interface RequestKey {
  /** Of the sender and the key; no other request has it. */
  readonly id: string;
  /** Of all that was asked: another one with the same key is refused. */
  readonly digest: string;
}

/** The rule of that refusal. */
export const KEY_REUSED = 'request.key.reused';

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
  /** The candidate whose field it is, in a change of a schedule. */
  readonly candidate?: Pick<Candidate, 'CandidateExtId' | 'FirstName' | 'LastName'> | undefined;
}

/** Asks one request of the service that it is given, before it waits for anything. */
type Ask = (service: AssessmentService) => Promise<Answer<unknown>>;

/**
 * Requests that the real rules decide on the real state, each on the state that those before it leave. What they change is
 * kept later, exactly as it was decided, or not at all.
 */
export interface RequestPlan {
  /** Decides requests in their order. One that is only looked at leaves the state as it is. Stops at an aborted signal. */
  decide(requests: readonly PlannedRequest[], signal: AbortSignal): Promise<readonly Decided[]>;
  /** How many of the requests change something. */
  readonly size: number;
  /** Keeps the changes in their order, in groups. It is called once; then nothing more is decided. */
  keep(options: KeepOptions): Promise<void>;
  /** Drops what is not kept. */
  end(): Promise<void>;
}

export interface PlannedRequest {
  readonly ask: Ask;
  /** Whether its changes are dropped at once: the caller needs only the answer and the effect. */
  readonly isDropped?: boolean | undefined;
  /** The user's fields, where the request has all of them. Then it is mostly not asked. */
  readonly whole?: WholeUser | undefined;
}

export interface Decided {
  /** Absent where the platform then has the user exactly as the request says. */
  readonly answer: Answer<unknown> | undefined;
  /** The effect of the request: nothing if it was refused. */
  readonly effect: Effect;
}

interface KeepOptions {
  /** Once aborted, no further group is kept. */
  readonly signal: AbortSignal;
  /** The run whose progress is kept together with the changes. */
  readonly run: string;
  /** Called before a group is kept that ends with this change (the first is 1): gives the records of the run that are done then. */
  readonly beforeKept: (count: number) => Entities['Runs']['done'];
  /** Called when so many changes are durable. */
  readonly onKept: (count: number) => void;
}
