/** Requests that are decided now and kept later: of a bulk run that reads its file once, and of a dry run. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Answer } from '../platform/envelope.ts';
import type { Decided, RequestPlan } from '../platform/service.ts';
import type { StoreTransaction } from '../store/port.ts';
import type { EngineDependencies, PasswordHasher } from './dependencies.ts';
import { summariseChanges } from './effect.ts';
import { createService } from './engine.ts';
import { decideIn, type PlatformRequest, type Rules, rulesOf } from './request.ts';
import { createSlowFacts, doAll, type Placeholders } from './slow-facts.ts';

/** A request that was asked, and waits to be decided. */
interface Asked {
  readonly request: PlatformRequest<unknown>;
  readonly resolve: (answer: Answer<never>) => void;
}

export function createPlan(dependencies: EngineDependencies): RequestPlan {
  const { store, newId, newToken } = dependencies;
  const plan = store.plan();
  const passwords = createPasswordsToHash(dependencies.passwords);
  let size = 0;
  const decide: RequestPlan['decide'] = async (requests, signal) => {
    const { asked, answers } = askAll(requests.map(({ ask }) => ask));
    const facts = createSlowFacts(dependencies, passwords);
    const rules: Rules = { newId, newToken, hashOf: facts.hashOf, canLoad: facts.canLoad, isPlan: true };
    const slow = asked.flatMap(({ request }) => (request.slow === undefined ? [] : [request.slow]));
    const keys = asked.flatMap(({ request }) => request.keys ?? []);
    if (slow.length > 0) {
      const missing = await plan.read((view) => slow.flatMap((one) => facts.missing(view, one)), keys);
      await doAll(missing, signal);
    }
    const works = asked.map(({ request }, index) => {
      const isKept = requests[index]?.isLook !== true;
      const own = rulesOf(rules);
      return (transaction: StoreTransaction) => decideOne(request, transaction, own, isKept);
    });
    const decided = await plan.run(works, keys);
    for (const [index, { answer, isChange }] of decided.entries()) {
      if (isChange) size += 1;
      asked[index]?.resolve(answer as Answer<never>);
    }
    // The run counts on it to know which records a group has.
    if (plan.size !== size) throw new Error(`The store has ${plan.size} changes planned, and the engine ${size}`);
    const told = await Promise.all(answers);
    return told.map((answer, index) => ({ answer, effect: decided[index]?.effect ?? summariseChanges([]) }));
  };
  return {
    decide,
    get size() {
      return size;
    },
    keep: ({ signal, run, beforeKept, onKept }) =>
      plan.keep({
        ...{ signal, onKept, marker: passwords.marker, finish: (texts) => passwords.hashIn(texts, signal) },
        progress: (count) => ({ kind: 'Runs', id: run, entity: { done: beforeKept(count) } }),
      }),
    end: () => plan.end(),
  };
}

/** Each call becomes a request that waits, in the order of the calls. */
function askAll(asks: readonly Parameters<RequestPlan['decide']>[0][number]['ask'][]) {
  const asked: Asked[] = [];
  const service = createService(
    (request) => new Promise((resolve) => asked.push({ request, resolve: resolve as Asked['resolve'] })),
  );
  const answers = asks.map((ask, index) => {
    const answer = ask(service);
    if (asked.length !== index + 1) throw new Error('A request must be asked at once, and only one');
    return answer;
  });
  return { asked, answers };
}

function decideOne(
  request: PlatformRequest<unknown>,
  transaction: StoreTransaction,
  rules: Rules,
  isKept: boolean,
): Decided & { readonly isChange: boolean } {
  const answer = decideIn(transaction, request, rules);
  const changes = transaction.changes();
  if (!isKept) transaction.drop();
  return { answer, effect: summariseChanges(changes), isChange: isKept && changes.length > 0 };
}

interface PasswordsToHash {
  /** What all marks begin with. */
  readonly marker: string;
  /** Puts the hashes in the places of the marks. */
  hashIn(texts: readonly string[], signal: AbortSignal): Promise<string[]>;
}

/**
 * Hashing is slow on purpose, and of what is dropped in the end it would be for nothing. Until then a mark stands for the
 * hash, which is the same for the same password of the same user, and cannot be guessed. The passwords are in memory only.
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
    marker,
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
