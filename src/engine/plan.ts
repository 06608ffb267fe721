/** Decides requests now and keeps their changes later: for bulk runs, which read their file once, and for dry runs. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Answer } from '../platform/envelope.ts';
import type { Decided, PlannedRequest, RequestPlan } from '../platform/service.ts';
import type { EntityKey, StorePlan, StoreTransaction } from '../store/port.ts';
import type { EngineDependencies, PasswordHasher } from './dependencies.ts';
import { summariseChanges } from './effect/summarise-changes.ts';
import { createService } from './engine.ts';
import { decideIn, type PlatformRequest, type Rules, rulesOf } from './request.ts';
import { checksPhotos, createSlowFacts, doAll, type Placeholders, type SlowFacts } from './slow-facts.ts';
import { keysOfUser } from './users/put-user.ts';
import { saveWholeUser } from './users/whole-user.ts';

type Ask = PlannedRequest['ask'];

/** A request that was made and waits for its decision. */
interface PreparedRequest {
  readonly request: PlatformRequest<unknown>;
  readonly rules: Rules;
  readonly resolve: (answer: Answer<never>) => void;
  /** Resolves after `resolve`, with the answer as the caller of the service gets it. */
  readonly answer: Promise<Answer<unknown>>;
}

export function createPlan(dependencies: EngineDependencies): RequestPlan {
  const { store, newId, newToken } = dependencies;
  const plan = store.plan();
  const passwords = createPasswordsToHash(dependencies.passwords);
  let size = 0;
  const decide: RequestPlan['decide'] = async (planned, signal) => {
    const facts = createSlowFacts(dependencies, passwords);
    const prepare = createPrepare({ newId, newToken, hashOf: facts.hashOf, canLoad: facts.canLoad, isPlan: true });
    const requests = (await useLongWayForPhotos(plan, planned)).map((one) => takeUp(one, prepare));
    const keys = () => requests.flatMap(keysOf);
    await findFacts(plan, facts, { requests, keys, signal });
    const works = requests.map((one) => (transaction: StoreTransaction) => decideOne(transaction, one, prepare));
    const decided = await plan.run(works, keys);
    for (const { isChange } of decided) if (isChange) size += 1;
    // The run needs the same number to know which records a group has.
    if (plan.size !== size) throw new Error(`The store has ${plan.size} changes planned, and the engine ${size}`);
    for (const [at, { answer }] of decided.entries())
      if (answer) requests[at]?.prepared?.resolve(answer as Answer<never>);
    const answers = await Promise.all(decided.map(({ answer }, at) => answer && requests[at]?.prepared?.answer));
    return decided.map(({ effect }, at) => ({ answer: answers[at], effect }));
  };
  return {
    decide,
    get size() {
      return size;
    },
    keep: ({ signal, run, beforeKept, onKept }) =>
      plan.keep({
        signal,
        onKept,
        marker: passwords.marker(),
        finish: (texts) => passwords.hashIn(texts, signal),
        progress: (count) => ({ kind: 'Runs', id: run, entity: { done: beforeKept(count) } }),
      }),
    end: () => plan.end(),
  };
}

/** A request whose photo must be loaded takes the long way, by `ask`, since the load is slow. */
async function useLongWayForPhotos(
  plan: StorePlan,
  requests: readonly PlannedRequest[],
): Promise<readonly PlannedRequest[]> {
  const hasPhoto = ({ whole }: PlannedRequest) => whole?.Photo !== undefined;
  if (!requests.some(hasPhoto) || !(await plan.read(checksPhotos))) return requests;
  return requests.map((one) => (hasPhoto(one) ? { ...one, whole: undefined } : one));
}

/** A planned request, and what its `ask` has made. That of a request with all fields of a user is called late. */
interface TakenUp {
  readonly planned: PlannedRequest;
  prepared: PreparedRequest | undefined;
}

type Prepare = (ask: Ask) => PreparedRequest;

function takeUp(planned: PlannedRequest, prepare: Prepare): TakenUp {
  return { planned, prepared: planned.whole === undefined ? prepare(planned.ask) : undefined };
}

function keysOf({ planned: { whole }, prepared }: TakenUp): readonly EntityKey[] {
  return whole ? keysOfUser(whole) : (prepared?.request.keys?.() ?? []);
}

/** Finds the slow facts that the requests need and that are not known yet. */
async function findFacts(plan: StorePlan, facts: SlowFacts, { requests, keys, signal }: FactsOptions): Promise<void> {
  const needed = requests.flatMap(({ prepared }) => prepared?.request.neededFacts ?? []);
  if (needed.length === 0) return;
  const missing = await plan.read((view) => needed.flatMap((one) => facts.missing(view, one)), keys);
  await doAll(missing, signal);
}

interface FactsOptions {
  readonly requests: readonly TakenUp[];
  readonly keys: () => readonly EntityKey[];
  readonly signal: AbortSignal | undefined;
}

function decideOne(transaction: StoreTransaction, one: TakenUp, prepare: Prepare): Concluded {
  const { ask, drops, whole } = one.planned;
  if (whole !== undefined && saveWholeUser(transaction, whole))
    return conclude(transaction, { answer: undefined, drops });
  one.prepared ??= prepare(ask);
  const { request, rules } = one.prepared;
  return conclude(transaction, { answer: decideIn(transaction, request, rules), drops, schedule: request.schedule });
}

/** Turns a call of the service into the request that it makes. */
function createPrepare(rules: Rules): Prepare {
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

interface ToConclude extends Pick<PlatformRequest<unknown>, 'schedule'>, Pick<PlannedRequest, 'drops'> {
  readonly answer: Answer<unknown> | undefined;
}

interface Concluded extends Decided {
  readonly isChange: boolean;
}

function conclude(transaction: StoreTransaction, { answer, drops, schedule }: ToConclude): Concluded {
  const changes = transaction.changes();
  const pushed = () => (schedule ? transaction.get('Schedules', schedule) : undefined);
  const effect = summariseChanges(changes, pushed);
  const isDropped = drops?.(effect) === true;
  if (isDropped) transaction.drop();
  return { answer, effect, isChange: !isDropped && changes.length > 0 };
}

interface PasswordsToHash {
  /** The text that all marks begin with; undefined if there are no marks. */
  marker(): string | undefined;
  /** Replaces the marks in the texts with hashes. */
  hashIn(texts: readonly string[], signal: AbortSignal): Promise<string[]>;
}

/**
 * Hashing is slow on purpose, and useless for a plan that is dropped. Until the changes are kept, a mark replaces each
 * hash. The same password of the same user has the same mark, and nobody can guess a mark. The passwords are in memory
 * only.
 */
function createPasswordsToHash(hasher: PasswordHasher): Placeholders & PasswordsToHash {
  const key = randomBytes(KEY_BYTES);
  const marker = `password-${randomBytes(KEY_BYTES).toString('hex')}-`;
  const marks = new RegExp(`${marker}[A-Za-z0-9_-]+`, 'g');
  const passwords = new Map<string, string>();
  const hashes = new Map<string, string>();
  const hash = async (mark: string): Promise<void> => {
    const password = passwords.get(mark);
    if (password === undefined) return;
    hashes.set(mark, await hasher.hash(password));
    passwords.delete(mark);
  };
  return {
    marker: () => (passwords.size === 0 ? undefined : marker),
    has: (text) => text.startsWith(marker),
    of: ({ user, password }) => {
      const mark =
        marker +
        createHmac('sha256', key)
          .update(JSON.stringify([user, password]))
          .digest('base64url');
      passwords.set(mark, password);
      return mark;
    },
    hashIn: async (texts, signal) => {
      const found = new Set(texts.flatMap((text) => text.match(marks) ?? []));
      await doAll(
        [...found].map((mark) => () => hash(mark)),
        signal,
      );
      return texts.map((text) => text.replace(marks, (mark) => hashes.get(mark) ?? mark));
    },
  };
}

const KEY_BYTES = 32;
