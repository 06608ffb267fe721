/** Finds the people of a store who have the name and e-mail, the e-mail or the user name of a person of a list. */
import { groupBy } from '../../../base/lists/group-by.ts';
import type { Conflict, KnownPeople } from '../../../model/known-people.ts';
import type { KnownUsers } from '../../../model/target.ts';
import type { UserEntity } from '../../../platform/entities.ts';
import { describePerson, foldDate, foldEmail, type PersonWithId, personKey } from '../../../platform/fields/person.ts';

export function createStorePeople(users: Pick<KnownUsers, 'like' | 'ids'>): KnownPeople {
  return {
    words: 'the store has',
    ids: users.ids,
    conflicts: async (people) => {
      const alike = await users.like(people);
      const byEmail = groupBy(alike, ({ Email }) => foldEmail(Email));
      const byUserName = new Map(alike.map((user) => [user.UserName, user]));
      return people.map((one) => {
        const { UserName } = one.person;
        const named = UserName ? byUserName.get(UserName) : undefined;
        const others = byEmail.get(foldEmail(one.person.Email)) ?? [];
        const found = [ofEmail(one, others), named && named.ExternalId !== one.id && conflict('user-name', named)];
        const [first, second] = found.filter((each) => each instanceof Object);
        return first === undefined ? [] : second === undefined || second.id === first.id ? [first] : [first, second];
      });
    },
  };
}

/** A person who has the e-mail under the own id as well is in no conflict. An address of several people names nobody. */
function ofEmail({ id, person }: PersonWithId, others: readonly UserEntity[]): Conflict | undefined {
  if (foldEmail(person.Email) === '' || others.some(({ ExternalId }) => ExternalId === id)) return undefined;
  const birth = foldDate(person.DateOfBirth);
  const same = others.filter((user) => personKey(user) === personKey(person));
  const born = birth === '' ? undefined : same.find((user) => foldDate(user.DateOfBirth) === birth);
  const known = born ?? same.find((user) => birth === '' || foldDate(user.DateOfBirth) === '');
  if (known !== undefined) return conflict('renumbered', known);
  const [only] = others;
  return only !== undefined && others.length === 1 && same.length === 0 ? conflict('email', only) : undefined;
}

function conflict(kind: Conflict['kind'], user: UserEntity): Conflict {
  return { kind, id: user.ExternalId, who: describePerson(user) };
}
