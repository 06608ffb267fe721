/** Finds the target of a path: an operation of the interface, the OpenAPI document, or the sandbox. */
import type { Operation } from '../platform/conditions/index.ts';
import type { Answer } from '../platform/envelope.ts';
import type { CollectionRequest } from '../platform/resources/collection.ts';
import type { ScheduleRequest } from '../platform/resources/schedule.ts';
import type { UserRequest } from '../platform/resources/user.ts';
import { BASE_PATH, ROUTES, type Route } from '../platform/routes.ts';
import { SANDBOX_PATH, SANDBOX_ROUTES, type SandboxOperation, type SandboxService } from '../platform/sandbox.ts';
import type { AssessmentService } from '../platform/service.ts';

export interface Services {
  readonly service: AssessmentService;
  /** Absent if the server has no sandbox. */
  readonly sandbox?: SandboxService | undefined;
}

/** Calls an operation. */
type Call = (services: Services, externalId: string, body: unknown) => Promise<Answer<unknown>>;

export interface Target {
  readonly route: Pick<Route, 'method' | 'path'>;
  /** The name of the operation, for logs and metrics. */
  readonly operation: string;
  /** Absent for the document. */
  readonly call?: Call | undefined;
  /** Whether a request may have an Idempotency-Key. */
  readonly acceptsKey?: boolean | undefined;
}

export interface RouteMatch {
  readonly target: Target;
  readonly externalId: string;
}

/** The OpenAPI document. It contains no data and needs no token. */
const DOCUMENT = { method: 'GET', path: '/openapi.json' } as const;

const CALLS: Record<Operation, Call> = {
  pushSchedule: ({ service }, _, body) => service.pushSchedule(body as ScheduleRequest),
  getReviewSession: ({ service }, externalId) => service.getReviewSession(externalId),
  addCollection: ({ service }, _, body) => service.addCollection(body as CollectionRequest),
  saveUser: ({ service }, _, body) => service.saveUser(body as UserRequest),
  removeInvigilators: ({ service }, externalId, body) =>
    service.removeInvigilators(externalId, body as readonly string[]),
};

const INTERFACE: readonly Target[] = [
  { route: DOCUMENT, operation: 'openapi' },
  ...(Object.keys(CALLS) as Operation[]).map((operation) => {
    const route = ROUTES[operation];
    return { route, operation, call: CALLS[operation], acceptsKey: route.method === 'POST' };
  }),
];

const SANDBOX = (Object.keys(SANDBOX_ROUTES) as SandboxOperation[]).map((operation): Target => {
  const call: Call = async ({ sandbox }, externalId, body) => {
    if (sandbox === undefined) throw new Error('The sandbox is off');
    return sandbox[operation](externalId, body);
  };
  return { route: SANDBOX_ROUTES[operation], operation: `sandbox.${operation}`, call };
});

const PATTERNS = [
  ...INTERFACE.map((target) => ({ ...target, prefix: BASE_PATH })),
  ...SANDBOX.map((target) => ({ ...target, prefix: SANDBOX_PATH })),
  // Tools look for the document at the root of the host.
  { route: DOCUMENT, operation: 'openapi', prefix: '' },
].map(({ prefix, ...target }: Target & { readonly prefix: string }) => {
  // An empty id is passed on: the operation refuses it (code 300).
  const [before = '', after] = `${prefix}${target.route.path}`.split('{externalId}');
  return { target, before, after };
});

/** Compares the path before it is decoded, so that an encoded slash never separates two parts. */
export function matchPath(path: string, { sandbox }: Services): RouteMatch | undefined {
  if (sandbox === undefined && isBelow(path, SANDBOX_PATH)) return undefined;
  for (const { before, after, target } of PATTERNS) {
    if (after === undefined) {
      if (path === before) return { target, externalId: '' };
    } else if (path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length) {
      const id = path.slice(before.length, path.length - after.length);
      if (!id.includes('/')) return { target, externalId: decodeURIComponent(id) };
    }
  }
  return undefined;
}

/** Whether the answer needs no token: the OpenAPI document, and paths outside of the interface and the sandbox. */
export function isPublic(path: string, { sandbox }: Services): boolean {
  if (path === `${BASE_PATH}${DOCUMENT.path}`) return true;
  return !isBelow(path, BASE_PATH) && (sandbox === undefined || !isBelow(path, SANDBOX_PATH));
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
