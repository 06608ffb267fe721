/** Checks that concurrent requests have the same effects as the same requests one after the other. */
import { isDeepStrictEqual } from 'node:util';
import { createEngine } from '../../../src/engine/engine.ts';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { EntityKind } from '../../../src/platform/entities.ts';
import type { Answer, Envelope } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import type { Store } from '../../../src/store/port.ts';
import { createEnginePlatform, engineDependencies } from '../conformance/engine-platform.ts';
import { createMemoryStore } from '../store/memory-store.ts';

/** A request, and the answer that its sender received. */
export interface AnsweredRequest {
  readonly ask: (service: AssessmentService) => Promise<Answer<unknown>>;
  /** The times of sending and of the answer, by the clock of the senders. */
  readonly sent: number;
  readonly answered: number;
  readonly envelope: Envelope<unknown>;
}

/** A commit of the database. */
export interface Commit {
  /** The requests of the commit, in any order. */
  readonly requests: readonly AnsweredRequest[];
  /** The written entities after the commit; `undefined` for a deleted one. */
  readonly written: readonly (readonly [kind: EntityKind, id: string, entity: unknown])[];
}

/** `undefined` if the history has an order; otherwise the reason why not, and the requests. */
export type Fault = { readonly why: string; readonly requests: readonly AnsweredRequest[] } | undefined;

/**
 * Repeats a history with one engine in memory, request by request. `commits` are in the order of the database. For each
 * commit, the search finds an order of its requests that gives the same answers and writes the same entities. A request
 * must not come after a request that was sent after its answer. A history without a fault is strictly serialisable. `store`
 * then has the final state.
 */
export async function followHistory(
  catalogue: Catalogue,
  commits: readonly Commit[],
): Promise<{ readonly fault: Fault; readonly store: Store }> {
  const store = createMemoryStore();
  const { service, reset } = createEnginePlatform(engineDependencies(store));
  await reset(catalogue);
  let lastSent = Number.NEGATIVE_INFINITY;
  for (const commit of commits) {
    const order = await findOrder(store, commit, []);
    if (order === undefined)
      return { fault: { why: 'no order gives these answers', requests: commit.requests }, store };
    for (const request of order) {
      if (request.answered < lastSent) return { fault: { why: 'it was answered before', requests: [request] }, store };
      lastSent = Math.max(lastSent, request.sent);
      await request.ask(service);
    }
  }
  return { fault: undefined, store };
}

async function findOrder(
  store: Store,
  commit: Commit,
  order: readonly AnsweredRequest[],
): Promise<readonly AnsweredRequest[] | undefined> {
  const isWhole = order.length === commit.requests.length;
  if (!(await agrees(store, order, isWhole ? commit.written : []))) return undefined;
  if (isWhole) return order;
  for (const next of commit.requests.filter((request) => !order.includes(request))) {
    const found = await findOrder(store, commit, [...order, next]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the last request gets the same answer after the others, and the same entities are written. Keeps no change. */
async function agrees(store: Store, order: readonly AnsweredRequest[], written: Commit['written']): Promise<boolean> {
  const plan = store.plan();
  const transact: Store['transact'] = async (work) => (await plan.run([work]))[0] as Awaited<ReturnType<typeof work>>;
  const service = createEngine(engineDependencies({ ...store, transact }));
  let envelope: Envelope<unknown> | undefined;
  for (const { ask } of order) ({ envelope } = await ask(service));
  const stored = await plan.read((view) => written.map(([kind, id]) => [kind, id, view.get(kind, id)]));
  await plan.end();
  return isSame(envelope, order.at(-1)?.envelope) && isSame(stored, written);
}

/** Compares as JSON, without the random secrets of links. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(asJson(one), asJson(other));
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, (name, inner) => (name === 'StartupLink' ? undefined : inner)));
}

const KINDS = ['Hierarchies', 'Users', 'UserNames', 'Schedules'] as const;

/** Whether two stores have the same entities of the kinds that the requests change. */
export async function areSame(...stores: readonly [Store, Store]): Promise<boolean> {
  const [one, other] = await Promise.all(
    stores.map((store) =>
      store.read((view) => KINDS.flatMap((kind) => [...view.ids(kind)].map((id) => [kind, id, view.get(kind, id)]))),
    ),
  );
  return isSame(one, other);
}
