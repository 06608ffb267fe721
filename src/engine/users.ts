/** Storing users with the indices by which they are found. */
import type { UserEntity } from '../contract/entities.ts';
import type { StoreTransaction, StoreView } from '../store/port.ts';
import type { PasswordHasher } from './dependencies.ts';

/** Stores a user in place of `previous`, and keeps the indices of user names and synchronisation keys in step. */
export function putUser(transaction: StoreTransaction, user: UserEntity, previous: UserEntity | undefined): void {
  transaction.put('Users', user.ExternalId, user);
  moveIndex(transaction, 'UserNames', user.ExternalId, user.UserName, previous?.UserName);
  const [key, previousKey] = [synchronizationKeyOf(user), previous && synchronizationKeyOf(previous)];
  moveIndex(transaction, 'SynchronizationKeys', user.ExternalId, key, previousKey);
}

/** Guids are compared without regard to case. */
export function synchronizationKeyOf({
  SynchronizationKey,
}: Pick<UserEntity, 'SynchronizationKey'>): string | undefined {
  return SynchronizationKey?.toLowerCase();
}

/** Whether an index names another user than this one. */
export async function isTakenByOther(
  view: StoreView,
  kind: 'UserNames' | 'SynchronizationKeys',
  value: string | null | undefined,
  externalId: string,
): Promise<boolean> {
  if (value === null || value === undefined) return false;
  const holder = await view.get(kind, value);
  return holder !== undefined && holder.ExternalId !== externalId;
}

/**
 * The hash to store for a password, made before the transaction since it is slow. A password that the user has
 * already keeps its hash, so that sending a user again changes nothing.
 */
export async function hashPassword(
  view: StoreView,
  passwords: PasswordHasher,
  externalId: string | null | undefined,
  password: string | null | undefined,
): Promise<string | undefined> {
  if (password === null || password === undefined) return undefined;
  const known = externalId ? (await view.get('Users', externalId))?.PasswordHash : undefined;
  if (known !== undefined && (await passwords.matches(known, password))) return known;
  return passwords.hash(password);
}

function moveIndex(
  transaction: StoreTransaction,
  kind: 'UserNames' | 'SynchronizationKeys',
  externalId: string,
  value: string | null | undefined,
  previous: string | null | undefined,
): void {
  if (previous && previous !== value) transaction.delete(kind, previous);
  if (value) transaction.put(kind, value, { ExternalId: externalId });
}
