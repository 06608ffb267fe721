/** The users of a store, for those who compare a list with them. */
import { type CompactMap, createCompactMap } from '../../base/compact-map.ts';
import type { UserEntity } from '../../platform/entities.ts';
import { foldEmail, type Person, personKey } from '../../platform/fields/person.ts';
import type { Store } from '../../store/port.ts';
import { dutyOf } from '../rules/owners.ts';
import { findEntity, readEntries, readThese } from './read-entries.ts';

export function createKnownUsers(store: Pick<Store, 'eachText' | 'read'>) {
  return {
    list: () => readEntries(store, 'Users', findEntity('Users')),
    like: createFindLike(store),
    dutyOf: (user: UserEntity) => store.read((view) => dutyOf(view, user)),
  };
}

interface PersonWithId {
  readonly id: string;
  readonly person: Person;
}

/**
 * Gives the users who have e-mail and name of one of some people, and those who have the id of such a one, in the order of
 * their ids. Nobody is given for a person whom the store has under the own id alone.
 */
type FindLike = (people: readonly PersonWithId[]) => Promise<readonly UserEntity[]>;

/** Users who change after the store was looked through are not found by what they have become. */
function createFindLike(store: Pick<Store, 'eachText' | 'read'>): FindLike {
  let isFirst = true;
  let all: Promise<IdsByPerson> | undefined;
  // Most runs ask once. For one that asks again and again, all people are remembered.
  const idsFor = (people: readonly PersonWithId[]): Promise<IdsByPerson> => {
    if (!isFirst) all ??= readIds(store);
    isFirst = false;
    return all ?? readIds(store, new Set(people.map(({ person }) => foldEmail(person.Email))));
  };
  return async (people) => {
    if (people.length === 0) return [];
    const ids = await idsFor(people);
    const found = new Set(people.flatMap((person) => ids.toRead(person)));
    const users: UserEntity[] = [];
    for await (const user of readThese(store, [...found].toSorted(), findEntity('Users'))) users.push(user);
    return users;
  };
}

const FIELDS = ['Email', 'FirstName', 'LastName'] as const satisfies readonly (keyof Person)[];

/** Of people with an e-mail, or with one of those that are wanted. */
async function readIds(store: Pick<Store, 'eachText'>, wanted?: ReadonlySet<string>): Promise<IdsByPerson> {
  const ids = new IdsByPerson();
  await store.eachText({ kind: 'Users', names: FIELDS, emails: wanted }, (textOf, idOf) => {
    const Email = textOf(0);
    const email = foldEmail(Email);
    if (email === '' || wanted?.has(email) === false) return;
    ids.add(personKey({ Email, FirstName: textOf(1), LastName: textOf(2) }), idOf());
  });
  return ids;
}

/** There may be a million of them. */
class IdsByPerson {
  readonly #ids: string[] = [];
  /** The position of the first id of a person. */
  readonly #first: CompactMap = createCompactMap(1);
  /** The other ids of the person, by this position. */
  readonly #others = new Map<number, Set<string>>();

  add(key: string, id: string): void {
    const [first] = this.#first.add(key, this.#ids.length) ?? [];
    if (first === undefined) {
      this.#ids.push(id);
      return;
    }
    if (this.#ids[first] === id) return;
    const others = this.#others.get(first);
    if (others === undefined) this.#others.set(first, new Set([id]));
    else others.add(id);
  }

  toRead({ id, person }: PersonWithId): readonly string[] {
    if (this.#ids.length === 0) return NONE;
    const [first] = this.#first.get(personKey(person)) ?? [];
    if (first === undefined) return NONE;
    const known = this.#ids[first] ?? '';
    const others = this.#others.get(first);
    if (others === undefined) return known === id ? NONE : [known, id];
    return [known, ...others, id];
  }
}

const NONE: readonly string[] = [];
