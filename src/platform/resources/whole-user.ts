/**
 * Requests that say all of a user: a new one is stored as the request is written, and one that is stored so stays as it is.
 * Nothing is merged, and nobody need read the whole of it.
 */
import type { PackedText } from '../../base/bytes/packed-text.ts';
import type { UserRequest } from './user.ts';

/** What the rules look at. */
export interface UserLooks {
  readonly ExternalId: string;
  readonly Role: string;
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

/** `undefined` where a field clears or keeps what is stored, or has to be looked at more closely. */
export function lookAtUser(request: UserRequest, json: string): UserLooks | undefined {
  const { ExternalId, Role, UserName, SynchronizationKey, Email, Photo, Hierarchies = [] } = request;
  // A null, or a text in which this stands.
  if (!ExternalId || !Role || json.includes('null')) return undefined;
  if (request.Password !== undefined) return undefined;
  if (request.ReasonableAdjustmentPercentage !== undefined && request.SpecialNeeds !== true) return undefined;
  const hierarchies: string[] = [];
  for (const link of Hierarchies ?? []) {
    if (Object.keys(link).length > 1) return undefined;
    hierarchies.push(link.ExternalId);
  }
  return {
    ...{ ExternalId, Role, hierarchies },
    // None of them is null.
    ...({ UserName, SynchronizationKey, Email, Photo } as Omit<UserLooks, 'ExternalId' | 'Role' | 'hierarchies'>),
  };
}

/** The user as it is stored. Hierarchies are the last field, and stored where there are none. */
export function wholeText(json: string, { hierarchies }: UserLooks): string {
  return hierarchies.length > 0 || json.endsWith(NO_HIERARCHIES) ? json : `${json.slice(0, -1)}${NO_HIERARCHIES}`;
}

const NO_HIERARCHIES = ',"Hierarchies":[]}';
