/** The tree of hierarchies (groups), and the links of users with them. */
import type { Hierarchy } from '../../platform/catalogue.ts';
import { type ConditionRule, codeOf } from '../../platform/conditions/index.ts';
import { ROOT_ID, type UserEntity } from '../../platform/entities.ts';
import type { GroupError, UserHierarchy } from '../../platform/resources/user.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import { mergeFields, omit } from '../merge.ts';

/** The hierarchy without a parent. */
export function findRoot(view: StoreView): Hierarchy | undefined {
  const reference = view.get('RootHierarchy', ROOT_ID);
  return reference && view.get('Hierarchies', reference.ExternalId);
}

export function isActive({ IsActive }: Hierarchy): boolean {
  return IsActive !== false;
}

function allowsPermissions({ AllowsPermissions }: Hierarchy): boolean {
  return AllowsPermissions !== false;
}

/** Stores a hierarchy. The first one without a parent becomes the root, until it gets a parent. */
export function putHierarchy(transaction: StoreTransaction, hierarchy: Hierarchy): void {
  transaction.put('Hierarchies', hierarchy.ExternalId, hierarchy);
  if (!isRoot(hierarchy)) return;
  const root = findRoot(transaction);
  if (root !== undefined && isRoot(root)) return;
  transaction.put('RootHierarchy', ROOT_ID, { ExternalId: hierarchy.ExternalId });
}

export function isRoot({ ParentExternalId }: Hierarchy): boolean {
  return ParentExternalId === null || ParentExternalId === undefined;
}

type StoredLink = NonNullable<UserEntity['Hierarchies']>[number];

/**
 * Applies the requested links to the stored ones. Returns errors 131, 133 and 1134, and leaves out the links that have
 * them.
 */
export function linkHierarchies(
  view: StoreView,
  stored: readonly StoredLink[],
  requested: readonly UserHierarchy[],
): { hierarchies: StoredLink[]; errors: GroupError[] } {
  const links = new Map(stored.map((link) => [link.ExternalId, link]));
  const errors: GroupError[] = [];
  for (const request of requested) {
    const error = checkLink(view, request);
    if (error) errors.push(error);
    else if (request.Action === 'DELETE') links.delete(request.ExternalId);
    else links.set(request.ExternalId, mergeFields(links.get(request.ExternalId), request, ACTION));
  }
  return { hierarchies: [...links.values()], errors };
}

const ACTION: ReadonlySet<string> = new Set<keyof UserHierarchy>(['Action']);

/** Checks conditions 131, 133 and 1134. */
function checkLink(view: StoreView, link: UserHierarchy): GroupError | undefined {
  const hierarchy = view.get('Hierarchies', link.ExternalId);
  if (hierarchy === undefined) return groupError(link, 'user.hierarchy.not-found', 'Hierarchy not found');
  if (link.Action === 'DELETE') return undefined;
  if (!isActive(hierarchy)) return groupError(link, 'user.hierarchy.inactive', 'Hierarchy must be active');
  if (setsPermission(link) && !allowsPermissions(hierarchy)) {
    return groupError(link, 'user.hierarchy.permissions', 'Permissions cannot be set for the hierarchy');
  }
  return undefined;
}

function setsPermission(link: UserHierarchy): boolean {
  return Object.values(omit(link, 'ExternalId', 'Action')).some((value) => value === true);
}

function groupError({ ExternalId }: UserHierarchy, rule: ConditionRule, message: string): GroupError {
  return { ExternalId, Code: codeOf(rule), Error: message };
}
