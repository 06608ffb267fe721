/** Warnings about a change of a stored user that is most often a mistake in the list. */
import type { UserEntity } from '../../platform/entities.ts';
import { describePerson, isAnotherPerson, type Person } from '../../platform/fields/person.ts';
import { type Path, SUSPICIOUS_CHANGES, type SuspiciousChange, USER_KEEPS } from '../../platform/problem.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import type { Problems } from '../request.ts';

/**
 * Warns if a request gives a stored id to another person: most often, somebody has renumbered the list. Returns whether
 * it does.
 */
export function warnOfOtherPerson(
  problems: Problems,
  rule: SuspiciousChange,
  path: Path,
  previous: Person | undefined,
  person: Person,
): boolean {
  if (previous === undefined || !isAnotherPerson(previous, person)) return false;
  const message = `${String(path.at(-1))} is that of ${describePerson(previous)} in the store, and here of ${describePerson(person)}`;
  problems.warn(rule, path, message, 'see whose id it is: the name and the address there will be overwritten');
  return true;
}

/** Warns if a candidate takes the UserName from a user who has one: that person could no longer sign in with it. */
export function warnOfOtherUserName(
  problems: Problems,
  path: Path,
  previous: UserEntity,
  { UserName }: UserEntity,
): void {
  if (!previous.UserName || previous.UserName === UserName) return;
  const message = 'The user with this id has another UserName in the store, which will be overwritten';
  const suggestion = 'see whose id it is; without a UserName, the candidate keeps the one in the store';
  problems.warn(SUSPICIOUS_CHANGES.userName, path, message, suggestion);
}

/** The fields whose values have a warning of their own, or none that can be compared. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['Hierarchies', 'Password', 'DisableLogin']);

/** Warns of memberships and values that a user keeps after a request of a whole list that does not have them. */
export function warnOfKept(
  problems: Problems,
  previous: UserEntity,
  request: UserRequest,
  user: UserEntity,
  listed: ReadonlySet<string>,
): void {
  const named = new Set(request.Hierarchies?.map(({ ExternalId }) => ExternalId));
  const staying = (user.Hierarchies ?? []).map(({ ExternalId }) => ExternalId).filter((id) => !named.has(id));
  if (staying.length > 0 && (request.Hierarchies !== undefined || listed.has('Hierarchies'))) {
    const message = `The user stays in ${staying.join(', ')}, which the list does not have: a list only adds memberships`;
    problems.warn(USER_KEEPS.hierarchies, ['Hierarchies'], message, 'use --replace-memberships to take them away');
  }
  const fields = [...listed].filter((name) => !NOT_COMPARED.has(name) && !Object.hasOwn(request, name));
  const kept = fields.filter((name) => hasValue(previous[name as keyof UserEntity]));
  if (kept.length === 0) return;
  const message = `The user keeps ${kept.join(', ')}, for which the list has no value: an empty cell changes nothing`;
  problems.warn(USER_KEEPS.values, [kept[0] ?? ''], message, 'write what is right, if the old value is not');
}

function hasValue(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null && value !== '' && value !== false;
}
