/** Finds the people of a store by name, e-mail and birth date. */
import { groupBy } from '../../../base/lists/group-by.ts';
import type { KnownPeople } from '../../../model/known-people.ts';
import type { KnownUsers } from '../../../model/target.ts';
import type { UserEntity } from '../../../platform/entities.ts';
import { foldDate, foldEmail, personKey } from '../../../platform/fields/person.ts';

export function createStorePeople(users: Pick<KnownUsers, 'like' | 'ids'>): KnownPeople {
  let withOwnId = new Set<string>();
  let byPerson = new Map<string, UserEntity[]>();
  return {
    words: 'the store has',
    ids: users.ids,
    lookUp: async (people) => {
      const alike = await users.like(people);
      withOwnId = new Set(alike.map((user) => ownKey(user.ExternalId, foldEmail(user.Email))));
      byPerson = groupBy(alike, personKey);
    },
    find: (id, person) => {
      if (byPerson.size === 0 || withOwnId.has(ownKey(id, foldEmail(person.Email)))) return undefined;
      const same = byPerson.get(personKey(person)) ?? [];
      const birth = foldDate(person.DateOfBirth);
      const born = birth === '' ? undefined : same.find((user) => foldDate(user.DateOfBirth) === birth);
      const known = born ?? same.find((user) => birth === '' || foldDate(user.DateOfBirth) === '');
      return known?.ExternalId;
    },
  };
}

/** Joins an id and its e-mail to one key. */
export function ownKey(id: string, email: string): string {
  return `${id}\n${email}`;
}
