/** The engine on a store in memory, with access to all of its entities. */
import { expect } from 'vitest';
import { type LoadResult, loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.ts';
import type { EngineDependencies } from '../../../src/engine/dependencies.ts';
import { summariseChanges } from '../../../src/engine/effect.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { type Decide, decideIn } from '../../../src/engine/request.ts';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { Entities, EntityKind } from '../../../src/platform/entities.ts';
import type { AssessmentService, Effect } from '../../../src/platform/service.ts';
import type { Change, Store } from '../../../src/store/port.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { engineDependencies } from '../../support/conformance/engine-platform.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

export interface TestEngine {
  readonly store: Store;
  readonly service: AssessmentService;
  /** The changes of the last successful transaction. */
  readonly lastEffect: () => Effect;
  /** The number of successful transactions. */
  readonly commits: () => number;
  load(document: unknown): Promise<LoadResult>;
  entity<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  state(): Promise<State>;
}

/** `onCommit` is called with the net changes of each successful transaction, also if there are none. */
function watched(store: Store, onCommit: (changes: readonly Change[]) => void): Store {
  return {
    ...store,
    transact: async (work) => {
      const { result, changes } = await store.transact((transaction) => {
        return { result: work(transaction), changes: transaction.changes() };
      });
      onCommit(changes);
      return result;
    },
  };
}

/** Returns every entity by kind and id, with the indices. */
export type State = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export async function createTestEngine(
  catalogue: Catalogue = BASE_CATALOGUE,
  changes: Partial<EngineDependencies> = {},
): Promise<TestEngine> {
  let [last, commits]: [readonly Change[], number] = [[], 0];
  let pushed: Entities['Schedules'] | undefined;
  const decide: Decide = (transaction, request, rules) => {
    const answer = decideIn(transaction, request, rules);
    pushed = request.schedule === undefined ? undefined : transaction.get('Schedules', request.schedule);
    return answer;
  };
  const store = watched(createMemoryStore(), (found) => {
    last = found;
    commits += 1;
  });
  const dependencies = { ...engineDependencies(store), ...changes };
  const load = (document: unknown) => loadCatalogue(dependencies, document);
  expect(await load(catalogue)).toHaveProperty('loaded');
  return {
    store,
    load,
    service: createEngine(dependencies, decide),
    lastEffect: () => summariseChanges(last, () => pushed),
    commits: () => commits,
    entity: (kind, id) => store.read((view) => view.get(kind, id)),
    state: () => stateOf(store),
  };
}

export async function stateOf(store: Pick<Store, 'read'>): Promise<State> {
  return store.read((view) => {
    const state = new Map<string, Record<string, unknown>>();
    for (const kind of KINDS) {
      const entities = new Map<string, unknown>();
      for (const id of view.ids(kind)) entities.set(id, view.get(kind, id));
      state.set(kind, Object.fromEntries(entities));
    }
    return Object.fromEntries(state);
  });
}

const KINDS = [
  ...(['Settings', 'Roles', 'Hierarchies', 'RootHierarchy', 'Users', 'UserNames', 'SynchronizationKeys'] as const),
  ...(['Assessments', 'ProctoringTemplates', 'Taxonomies', 'Objectives', 'Collections', 'Schedules'] as const),
  'ReviewSessions',
] as const satisfies readonly EntityKind[];

/** The rules of the problems with which a catalogue was refused. */
export function rulesOf(result: LoadResult): string[] {
  return 'problems' in result ? result.problems.map(({ rule }) => rule) : [];
}
