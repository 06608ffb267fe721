/** The people of a store, by what they say of themselves: numbers and their ids, since there may be a million of them. */
import { createCompactMap, hash64 } from '../../../base/compact-map.ts';
import type { KnownPeople } from '../../../model/known-people.ts';
import type { UserEntity } from '../../../platform/entities.ts';
import { foldDate, foldEmail, foldName, type Person } from '../../../platform/fields/person.ts';

export async function readStorePeople(users: AsyncIterable<UserEntity>): Promise<KnownPeople> {
  const byEmail = createCompactMap(3);
  const own = createCompactMap(1);
  const ids: string[] = [];
  for await (const user of users) {
    const email = foldEmail(user.Email);
    if (email === '') continue;
    own.set(ownKey(user.ExternalId, email), 1);
    if (byEmail.get(email) === undefined) byEmail.set(email, ids.length, nameDigest(user), birthNumber(user));
    ids.push(user.ExternalId);
  }
  return {
    words: 'the store has',
    find: (id, person) => {
      const email = foldEmail(person.Email);
      const [at, name, born] = (email !== '' && byEmail.get(email)) || [0, 0, 0];
      if (name === 0 || name !== nameDigest(person)) return undefined;
      if (own.get(ownKey(id, email)) !== undefined) return undefined;
      const birth = birthNumber(person);
      const knowsBirth = birth !== 0 && born !== 0;
      if (knowsBirth && birth !== born) return undefined;
      return { id: ids[at] ?? '', hasSameBirthDate: knowsBirth };
    },
  };
}

/** An id with its address. */
export function ownKey(id: string, email: string): string {
  return `${id}\n${email}`;
}

function nameDigest({ FirstName, LastName }: Person): number {
  return hash64(`${foldName(FirstName)}\n${foldName(LastName)}`)[1];
}

/** 20010531; 0 where it is not known. */
function birthNumber({ DateOfBirth }: Person): number {
  return Number(foldDate(DateOfBirth)) || 0;
}
