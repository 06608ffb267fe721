/** Serves any implementation of the port over HTTP. It needs no socket. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreLockedError, UnreachableError } from '../errors.ts';
import { refuse, type Status } from '../platform/envelope.ts';
import { HTTP_REFUSALS } from '../platform/explain/http-rules.ts';
import type { AssessmentService, RequestKey } from '../platform/service.ts';
import { bytesOf, HEADERS, type HttpRule, refuseRequest, type ServerAnswer, textOf } from './answers.ts';
import { type Authorise, readToken, requestKeyOf } from './authorise.ts';
import { MAX_BODY_BYTES, readJsonBody } from './body.ts';
import type { ServerLog } from './events.ts';
import { hostOf, type IsKnownHost, knownHosts } from './hosts.ts';
import { isPublic, matchPath, type RouteMatch, type Services, type Target } from './match-path.ts';
import type { FindProbe } from './operate/probes.ts';
import type { BeginRequest } from './operate/token-limits.ts';

/** A request whose headers have arrived. */
interface ServerRequest {
  readonly method: string;
  readonly url: URL;
  /** The value of a header; for a repeated header, all values with commas in between. */
  readonly header: (name: string) => string | undefined;
  readonly body: Readable;
}

/** Answers every request. The promise never rejects. */
export type App = (request: ServerRequest) => Promise<ServerAnswer>;

export interface AppOptions extends Services {
  readonly authorise: Authorise;
  /** Makes the service for a request with a key; without this function, keys are ignored. */
  readonly keyed?: ((key: RequestKey) => AssessmentService) | undefined;
  /** By default, only the names of the loopback interface are known. */
  readonly isKnownHost?: IsKnownHost | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly begin?: BeginRequest | undefined;
  readonly probe?: FindProbe | undefined;
  readonly log?: ServerLog | undefined;
}

/** The facts about a request that are known so far, for the log. */
interface Trace {
  readonly id: string;
  found?: Pick<Target, 'route' | 'operation'> | undefined;
  token?: string | undefined;
  /** The request has a key, so it is done once, however often it arrives. */
  isKeyed?: true;
}

export function createApp(options: AppOptions): App {
  const { log = () => {} } = options;
  const respond = createRespond(options);
  return async (request) => {
    const start = performance.now();
    const trace: Trace = { id: requestIdOf(request) };
    const answer = await respond(request, trace).catch((error: unknown) => {
      log({ event: 'fault', id: trace.id, error });
      return answerFault(error, trace);
    });
    const durationMs = Math.round((performance.now() - start) * 10) / 10;
    const { id, found, token } = trace;
    const [route, operation] = found === undefined ? [null, null] : [found.route.path, found.operation];
    const { status, text } = answer;
    const bytes = Buffer.byteLength(text);
    const { method } = request;
    log({ event: 'request', id, method, route, status, durationMs, bytes, operation, token: token ?? null });
    return { ...answer, id };
  };
}

/** The id of the sender or of a proxy, if it is well-formed: then both logs have the same id. Otherwise a new id. */
function requestIdOf({ header }: ServerRequest): string {
  const given = header('x-request-id');
  return given !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID();
}

type Respond = (request: ServerRequest, trace: Trace) => Promise<ServerAnswer>;

function createRespond({ authorise, begin, probe, ...options }: AppOptions): Respond {
  const { isKnownHost = knownHosts({ host: 'localhost' }) } = options;
  const run = createRun(options);

  /** Checks the token first: without a valid one, a caller learns nothing, not even which routes exist. */
  const admit = async (request: ServerRequest, trace: Trace): Promise<HttpRule | { readonly token: string }> => {
    let token: string | undefined;
    if (!isPublic(request.url.pathname, options)) {
      token = readToken(request.header('authorization'));
      const known = token !== undefined && (await authorise(token));
      if (known === false) return 'http.token';
      if (known !== true) trace.token = known;
    }
    if (!hostsOf(request).every((host) => host !== undefined && isKnownHost(host))) return 'http.host';
    if (!isEncoded(request.url.pathname)) return 'http.path';
    return { token: token ?? '' };
  };

  return async (request, trace) => {
    const probed = probe?.(request.url.pathname);
    if (probed !== undefined) {
      trace.found = probed;
      // Monitors often ask with HEAD. Node leaves the body out of such an answer.
      return request.method === 'HEAD' ? probed.answer() : (refuseMethod(request, probed) ?? probed.answer());
    }
    const admitted = await admit(request, trace);
    if (typeof admitted === 'string') return textOf(refuseRequest(admitted));
    const match = matchPath(request.url.pathname, options);
    if (match === undefined) return textOf(refuseRequest('http.route'));
    trace.found = match.target;
    const { token } = admitted;
    const begun = begin?.(token);
    if (begun === undefined) return run(request, match, token, trace);
    if ('rule' in begun) return textOf(refuseRequest(begun.rule), retryAfter(begun.retryAfterSeconds));
    return run(request, match, token, trace).finally(begun.end);
  };
}

type RunOptions = Pick<AppOptions, 'service' | 'sandbox' | 'keyed' | 'maxBodyBytes'>;

function createRun({ keyed, maxBodyBytes = MAX_BODY_BYTES, ...services }: RunOptions) {
  return async (request: ServerRequest, match: RouteMatch, token: string, trace: Trace): Promise<ServerAnswer> => {
    const { target, externalId } = match;
    const { route, call } = target;
    const wrongMethod = refuseMethod(request, target);
    if (wrongMethod !== undefined) return wrongMethod;
    if (call === undefined) return document(services.sandbox !== undefined);
    const asked = services.sandbox === undefined ? {} : readPreference(request.header('prefer'));
    if (asked.delayMs !== undefined) await sleep(asked.delayMs);
    if (asked.code !== undefined) return textOf(refusePreferred(asked.code), asked.code === BUSY ? retryAfter(1) : {});
    if (route.method === 'GET') return bytesOf(await call(services, externalId, null));
    const key = keyed && target.acceptsKey ? request.header('idempotency-key') : undefined;
    if (key !== undefined && !isRequestKey(key)) return textOf(refuseRequest('http.idempotency-key'));
    const body = await readJsonBody(request, maxBodyBytes);
    if ('refusal' in body) return textOf(body.refusal);
    if (keyed === undefined || key === undefined) return textOf(await call(services, externalId, body.value));
    trace.isKeyed = true;
    const service = keyed(requestKeyOf(token, key, request.url.pathname, body.bytes));
    const answer = await call({ ...services, service }, externalId, body.value);
    return textOf(answer, answer.isReplayed ? { 'Idempotency-Replayed': 'true' } : {});
  };
}

function refuseMethod({ method }: ServerRequest, { route }: Pick<Target, 'route'>): ServerAnswer | undefined {
  if (method === route.method) return undefined;
  return textOf(refuseRequest('http.method', `; it has ${route.method}`), { Allow: route.method });
}

const UNAVAILABLE_SECONDS = 1;

/**
 * Answers after an exception: 503 if the store cannot be used now, otherwise 500. The header Retry-After is only for
 * requests that may safely be sent again: those that certainly changed nothing, and those with a key.
 */
function answerFault(error: unknown, { id, isKeyed }: Trace): ServerAnswer {
  if (!(error instanceof UnreachableError || error instanceof StoreLockedError)) {
    return textOf(refuseRequest('http.fault', `; the server's log has the reason under ${id}`));
  }
  const isSafe = isKeyed === true || !error.mayBeDone;
  return textOf(refuseRequest('http.unavailable'), isSafe ? retryAfter(UNAVAILABLE_SECONDS) : {});
}

function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'Retry-After': String(seconds) };
}

async function document(hasSandbox: boolean): Promise<ServerAnswer> {
  const { openApiText } = await import('../platform/openapi/openapi.ts');
  return { status: 200, text: openApiText(hasSandbox), headers: HEADERS };
}

/** The hosts that a request names. A target in absolute form names a second one; then both must be known. */
function hostsOf({ header, url }: ServerRequest): readonly (string | undefined)[] {
  const host = header('host') ?? url.host;
  return (host === url.host ? [host] : [host, url.host]).map(hostOf);
}

function isEncoded(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

const BUSY = 429;
/** The documented statuses of refusals. */
const STATUSES: ReadonlySet<Status> = new Set(Object.values(HTTP_REFUSALS).map(({ status }) => status));
const MAX_DELAY_SECONDS = 60;

interface Preference {
  readonly code?: Status | undefined;
  readonly delayMs?: number | undefined;
}

/** Reads `code=429` and `delay=5` (seconds, at most a minute). Other preferences are ignored, as RFC 7240 says. */
function readPreference(header = ''): Preference {
  const numberOf = (name: string) => Number(new RegExp(`(?:^|[,;]) *${name} *= *"?(\\d{1,4})`, 'i').exec(header)?.[1]);
  const seconds = Math.min(numberOf('delay'), MAX_DELAY_SECONDS);
  const wanted = numberOf('code');
  return {
    code: [...STATUSES].find((status) => status === wanted),
    delayMs: seconds > 0 ? seconds * 1_000 : undefined,
  };
}

function refusePreferred(code: Status) {
  return refuse(code, [
    { Code: null, Error: 'The request asked for this answer with Prefer', Rule: 'sandbox.preferred' },
  ]);
}

/** Visible ASCII. Senders use random keys. */
const KEY = /^[\x21-\x7e]{1,255}$/;

function isRequestKey(header: string): boolean {
  return KEY.test(header);
}
