/** The five operations as HTTP requests. Each entry holds everything that is specific to its operation. */

import type { Operation } from '../platform/conditions/index.ts';
import type { Answer } from '../platform/envelope.ts';
import {
  type ReadRepeat,
  readRepeatedCollection,
  readRepeatedRead,
  readRepeatedRemoval,
  readRepeatedSchedule,
  readRepeatedUpsert,
  readRepeatedUser,
} from '../platform/repeated-requests.ts';
import { ROUTES, type Route } from '../platform/routes.ts';
import type { AssessmentService } from '../platform/service.ts';
import { encodeSegment } from './address.ts';
import {
  createOwners,
  readCollectionContent,
  readInvigilatorsContent,
  readReviewSessionContent,
  readScheduleContent,
  readUserContent,
} from './answers/contents.ts';
import type { ContentReader } from './answers/read-success.ts';

/** A request of an operation, ready to be delivered. */
export interface RemoteCall<C> extends ContentReader<C> {
  readonly route: Route;
  /** For the path, if it has a parameter. */
  readonly externalId?: string | undefined;
  readonly body?: unknown;
  /** Texts of the body that no message may repeat. */
  readonly secrets?: readonly string[] | undefined;
  /** The thing that the request is about; absent if it has no id, and for a request that only reads. */
  readonly about?: string | undefined;
  /** The request changes nothing, so an attempt without an answer has done no harm. */
  readonly isReadOnly?: true | undefined;
  /** Whether it can be sent again after an attempt without an answer, and is still done only once. */
  readonly isRepeatable: boolean;
  /** Reads an answer to a request that an earlier attempt may have done. */
  readonly readRepeat: ReadRepeat<C>;
  /** Whether an earlier run may have done it. */
  readonly mayBeDone?: boolean | undefined;
}

type ContentOf<O extends Operation> = Awaited<ReturnType<AssessmentService[O]>> extends Answer<infer C> ? C : never;

export const OPERATIONS = {
  pushSchedule: (request) => {
    const id = idOf(request?.Schedule?.ScheduleExtId);
    const candidates = Array.isArray(request?.Candidates) ? request.Candidates : [];
    return {
      ...creating('schedule', id, request, [request?.Schedule?.PIN, ...candidates.map((one) => one?.Password)]),
      route: ROUTES.pushSchedule,
      // With an id, a repeat either updates the schedule (Upsert) or is refused because the schedule exists.
      readRepeat: id === undefined ? readRepeatedUpsert : readRepeatedSchedule(id),
      readContent: readScheduleContent,
      linkedContent: id ?? '',
      linkOwners: createOwners(request),
    };
  },
  getReviewSession: (externalId) => ({
    route: ROUTES.getReviewSession,
    externalId: externalId ?? '',
    isReadOnly: true,
    isRepeatable: true,
    readRepeat: readRepeatedRead,
    sentId: idOf(externalId),
    readContent: readReviewSessionContent,
  }),
  addCollection: (request) => {
    const id = idOf(request?.ExternalId);
    return {
      ...creating('collection', id, request),
      route: ROUTES.addCollection,
      readRepeat: id === undefined ? readRepeatedUpsert : readRepeatedCollection(request),
      readContent: readCollectionContent,
    };
  },
  saveUser: (request) => {
    const id = idOf(request?.ExternalId);
    return {
      ...creating('user', id, request, [request?.Password]),
      route: ROUTES.saveUser,
      readRepeat: readRepeatedUser(request),
      readContent: readUserContent,
    };
  },
  removeInvigilators: (externalId, userExtIds) => ({
    route: ROUTES.removeInvigilators,
    // The platform reports "Schedule external id null or empty". In an address, null and empty are the same.
    externalId: externalId ?? '',
    body: userExtIds,
    about: `schedule ${externalId}`,
    isRepeatable: true,
    readRepeat: readRepeatedRemoval,
    readContent: readInvigilatorsContent(userExtIds ?? []),
  }),
} as const satisfies { [O in Operation]: (...request: Parameters<AssessmentService[O]>) => RemoteCall<ContentOf<O>> };

/** A request that creates something. Without an id, sending it again could create it twice. */
function creating(kind: string, id: string | undefined, body: unknown, secrets: readonly unknown[] = []) {
  const texts = new Set(secrets.filter((secret) => typeof secret === 'string'));
  const about = id === undefined ? undefined : `${kind} ${id}`;
  return { body, secrets: [...texts], about, isRepeatable: id !== undefined, sentId: id };
}

/** The value, if it can be an id. */
function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The path of a call below the prefix; `undefined` if its id cannot be part of an address. */
export function pathOf({ route, externalId }: Pick<RemoteCall<never>, 'route' | 'externalId'>): string | undefined {
  if (externalId === undefined) return route.path;
  const segment = encodeSegment(externalId);
  return segment === undefined ? undefined : route.path.replace('{externalId}', () => segment);
}
