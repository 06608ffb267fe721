/** Whether requests that were done side by side could have been done one after the other. */
import { isDeepStrictEqual } from 'node:util';
import { createEngine } from '../../../src/engine/engine.ts';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { EntityKind } from '../../../src/platform/entities.ts';
import type { Answer, Envelope } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';
import type { Store } from '../../../src/store/port.ts';
import { createEnginePlatform, engineDependencies } from '../conformance/engine-platform.ts';
import { createMemoryStore } from '../store/memory-store.ts';

/** A request, and what its sender has heard. */
export interface Heard {
  readonly ask: (service: AssessmentService) => Promise<Answer<unknown>>;
  /** When it was sent and when its answer was there, by the clock of the senders. */
  readonly sent: number;
  readonly answered: number;
  readonly envelope: Envelope<unknown>;
}

/** What the database did at once. */
export interface Commit {
  /** In any order. */
  readonly requests: readonly Heard[];
  /** Of what it wrote, how it was then; undefined where it was deleted. */
  readonly written: readonly (readonly [kind: EntityKind, id: string, entity: unknown])[];
}

/** Undefined where the history has an order; otherwise why it has none, and at which request. */
export type Fault = { readonly why: string; readonly heard: readonly Heard[] } | undefined;

/**
 * Follows a history with one engine in memory, request by request. `commits` are in the order of the database; for the
 * requests of each an order is searched for that gives their answers, and what the commit wrote. Where no fault is found,
 * each answer is the one that this order gives, and no request comes after one that was sent only when it was answered:
 * so the history is strictly serialisable, wherever the order was taken from. `store` is then in the state at the end.
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
    if (order === undefined) return { fault: { why: 'no order gives these answers', heard: commit.requests }, store };
    for (const heard of order) {
      if (heard.answered < lastSent) return { fault: { why: 'it was answered before', heard: [heard] }, store };
      lastSent = Math.max(lastSent, heard.sent);
      await heard.ask(service);
    }
  }
  return { fault: undefined, store };
}

async function findOrder(store: Store, commit: Commit, order: readonly Heard[]): Promise<readonly Heard[] | undefined> {
  const isWhole = order.length === commit.requests.length;
  if (!(await agrees(store, order, isWhole ? commit.written : []))) return undefined;
  if (isWhole) return order;
  for (const next of commit.requests.filter((heard) => !order.includes(heard))) {
    const found = await findOrder(store, commit, [...order, next]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the last one is answered so after the others, and this is then written. Nothing of it is kept. */
async function agrees(store: Store, order: readonly Heard[], written: Commit['written']): Promise<boolean> {
  const plan = store.plan();
  const transact: Store['transact'] = async (work) => (await plan.run([work]))[0] as Awaited<ReturnType<typeof work>>;
  const service = createEngine(engineDependencies({ ...store, transact }));
  let envelope: Envelope<unknown> | undefined;
  for (const { ask } of order) ({ envelope } = await ask(service));
  const held = await plan.read((view) => written.map(([kind, id]) => [kind, id, view.get(kind, id)]));
  await plan.end();
  return isSame(envelope, order.at(-1)?.envelope) && isSame(held, written);
}

/** As JSON, without the random secrets of links. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(asJson(one), asJson(other));
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, (name, inner) => (name === 'StartupLink' ? undefined : inner)));
}

const KINDS = ['Hierarchies', 'Users', 'UserNames', 'Schedules'] as const;

/** Whether two stores hold the same of what the requests change. */
export async function areSame(...stores: readonly [Store, Store]): Promise<boolean> {
  const [one, other] = await Promise.all(
    stores.map((store) =>
      store.read((view) => KINDS.flatMap((kind) => [...view.ids(kind)].map((id) => [kind, id, view.get(kind, id)]))),
    ),
  );
  return isSame(one, other);
}
