/** The people of a target, and those who are in the way of a person of a list. */
import { foldDate, foldEmail, type PersonWithId, personKey } from '../platform/fields/person.ts';

export interface KnownPeople {
  /** The beginning of a sentence about a person: "the store has". */
  readonly words: string;
  /** Returns the ids of all people. */
  ids(): Promise<Iterable<string>>;
  /** Finds the conflicts of each of these people, in their order. */
  conflicts(people: readonly PersonWithId[]): Promise<readonly (readonly Conflict[])[]>;
}

/**
 * Why a person of a list seems to have the wrong id. `other-person`: the target has somebody else under the id, absent if
 * the target reports that itself. The others: somebody has the same name and e-mail (`renumbered`), the same e-mail and
 * another name (`email`), or the same user name (`user-name`) under another id.
 */
export interface Conflict {
  readonly kind: 'other-person' | 'renumbered' | 'email' | 'user-name';
  /** The id of the target's person. */
  readonly id: string;
  /** That person, masked; absent if the target does not tell names. */
  readonly who?: string | undefined;
}

/**
 * Finds the conflicts of a person of a list with those of the target who have the same e-mail (`sharing`), and with the one
 * who has the same user name (`named`). A person who has the e-mail under the own id as well is in no conflict. An address
 * of several people names nobody.
 */
export function conflictsOf(
  { id, person }: PersonWithId,
  sharing: readonly PersonWithId[],
  named: PersonWithId | undefined,
): readonly Conflict[] {
  const isOwn = foldEmail(person.Email) === '' || sharing.some((known) => known.id === id);
  const ofEmail = isOwn ? undefined : emailConflict(person, sharing);
  const isNew = named !== undefined && named.id !== id && named.id !== ofEmail?.id;
  return [...(ofEmail ? [ofEmail] : []), ...(isNew ? [{ kind: 'user-name', id: named.id } as const] : [])];
}

function emailConflict(person: PersonWithId['person'], sharing: readonly PersonWithId[]): Conflict | undefined {
  const birth = foldDate(person.DateOfBirth);
  const same = sharing.filter((known) => personKey(known.person) === personKey(person));
  const bornOn = (date: string) => same.find((known) => foldDate(known.person.DateOfBirth) === date);
  const known = birth === '' ? same[0] : (bornOn(birth) ?? bornOn(''));
  if (known !== undefined) return { kind: 'renumbered', id: known.id };
  const [only] = sharing;
  return only !== undefined && sharing.length === 1 && same.length === 0 ? { kind: 'email', id: only.id } : undefined;
}
