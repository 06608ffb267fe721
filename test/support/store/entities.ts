import type { Entities, EntityKind } from '../../../src/platform/entities.ts';
import type { Store, StoreView } from '../../../src/store/port.ts';

/** Uses any JSON object as an entity, since stores accept any object. */
export function entity<K extends EntityKind = 'Users'>(value: object): Entities[K] {
  return value as unknown as Entities[K];
}

export function idsOf(view: StoreView, kind: EntityKind): string[] {
  return [...view.ids(kind)];
}

export async function putUser(store: Store, id: string, value: object): Promise<void> {
  await store.transact((transaction) => transaction.put('Users', id, entity(value)));
}

export async function getUser(store: Store, id: string): Promise<unknown> {
  return store.read((view) => view.get('Users', id));
}

/** Returns every entity of a state, by kind and id. */
export function contentOfView(view: StoreView): Record<string, Map<string, unknown>> {
  const content: Record<string, Map<string, unknown>> = {};
  for (const kind of ['Schedules', 'Settings', 'Users'] as const) {
    content[kind] = new Map(idsOf(view, kind).map((id) => [id, view.get(kind, id)]));
  }
  return content;
}

/** Returns every entity of a store, by kind and id. */
export async function contentOf(store: Store): Promise<Record<string, Map<string, unknown>>> {
  return store.read(contentOfView);
}
