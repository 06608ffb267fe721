/** Warnings about a change of a stored user that is most often a mistake in the list. */
import type { UserEntity } from '../../platform/entities.ts';
import { describePerson, isAnotherPerson, type Person } from '../../platform/fields/person.ts';
import { type Path, SUSPICIOUS_CHANGES, type SuspiciousChange } from '../../platform/problem.ts';
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
