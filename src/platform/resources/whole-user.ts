/**
 * Requests that name all fields of a user. The engine stores such a request as it is, or finds that it is stored
 * already. It merges nothing, and it does not parse the whole request.
 */
import type { PackedText } from '../../base/bytes/packed-text.ts';
import type { UserRequest } from './user.ts';

/** The fields of a user that the rules and the report need. */
export interface UserSummary {
  readonly ExternalId: string;
  readonly Role: string;
  readonly FirstName?: string | undefined;
  readonly LastName?: string | undefined;
  readonly UserName?: string | undefined;
  readonly SynchronizationKey?: string | undefined;
  readonly Email?: string | undefined;
  readonly Photo?: string | undefined;
  /** The ids of the hierarchies: the links have no other fields. */
  readonly hierarchies: readonly string[];
}

export interface WholeUser extends UserSummary {
  /** The user as JSON, as it is stored. */
  readonly text: PackedText | string;
}

/** The fields of a request that `summariseUser` reads. */
const WHOLE_USER_FIELDS = [
  ...(['ExternalId', 'Role', 'FirstName', 'LastName', 'UserName', 'SynchronizationKey', 'Email', 'Photo'] as const),
  ...(['Hierarchies', 'Password', 'SpecialNeeds', 'ReasonableAdjustmentPercentage'] as const),
] as const satisfies readonly (keyof UserRequest)[];

type ReadFields = Pick<UserRequest, (typeof WHOLE_USER_FIELDS)[number]>;
type WithoutNulls = { readonly [Name in keyof ReadFields]: Exclude<ReadFields[Name], null> };

/**
 * Returns `undefined` if the request is not whole: a field clears or keeps a stored value, or the rules must decide it.
 * `hasNull` says whether any field of the request may be null.
 */
export function summariseUser(request: ReadFields, hasNull: boolean): UserSummary | undefined {
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

/** The JSON text of the stored user. `Hierarchies` is the last field, and is stored even if it is empty. */
export function wholeText(json: string, { hierarchies }: UserSummary): string {
  return hierarchies.length > 0 || json.endsWith(NO_HIERARCHIES) ? json : `${json.slice(0, -1)}${NO_HIERARCHIES}`;
}

const NO_HIERARCHIES = ',"Hierarchies":[]}';
