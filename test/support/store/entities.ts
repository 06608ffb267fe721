import type { Entities, EntityKind } from '../../../src/platform/entities.ts';
import type { Store, StoreView } from '../../../src/store/port.ts';

/** Stores take any JSON object; this passes one off as an entity of the contract. */
export function entity<K extends EntityKind = 'Users'>(value: object): Entities[K] {
  return value as unknown as Entities[K];
}

export async function idsOf(view: StoreView, kind: EntityKind): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of view.ids(kind)) ids.push(id);
  return ids;
}

export async function putUser(store: Store, id: string, value: object): Promise<void> {
  await store.transact(async (transaction) => transaction.put('Users', id, entity(value)));
}

export async function getUser(store: Store, id: string): Promise<unknown> {
  return store.read((view) => view.get('Users', id));
}

/** Every entity that a store holds, by kind and id. */
export async function contentOf(store: Store): Promise<Record<string, Map<string, unknown>>> {
  return store.read(async (view) => {
    const content: Record<string, Map<string, unknown>> = {};
    for (const kind of ['Schedules', 'Settings', 'Users'] as const) {
      const entities = new Map<string, unknown>();
      for (const id of await idsOf(view, kind)) entities.set(id, await view.get(kind, id));
      content[kind] = entities;
    }
    return content;
  });
}
