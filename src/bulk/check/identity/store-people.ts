/** Finds the people of a store who have the name and e-mail, the e-mail or the user name of a person of a list. */
import { groupBy } from '../../../base/lists/group-by.ts';
import { conflictsOf, type KnownPeople } from '../../../model/known-people.ts';
import type { KnownUsers } from '../../../model/target.ts';
import { describePerson, foldEmail } from '../../../platform/fields/person.ts';

export function createStorePeople(users: Pick<KnownUsers, 'like' | 'ids'>): KnownPeople {
  return {
    words: 'the store has',
    ids: users.ids,
    conflicts: async (people) => {
      const alike = (await users.like(people)).map((person) => ({ id: person.ExternalId, person }));
      const byId = new Map(alike.map(({ id, person }) => [id, person]));
      const byEmail = groupBy(alike, ({ person }) => foldEmail(person.Email));
      const byUserName = new Map(alike.map((user) => [user.person.UserName, user]));
      return people.map((one) => {
        const { Email, UserName } = one.person;
        const sharing = byEmail.get(foldEmail(Email)) ?? [];
        const found = conflictsOf(one, sharing, UserName ? byUserName.get(UserName) : undefined);
        return found.map((conflict) => ({ ...conflict, who: describePerson(byId.get(conflict.id) ?? {}) }));
      });
    },
  };
}
