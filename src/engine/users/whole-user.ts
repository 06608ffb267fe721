/**
 * A short way for a request that names all fields of a user: it is stored as it is, or changes nothing. In all other
 * cases, the request takes the long way, through `saveUser`.
 */

import type { EntityKind } from '../../platform/entities.ts';
import type { WholeUser } from '../../platform/resources/whole-user.ts';
import type { StoreTransaction } from '../../store/port.ts';
import { readSettings } from '../settings.ts';
import { checkLink, findRoot } from './hierarchies.ts';
import { synchronizationKeyOf } from './put-user.ts';

/** Returns true if the store now has the user as the request says. If not, nothing has changed. */
export function saveWholeUser(state: StoreTransaction, user: WholeUser): boolean {
  const { ExternalId, text } = user;
  if (!isAllowed(state, user)) return false;
  if (state.hasText('Users', ExternalId, text)) return true;
  const [name, key] = [user.UserName, synchronizationKeyOf(user)];
  const isKnown = (kind: EntityKind, id: string | undefined) => id !== undefined && state.get(kind, id) !== undefined;
  if (isKnown('Users', ExternalId) || isKnown('UserNames', name) || isKnown('SynchronizationKeys', key)) return false;
  state.put('Users', ExternalId, text);
  if (name !== undefined) state.put('UserNames', name, { ExternalId });
  if (key !== undefined) state.put('SynchronizationKeys', key, { ExternalId });
  return true;
}

/** Whether the platform may create and update users, and has the role and the hierarchies. */
function isAllowed(state: StoreTransaction, { Role, hierarchies }: WholeUser): boolean {
  const { UserMode = 'upsert' } = readSettings(state);
  if (UserMode !== 'upsert' || findRoot(state) === undefined || state.get('Roles', Role)?.Title !== Role) return false;
  return hierarchies.every((id) => checkLink(state, { ExternalId: id }) === undefined);
}
