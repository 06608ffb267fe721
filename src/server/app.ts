/** The API over HTTP: any implementation of the port, without a socket. */
import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Answer } from '../platform/envelope.ts';
import { BASE_PATH, ROUTES, type Route } from '../platform/routes.ts';
import type { Operation } from '../platform/conditions/index.ts';
import type { AssessmentService } from '../platform/service.ts';
import { type Authorise, readToken } from './authorise.ts';
import { MAX_BODY_BYTES, readJsonBody } from './body.ts';
import type { ServerLog } from './events.ts';
import { type IsKnownHost, hostOf, knownHosts } from './hosts.ts';
import { refuseRequest } from './refusals.ts';
import type { CollectionRequest } from '../platform/resources/collection.ts';
import type { ScheduleRequest } from '../platform/resources/schedule.ts';
import type { UserRequest } from '../platform/resources/user.ts';

export interface AppOptions {
  readonly service: AssessmentService;
  readonly authorise: Authorise;
  /** By default those of the loopback interface. */
  readonly isKnownHost?: IsKnownHost | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly log?: ServerLog | undefined;
}

export type App = Hono<AppEnv>;

interface AppEnv {
  Variables: { requestId: string; route: string | null; bytes: number };
}

/** The document that describes the interface; it holds no data and needs no token. */
const DOCUMENT_PATH = '/openapi.json';

/**
 * A request passes, in this order: the token (nothing else is looked at without one), the header Host, the path's
 * encoding, route and method, the body.
 */
export function createApp({ service, authorise, ...options }: AppOptions): App {
  const { isKnownHost = knownHosts({ host: 'localhost' }), maxBodyBytes = MAX_BODY_BYTES, log = () => {} } = options;
  const app = new Hono<AppEnv>({ getPath: encodedPath });
  app.use(logRequests(log));
  app.use(requireToken(authorise));
  app.use(requireKnownHost(isKnownHost));
  app.use(requireEncodedPath);
  addRoute(app, { method: 'GET', path: DOCUMENT_PATH }, sendDocument);
  for (const [operation, route] of Object.entries(ROUTES) as [Operation, Route][]) {
    addRoute(app, route, (context) => runOperation(context, OPERATIONS[operation], service, maxBodyBytes));
  }
  app.notFound((context) => send(context, refuseRequest('http.route')));
  app.onError((error, context) => {
    log({ event: 'fault', id: context.get('requestId'), error });
    return send(
      context,
      refuseRequest('http.fault', `; the server's log has the reason under ${context.get('requestId')}`),
    );
  });
  return app;
}

/** Routes are matched as they are written, so that an encoded slash never parts a path. */
function encodedPath(request: Request): string {
  return new URL(request.url).pathname;
}

type Handler = (context: Context<AppEnv>) => Promise<Response>;

/** A route, and 405 for every other method of its path. Hono would answer HEAD by the handler of GET. */
function addRoute(app: App, { method, path }: Pick<Route, 'method' | 'path'>, handler: Handler): void {
  // The empty id is an id too: what it means is the operation's to say (code 300).
  const pattern = `${BASE_PATH}${path.replace('{externalId}', ':externalId{[^/]*}')}`;
  app.all(pattern, (context) => {
    context.set('route', path);
    if (context.req.method === method) return handler(context);
    return send(context, refuseRequest('http.method', `; it has ${method}`), { Allow: method });
  });
}

async function runOperation(
  context: Context<AppEnv>,
  { takesBody, run }: (typeof OPERATIONS)[Operation],
  service: AssessmentService,
  maxBodyBytes: number,
): Promise<Response> {
  const externalId = context.req.param('externalId') ?? '';
  if (!takesBody) return send(context, await run(service, externalId, null));
  const body = await readJsonBody(context.req.raw, maxBodyBytes);
  return send(context, 'refusal' in body ? body.refusal : await run(service, externalId, body.value));
}

async function sendDocument(context: Context<AppEnv>): Promise<Response> {
  const { openApiText } = await import('../platform/openapi/openapi.ts');
  return sendText(context, 200, openApiText());
}

function send(context: Context<AppEnv>, { status, envelope }: Answer<unknown>, headers = {}): Promise<Response> {
  return sendText(context, status, JSON.stringify(envelope), headers);
}

async function sendText(context: Context<AppEnv>, status: number, text: string, headers = {}): Promise<Response> {
  context.set('bytes', Buffer.byteLength(text));
  return new Response(text, { status, headers: { ...ANSWER_HEADERS, ...headers } });
}

/** The headers of every answer. */
export const ANSWER_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

function logRequests(log: ServerLog): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const start = performance.now();
    const id = randomUUID();
    context.set('requestId', id);
    context.set('route', null);
    await next();
    const durationMs = Math.round((performance.now() - start) * 10) / 10;
    const { method } = context.req;
    const { status } = context.res;
    log({ event: 'request', id, method, route: context.get('route'), status, durationMs, bytes: context.get('bytes') });
  };
}

/** Without a token there is nothing to be learnt below the base path, not even which routes there are. */
function requireToken(authorise: Authorise): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { path } = context.req;
    const isPublic =
      path === `${BASE_PATH}${DOCUMENT_PATH}` || !(path === BASE_PATH || path.startsWith(`${BASE_PATH}/`));
    const token = readToken(context.req.header('Authorization'));
    if (isPublic || (token !== undefined && (await authorise(token)))) return next();
    return send(context, refuseRequest('http.token'));
  };
}

/** A request target in absolute form names a host as well; then both have to be ours. */
function requireKnownHost(isKnownHost: IsKnownHost): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const target = new URL(context.req.url).host;
    const hosts = [context.req.header('Host') ?? target, target].map(hostOf);
    if (hosts.every((host) => host !== undefined && isKnownHost(host))) return next();
    return send(context, refuseRequest('http.host'));
  };
}

const requireEncodedPath: MiddlewareHandler<AppEnv> = async (context, next) => {
  try {
    decodeURIComponent(context.req.path);
  } catch {
    return send(context, refuseRequest('http.path'));
  }
  return next();
};

interface OperationCall {
  readonly takesBody: boolean;
  readonly run: (service: AssessmentService, externalId: string, body: unknown) => Promise<Answer<unknown>>;
}

const OPERATIONS: Record<Operation, OperationCall> = {
  pushSchedule: { takesBody: true, run: (service, _, body) => service.pushSchedule(body as ScheduleRequest) },
  getReviewSession: { takesBody: false, run: (service, externalId) => service.getReviewSession(externalId) },
  addCollection: { takesBody: true, run: (service, _, body) => service.addCollection(body as CollectionRequest) },
  saveUser: { takesBody: true, run: (service, _, body) => service.saveUser(body as UserRequest) },
  removeInvigilators: {
    takesBody: true,
    run: (service, externalId, body) => service.removeInvigilators(externalId, body as readonly string[]),
  },
};
