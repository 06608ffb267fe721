/**
 * Requests that say all of a user: a new one is stored as the request is written, and one that is stored so stays as it is.
 * Nothing is merged, and nobody need read the whole of it.
 */
import type { PackedText } from '../../base/bytes/packed-text.ts';
import type { UserRequest } from './user.ts';

/** What the rules and the report look at. */
export interface UserLooks {
  readonly ExternalId: string;
  readonly Role: string;
  readonly FirstName?: string | undefined;
  readonly LastName?: string | undefined;
  readonly UserName?: string | undefined;
  readonly SynchronizationKey?: string | undefined;
  readonly Email?: string | undefined;
  readonly Photo?: string | undefined;
  /** Their ids: the links say nothing else. */
  readonly hierarchies: readonly string[];
}

export interface WholeUser extends UserLooks {
  /** The user as JSON, as it is stored. */
  readonly text: PackedText | string;
}

/** Of these fields a look at a request takes what it tells. */
export const WHOLE_USER_FIELDS = [
  ...(['ExternalId', 'Role', 'FirstName', 'LastName', 'UserName', 'SynchronizationKey', 'Email', 'Photo'] as const),
  ...(['Hierarchies', 'Password', 'SpecialNeeds', 'ReasonableAdjustmentPercentage'] as const),
] as const satisfies readonly (keyof UserRequest)[];

type LookedAtUser = Pick<UserRequest, (typeof WHOLE_USER_FIELDS)[number]>;
type WithoutNulls = { readonly [Name in keyof LookedAtUser]: Exclude<LookedAtUser[Name], null> };

/**
 * `undefined` where a field clears or keeps what is stored, or has to be looked at more closely. `hasNull` tells whether
 * any field of the request may be null.
 */
export function lookAtUser(request: LookedAtUser, hasNull: boolean): UserLooks | undefined {
  if (hasNull) return undefined;
  const given = request as WithoutNulls;
  const { ExternalId, Role, Hierarchies: links = [] } = given;
  if (!ExternalId || !Role || given.Password !== undefined) return undefined;
  if (given.ReasonableAdjustmentPercentage !== undefined && given.SpecialNeeds !== true) return undefined;
  const { FirstName, LastName, UserName, SynchronizationKey, Email, Photo } = given;
  const hierarchies: string[] = [];
  for (const link of links) {
    if (Object.keys(link).length > 1) return undefined;
    hierarchies.push(link.ExternalId);
  }
  return { ExternalId, Role, FirstName, LastName, UserName, SynchronizationKey, Email, Photo, hierarchies };
}

/** The user as it is stored. Hierarchies are the last field, and stored where there are none. */
export function wholeText(json: string, { hierarchies }: UserLooks): string {
  return hierarchies.length > 0 || json.endsWith(NO_HIERARCHIES) ? json : `${json.slice(0, -1)}${NO_HIERARCHIES}`;
}

const NO_HIERARCHIES = ',"Hierarchies":[]}';
