/** Decides requests now and keeps their changes later: for bulk runs, which read their file once, and for dry runs. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Answer } from '../platform/envelope.ts';
import type { Decided, PlannedRequest, RequestPlan } from '../platform/service.ts';
import type { StorePlan, StoreTransaction } from '../store/port.ts';
import type { EngineDependencies, PasswordHasher } from './dependencies.ts';
import { summariseChanges } from './effect/summarise-changes.ts';
import { createService } from './engine.ts';
import { decideIn, type PlatformRequest, type Rules, rulesOf } from './request.ts';
import { checksPhotos, createSlowFacts, doAll, type Placeholders } from './slow-facts.ts';
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
    const requests = await useLongWayForPhotos(plan, planned);
    const facts = createSlowFacts(dependencies, passwords);
    const prepareOne = createPrepare({ newId, newToken, hashOf: facts.hashOf, canLoad: facts.canLoad, isPlan: true });
    const prepared = requests.map(({ ask, whole }) => (whole === undefined ? prepareOne(ask) : undefined));
    const keys = () =>
      requests.flatMap(({ whole }, at) => (whole ? keysOfUser(whole) : (prepared[at]?.request.keys?.() ?? [])));
    const needed = prepared.flatMap((one) => one?.request.neededFacts ?? []);
    if (needed.length > 0) {
      const missing = await plan.read((view) => needed.flatMap((one) => facts.missing(view, one)), keys);
      await doAll(missing, signal);
    }
    const works = requests.map(({ ask, drops, whole }, at) => (transaction: StoreTransaction) => {
      if (whole !== undefined && saveWholeUser(transaction, whole))
        return conclude(transaction, { answer: undefined, drops });
      const one = prepared[at] ?? prepareOne(ask);
      prepared[at] = one;
      const answer = decideIn(transaction, one.request, one.rules);
      return conclude(transaction, { answer, drops, schedule: one.request.schedule });
    });
    const decided = await plan.run(works, keys);
    for (const { isChange } of decided) if (isChange) size += 1;
    // The run needs the same number to know which records a group has.
    if (plan.size !== size) throw new Error(`The store has ${plan.size} changes planned, and the engine ${size}`);
    for (const [at, { answer }] of decided.entries()) if (answer) prepared[at]?.resolve(answer as Answer<never>);
    const answers = await Promise.all(decided.map(({ answer }, at) => answer && prepared[at]?.answer));
    return decided.map(({ effect }, at) => ({ answer: answers[at], effect }));
  };
  return {
    decide,
    get size() {
      return size;
    },
    keep: ({ signal, run, beforeKept, onKept }) =>
      plan.keep({
        ...{ signal, onKept, marker: passwords.marker(), finish: (texts) => passwords.hashIn(texts, signal) },
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

/** Turns a call of the service into the request that it makes. */
function createPrepare(rules: Rules): (ask: Ask) => PreparedRequest {
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

function conclude(
  transaction: StoreTransaction,
  { answer, drops, schedule }: ToConclude,
): Decided & { readonly isChange: boolean } {
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
    has: (hash) => hash.startsWith(marker),
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
