/** Reads the entries of a kind in batches, so that others can write in between. */
import type { Entities, ShownKind } from '../../platform/entities.ts';
import type { Store, StoreView } from '../../store/port.ts';
import { listIds } from '../inspect.ts';

/** Entities in one batch. They fit into memory, and one query for each entity would take longer than reading it. */
const BATCH_SIZE = 500;

type Reader = Pick<Store, 'read'>;
type Find<T> = (view: StoreView, id: string) => T | undefined;

/** All entries of a kind, in the order of their ids. */
export async function* readEntries<T>(store: Reader, kind: ShownKind, find: Find<T>): AsyncGenerator<T> {
  yield* readThese(store, await store.read((view) => listIds(view, kind)), find);
}

export async function* readThese<T>(store: Reader, ids: readonly string[], find: Find<T>): AsyncGenerator<T> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    yield* await store.read((view) => batch.flatMap((id) => find(view, id) ?? []));
  }
}

/** Finds the entity as it is stored. */
export function findEntity<K extends keyof Entities>(kind: K): Find<Entities[K]> {
  return (view, id) => view.get(kind, id);
}
