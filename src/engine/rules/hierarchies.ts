/** The tree of hierarchies (groups). */
import type { Hierarchy } from '../../platform/catalogue.ts';
import { ROOT_ID } from '../../platform/entities.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';

/** The hierarchy without a parent. */
export async function findRoot(view: StoreView): Promise<Hierarchy | undefined> {
  const reference = await view.get('RootHierarchy', ROOT_ID);
  return reference && view.get('Hierarchies', reference.ExternalId);
}

export function isActive({ IsActive }: Hierarchy): boolean {
  return IsActive !== false;
}

export function allowsPermissions({ AllowsPermissions }: Hierarchy): boolean {
  return AllowsPermissions !== false;
}

/** Stores a hierarchy, and keeps in mind which one is the root: the first, unless it is put below another. */
export async function putHierarchy(transaction: StoreTransaction, hierarchy: Hierarchy): Promise<void> {
  transaction.put('Hierarchies', hierarchy.ExternalId, hierarchy);
  if (!isRoot(hierarchy)) return;
  const root = await findRoot(transaction);
  if (root !== undefined && isRoot(root)) return;
  transaction.put('RootHierarchy', ROOT_ID, { ExternalId: hierarchy.ExternalId });
}

export function isRoot({ ParentExternalId }: Hierarchy): boolean {
  return ParentExternalId === null || ParentExternalId === undefined;
}
