/** The platform's interface over HTTP: sends each operation to a base URL. */

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Environment } from '../base/environment.ts';
import { UsageError } from '../errors.ts';
import { type Answer, refuse } from '../platform/envelope.ts';
import type { AssessmentService } from '../platform/service.ts';
import { parseBaseUrl } from './address.ts';
import { type DeliveryContext, deliver } from './delivery/deliver.ts';
import { type Clock, Pace, systemClock } from './delivery/pace.ts';
import { RETRY_BUDGET_MS } from './delivery/retry-policy.ts';
import { createExcerpts } from './excerpt.ts';
import { OPERATIONS, pathOf, type RemoteCall } from './operations.ts';
import { findProxy } from './wire/connector.ts';
import { createTransport } from './wire/transport.ts';

export interface RemoteServiceOptions {
  readonly baseUrl: string;
  /** Whether plain http may be used to another machine. */
  readonly insecureHttp?: boolean | undefined;
  readonly token: string;
  /** Deadline of one attempt, from the first step of connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Attempts beyond the first. */
  readonly retries: number;
  /** Waiting allowed for one request in all. */
  readonly retryBudgetMs?: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  readonly ratePerSecond?: number | undefined;
  /** Authorities that are trusted instead of those that Node comes with: a PEM file, or its text. */
  readonly caFile?: string | undefined;
  readonly ca?: string;
  /** The environment with HTTPS_PROXY, HTTP_PROXY and NO_PROXY. If absent, there is no proxy. */
  readonly env?: Environment;
  /** Once aborted, no request begins and waits end. Started requests end normally, but those that only read are dropped. */
  readonly signal?: AbortSignal;
  /** Called before each wait, with its reason and length. */
  readonly onWait?: (reason: string, ms: number) => void;
  readonly clock?: Partial<Clock>;
  readonly maxAnswerBytes?: number;
}

export type RemoteService = AssessmentService & {
  /** The same service for requests that an earlier run may have sent: "it exists" then means that it had worked. */
  readonly afterUnsure: AssessmentService;
  /** Ends all waits, waits for the requests under way, and closes the connections. */
  close(): Promise<void>;
};

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export function createRemoteService(options: RemoteServiceOptions): RemoteService {
  const halt = new AbortController();
  // Each waiting request has a listener, and the number of waiting requests has no limit.
  setMaxListeners(0, halt.signal);
  const stop = (): void => halt.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  const { context, prefix } = createContext(options, halt.signal);
  /** The ends of requests, by what they are about: the next about the same thing waits, so that none overtakes another. */
  const underWay = new Map<string | symbol, Promise<unknown>>();
  const service = (mayBeDone: boolean): AssessmentService => {
    const send = <C>(call: RemoteCall<C>): Promise<Answer<C>> => {
      const about = call.about ?? Symbol();
      const work = () => begin({ ...call, mayBeDone }, prefix, context);
      const answer = underWay.get(about)?.then(work) ?? work();
      const end = answer
        .catch(() => undefined)
        .then(() => {
          if (underWay.get(about) === end) underWay.delete(about);
        });
      underWay.set(about, end);
      return answer;
    };
    return {
      pushSchedule: async (request) => send(OPERATIONS.pushSchedule(request)),
      getReviewSession: async (externalId) => send(OPERATIONS.getReviewSession(externalId)),
      addCollection: async (request) => send(OPERATIONS.addCollection(request)),
      saveUser: async (request) => send(OPERATIONS.saveUser(request)),
      removeInvigilators: async (externalId, userExtIds) => send(OPERATIONS.removeInvigilators(externalId, userExtIds)),
    };
  };
  return {
    ...service(false),
    afterUnsure: service(true),
    close: async () => {
      options.signal?.removeEventListener('abort', stop);
      halt.abort();
      await Promise.all(underWay.values());
      await context.transport.close();
    },
  };
}

async function begin<C>(call: RemoteCall<C>, prefix: string, context: DeliveryContext): Promise<Answer<C>> {
  const path = pathOf(call);
  if (path === undefined) return refuseId();
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const { method } = call.route;
  // A platform may ignore the key, so nothing depends on it. One that knows it repeats its answer to a second attempt.
  const key = method === 'POST' ? randomUUID() : undefined;
  const drop = call.isReadOnly ? context.halt : undefined;
  const wire = { method, path: prefix + path, body, fresh: !call.isRepeatable, key, drop };
  const { secrets } = call;
  return deliver(call, wire, secrets?.length ? { ...context, excerpts: context.excerpts.and(secrets) } : context);
}

function refuseId(): Answer<never> {
  const error = { Code: null, Error: 'The external id cannot be part of an address', Field: 'externalId' };
  return { ...refuse(400, [error]), delivery: { timesSent: 0, certainty: 'answered' } };
}

function createContext(
  options: RemoteServiceOptions,
  halt: AbortSignal,
): { readonly context: DeliveryContext; readonly prefix: string } {
  const { token, timeoutMs, retries, concurrency, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  const address = parseBaseUrl(options.baseUrl, options.insecureHttp);
  const clock = { ...systemClock, ...options.clock };
  const transport = createTransport({
    origin: address.origin,
    token,
    connections: concurrency,
    timeoutMs,
    maxAnswerBytes,
    ca: options.ca ?? readCaFile(options.caFile),
    proxy: findProxy(address, options.env ?? {}),
  });
  const context: DeliveryContext = {
    transport,
    pace: new Pace({ concurrency, ratePerSecond: options.ratePerSecond, clock, halt }),
    clock,
    limits: { retries, retryBudgetMs: options.retryBudgetMs ?? RETRY_BUDGET_MS },
    halt,
    origin: address.origin,
    excerpts: createExcerpts(token),
    onWait: options.onWait ?? (() => undefined),
  };
  return { context, prefix: address.prefix };
}

function readCaFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot read the file of certificate authorities ${file}`, { cause: error });
  }
}
