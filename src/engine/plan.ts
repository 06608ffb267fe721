/** Decides requests on a plan of the store, which is then committed or dropped: for bulk runs and dry runs. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Answer } from '../platform/envelope.ts';
import type { Decided, PlannedRequest, RequestPlan } from '../platform/service.ts';
import type { StorePlan, StoreTransaction, StoreView } from '../store/port.ts';
import type { EngineDependencies, PasswordHasher } from './dependencies.ts';
import { summariseChanges } from './effect.ts';
import { createService } from './engine.ts';
import { decideIn, type PlatformRequest, type Rules, rulesOf } from './request.ts';
import { createSlowFacts, doAll, type SlowFacts } from './slow-facts.ts';

/** A request that was made and waits for its decision. */
interface PreparedRequest {
  readonly request: PlatformRequest<unknown>;
  readonly rules: Rules;
  readonly resolve: (answer: Answer<never>) => void;
  /** Resolves after `resolve`, with the answer as the caller of the service gets it. */
  readonly answer: Promise<Answer<unknown>>;
}

/** Starts a plan. In a dry run, nothing can be committed, and passwords get no real hash. */
export function createPlan(given: EngineDependencies, dryRun: boolean): RequestPlan {
  const dependencies = dryRun ? { ...given, passwords: withoutHashing(given.passwords) } : given;
  const { store, newId, newToken } = dependencies;
  const plan = store.plan();
  return {
    decide: async (planned, signal) => {
      const facts = createSlowFacts(dependencies);
      const prepare = createPrepare({ newId, newToken, hashOf: facts.hashOf, canLoad: facts.canLoad, isPlan: true });
      const requests = planned.map(prepare);
      const decided = await decideAll({ plan, facts, requests, signal });
      for (const [at, { answer }] of decided.entries()) requests[at]?.resolve(answer as Answer<never>);
      const answers = await Promise.all(requests.map(({ answer }) => answer));
      return decided.map(({ answer, effect }, at) => ({ answer: answers[at] ?? answer, effect }));
    },
    get size() {
      return plan.size;
    },
    commit: () => plan.commit(),
    end: () => plan.end(),
  };
}

interface Batch {
  readonly plan: StorePlan;
  readonly facts: SlowFacts;
  readonly requests: readonly PreparedRequest[];
  readonly signal: AbortSignal;
}

/** Slow facts are found for all requests side by side, and again for those that depend on earlier requests. */
async function decideAll({ plan, facts, requests, signal }: Batch): Promise<readonly Decided[]> {
  const decided: Decided[] = [];
  while (decided.length < requests.length) {
    const left = requests.slice(decided.length);
    let missing: (() => Promise<void>)[] = [];
    // A request is decided if it and all before it lack no facts.
    const works = left.map((one, index) => (transaction: StoreTransaction) => {
      // A database runs the works again once it has loaded what they read.
      if (index === 0) missing = [];
      missing.push(...missingFor(transaction, one, facts));
      return missing.length > 0 ? undefined : decideOne(transaction, one);
    });
    const keys = () => left.flatMap(({ request }) => request.keys?.() ?? []);
    for (const one of await plan.run(works, keys)) if (one !== undefined) decided.push(one);
    await doAll(missing, signal);
  }
  return decided;
}

function missingFor(view: StoreView, { request }: PreparedRequest, facts: SlowFacts) {
  return request.neededFacts === undefined ? [] : facts.missing(view, request.neededFacts);
}

function decideOne(transaction: StoreTransaction, { request, rules }: PreparedRequest): Decided {
  const answer = decideIn(transaction, request, rules);
  const { schedule } = request;
  const pushed = () => (schedule ? transaction.get('Schedules', schedule) : undefined);
  return { answer, effect: summariseChanges(transaction.changes(), pushed) };
}

/** Turns a call of the service into the request that it makes. */
function createPrepare(rules: Rules): (ask: PlannedRequest) => PreparedRequest {
  let waiting: Pick<PreparedRequest, 'request' | 'resolve'>[] = [];
  const service = createService(
    (request) => new Promise((resolve) => waiting.push({ request, resolve: resolve as PreparedRequest['resolve'] })),
  );
  return (ask) => {
    waiting = [];
    const answer = ask(service);
    const [prepared, another] = waiting;
    if (prepared === undefined || another)
      throw new Error('ask must call one operation, and only once, before it waits');
    return { ...prepared, rules: rulesOf(rules), answer };
  };
}

const KEY_BYTES = 32;
const MARK = 'not hashed: ';

/** Hashing is slow on purpose, and useless for a dry run. Nobody can guess a password from its mark. */
function withoutHashing(hasher: PasswordHasher): PasswordHasher {
  const key = randomBytes(KEY_BYTES);
  const markOf = (password: string) => MARK + createHmac('sha256', key).update(password).digest('base64url');
  return {
    hash: async (password) => markOf(password),
    matches: async (known, password) =>
      known.startsWith(MARK) ? known === markOf(password) : hasher.matches(known, password),
  };
}
