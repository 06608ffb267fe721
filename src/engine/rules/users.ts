/** Storing users with the indices by which they are found. */
import type { UserEntity } from '../../platform/entities.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import type { PasswordHasher } from '../dependencies.ts';
import { omit } from './merge.ts';

/** Stores a user in place of `previous`, and keeps the indices of user names and synchronisation keys in step. */
export function putUser(transaction: StoreTransaction, user: UserEntity, previous: UserEntity | undefined): void {
  transaction.put('Users', user.ExternalId, user);
  moveIndex(transaction, 'UserNames', user.ExternalId, user.UserName, previous?.UserName);
  const [key, previousKey] = [synchronizationKeyOf(user), previous && synchronizationKeyOf(previous)];
  moveIndex(transaction, 'SynchronizationKeys', user.ExternalId, key, previousKey);
}

/** Gives up a user's name and key, for others to take. */
export function releaseIndices(transaction: StoreTransaction, user: UserEntity): void {
  if (user.UserName) transaction.delete('UserNames', user.UserName);
  const key = synchronizationKeyOf(user);
  if (key) transaction.delete('SynchronizationKeys', key);
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

/** The user with the hash of a password that was given: none keeps the stored one, `null` clears it. */
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
  if (previous && previous !== value) transaction.delete(kind, previous);
  if (value) transaction.put(kind, value, { ExternalId: externalId });
}
