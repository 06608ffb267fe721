/** Reads what a store has of a kind, some at a time: others may write meanwhile. */
import type { Entities, ShownKind } from '../../platform/entities.ts';
import type { Store, StoreView } from '../../store/port.ts';
import { listIds } from '../inspect.ts';

/** So many entities of a store fit into memory, and asking for each alone would take longer than reading it. */
const READ_TOGETHER = 500;

type Reader = Pick<Store, 'read'>;
type Find<T> = (view: StoreView, id: string) => T | undefined;

/** In the order of their ids. */
export async function* readEntries<T>(store: Reader, kind: ShownKind, find: Find<T>): AsyncGenerator<T> {
  yield* readThese(store, await store.read((view) => listIds(view, kind)), find);
}

export async function* readThese<T>(store: Reader, ids: readonly string[], find: Find<T>): AsyncGenerator<T> {
  for (let from = 0; from < ids.length; from += READ_TOGETHER) {
    const some = ids.slice(from, from + READ_TOGETHER);
    yield* await store.read((view) => some.flatMap((id) => find(view, id) ?? []));
  }
}

/** The entity itself, as it is stored. */
export function findEntity<K extends keyof Entities>(kind: K): Find<Entities[K]> {
  return (view, id) => view.get(kind, id);
}
