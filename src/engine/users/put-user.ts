/** Stores users, and keeps the indices of user names and synchronisation keys. */
import { mask } from '../../base/text/mask.ts';
import type { UserEntity } from '../../platform/entities.ts';
import type { EntityKey, StoreTransaction, StoreView } from '../../store/port.ts';
import { omit } from '../merge.ts';

/** The fields that have an index. */
interface IndexedFields {
  readonly UserName?: string | null | undefined;
  readonly SynchronizationKey?: string | null | undefined;
}

/** Stores a user in place of `previous`, and updates the indices. */
export function putUser(transaction: StoreTransaction, user: UserEntity, previous: UserEntity | undefined): void {
  transaction.put('Users', user.ExternalId, user);
  moveIndex(transaction, 'UserNames', user.ExternalId, user.UserName, previous?.UserName);
  const [key, previousKey] = [synchronizationKeyOf(user), previous && synchronizationKeyOf(previous)];
  moveIndex(transaction, 'SynchronizationKeys', user.ExternalId, key, previousKey);
}

/** Releases a user's name and key, so that other users can take them. */
export function releaseIndices(transaction: StoreTransaction, user: UserEntity): void {
  if (user.UserName) transaction.delete('UserNames', user.UserName);
  const key = synchronizationKeyOf(user);
  if (key) transaction.delete('SynchronizationKeys', key);
}

/** The entities that a request for a user reads: the user, and the index entries of the name and the key. */
export function keysOfUser(user: IndexedFields & { readonly ExternalId?: string | null | undefined }): EntityKey[] {
  const ids = [
    ['Users', user.ExternalId],
    ['UserNames', user.UserName],
    ['SynchronizationKeys', synchronizationKeyOf(user)],
  ] as const;
  return ids.flatMap(([kind, id]) => (id ? [{ kind, id }] : []));
}

/** A synchronisation key is a GUID, which is compared without regard to case. */
export function synchronizationKeyOf({
  SynchronizationKey,
}: Pick<IndexedFields, 'SynchronizationKey'>): string | undefined {
  return SynchronizationKey?.toLowerCase();
}

/** Names another user who has the name or key: the id, and the name behind masks. */
export function holderOf(
  view: StoreView,
  kind: 'UserNames' | 'SynchronizationKeys',
  value: string | null | undefined,
  externalId: string,
): string | undefined {
  if (value === null || value === undefined) return undefined;
  const holder = view.get(kind, value);
  return holder === undefined || holder.ExternalId === externalId ? undefined : maskedUser(view, holder.ExternalId);
}

/** The id of a user, and the name behind masks. */
export function maskedUser(view: StoreView, id: string): string {
  const user = view.get('Users', id);
  const name = [user?.FirstName, user?.LastName].filter((part) => part).map((part) => mask(part ?? ''));
  return [id, name.join(' ')].filter((part) => part !== '').join(', ');
}

/** The user with the new hash. A request without a password keeps the stored hash, and `null` clears it. */
export function withPassword(
  user: UserEntity,
  password: string | null | undefined,
  hash: string | undefined,
): UserEntity {
  if (password === null) return omit(user, 'PasswordHash');
  return hash === undefined ? user : { ...user, PasswordHash: hash };
}

function moveIndex(
  transaction: StoreTransaction,
  kind: 'UserNames' | 'SynchronizationKeys',
  externalId: string,
  value: string | null | undefined,
  previous: string | null | undefined,
): void {
  if (value === previous) return;
  if (previous) transaction.delete(kind, previous);
  if (value) transaction.put(kind, value, { ExternalId: externalId });
}
