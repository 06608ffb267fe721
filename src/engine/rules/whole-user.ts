/**
 * Requests that say all of a user: a new one is stored as the request is written, and one that is stored so stays as it is.
 * Where it can be told without doubt, nothing is merged, and the stored user is not even parsed.
 */
import type { UserEntity } from '../../platform/entities.ts';
import { passedText } from '../../platform/fields/check.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import type { StoreTransaction } from '../../store/port.ts';
import { checkLink } from './hierarchies.ts';

export interface WholeUser {
  /** The request, as it is stored. */
  readonly user: UserEntity;
  /** The same as JSON. */
  readonly text: string;
  readonly isStored: boolean;
}

/** `undefined` where the request has to be merged with what is stored. */
export function findWholeUser(state: StoreTransaction, request: UserRequest): WholeUser | undefined {
  const text = passedText(request);
  if (text === undefined || !saysAll(request, text)) return undefined;
  const { ExternalId, Role, Hierarchies = [] } = request;
  if (!ExternalId || !Role || state.get('Roles', Role)?.Title !== Role) return undefined;
  if (Hierarchies?.some((link) => checkLink(state, link) !== undefined)) return undefined;
  const stored = request.Hierarchies === undefined ? `${text.slice(0, -1)},"Hierarchies":[]}` : text;
  const isStored = state.holds('Users', ExternalId, stored);
  if (!isStored && state.get('Users', ExternalId) !== undefined) return undefined;
  return { user: { ...request, Hierarchies } as UserEntity, text: stored, isStored };
}

/** Whether no field clears or keeps what is stored. The form has checked that no hierarchy comes twice. */
function saysAll(request: UserRequest, text: string): boolean {
  const { Password, SpecialNeeds, ReasonableAdjustmentPercentage, Hierarchies } = request;
  // A null, or a text in which this stands.
  if (Password !== undefined || text.includes('null')) return false;
  if (ReasonableAdjustmentPercentage !== undefined && SpecialNeeds !== true) return false;
  return Hierarchies?.every(({ Action }) => Action === undefined) !== false;
}
