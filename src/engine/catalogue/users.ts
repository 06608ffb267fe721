/**
 * Stores the users of a catalogue. A user replaces the stored user with the same id, and may take another's name or
 * key.
 */
import type { Catalogue } from '../../platform/catalogue.ts';
import type { UserEntity } from '../../platform/entities.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import type { StoreTransaction } from '../../store/port.ts';
import { mergeFields, omit } from '../merge.ts';
import type { Problems } from '../request.ts';
import { holderOf, putUser, releaseIndices, synchronizationKeyOf, withPassword } from '../users/put-user.ts';

/** The id of an entry, which defaults to the user name; `undefined` if the entry has neither. */
export function idOfCatalogueUser({ ExternalId, UserName }: UserRequest): string | undefined {
  return ExternalId || UserName || undefined;
}

export function putCatalogueUsers(
  transaction: StoreTransaction,
  problems: Problems,
  { Users }: Catalogue,
  hashes: ReadonlyMap<string, string>,
): void {
  // All users release their names and keys before any user takes one, so that the order of the entries does not matter.
  for (const entry of Users ?? []) releaseStored(transaction, idOfCatalogueUser(entry));
  for (const [index, entry] of (Users ?? []).entries()) {
    const ExternalId = idOfCatalogueUser(entry);
    if (ExternalId === undefined) {
      problems.add(
        'user.external-id.required',
        ['Users', index, 'ExternalId'],
        'A user needs an ExternalId or a UserName',
      );
      continue;
    }
    const user = toEntity(entry, ExternalId, transaction.get('Users', ExternalId), hashes.get(ExternalId));
    if (!checkNames(transaction, problems, user, index)) continue;
    putUser(transaction, user, undefined);
  }
}

function releaseStored(transaction: StoreTransaction, id: string | undefined): void {
  const stored = id === undefined ? undefined : transaction.get('Users', id);
  if (stored !== undefined) releaseIndices(transaction, stored);
}

/** An entry without a password keeps the stored hash: an exported catalogue has no hashes. */
function toEntity(
  entry: UserRequest,
  ExternalId: string,
  previous: UserEntity | undefined,
  hash: string | undefined,
): UserEntity {
  const fields = mergeFields<UserEntity>(undefined, { ...omit(entry, 'Password', 'Hierarchies'), ExternalId });
  const kept = previous?.PasswordHash === undefined ? fields : { ...fields, PasswordHash: previous.PasswordHash };
  const Hierarchies = (entry.Hierarchies ?? []).map((link) => omit(link, 'Action'));
  return { ...withPassword(kept, entry.Password, hash), Hierarchies };
}

function checkNames(transaction: StoreTransaction, problems: Problems, user: UserEntity, index: number): boolean {
  const path = ['Users', index];
  const nameHolder = holderOf(transaction, 'UserNames', user.UserName, user.ExternalId);
  if (nameHolder !== undefined) {
    const message = `Another user (${nameHolder}) has the same UserName`;
    problems.add('user.user-name.taken', [...path, 'UserName'], message);
  }
  const key = synchronizationKeyOf(user);
  const keyHolder = holderOf(transaction, 'SynchronizationKeys', key, user.ExternalId);
  if (keyHolder !== undefined) {
    const message = `Another user (${keyHolder}) has the same SynchronizationKey`;
    problems.add('user.synchronization-key.taken', [...path, 'SynchronizationKey'], message);
  }
  return nameHolder === undefined && keyHolder === undefined;
}
