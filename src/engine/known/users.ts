/** The users of a store, for comparisons with a list. */
import type { UserEntity } from '../../platform/entities.ts';
import { foldEmail, type Person, type PersonWithId, personKey } from '../../platform/fields/person.ts';
import type { Store } from '../../store/port.ts';
import { listIds } from '../inspect.ts';
import { dutyOf } from '../users/owners.ts';
import { findEntity, readEntries, readThese } from './read-entries.ts';

export function createKnownUsers(store: Pick<Store, 'eachText' | 'read'>) {
  return {
    ids: () => store.read((view) => listIds(view, 'Users')),
    list: () => readEntries(store, 'Users', findEntity('Users')),
    like: createFindSimilar(store),
    dutyOf: (user: UserEntity) => store.read((view) => dutyOf(view, user)),
  };
}

/**
 * Finds people who are in the store under another id. For each of them, it returns all users with the same e-mail and
 * name, and the user with the person's id. The users are in the order of their ids. A person whose only user has the
 * person's id adds nothing.
 */
type FindSimilar = (people: readonly PersonWithId[]) => Promise<readonly UserEntity[]>;

/** A user who changes after the store was searched is found by the former e-mail and name only. */
function createFindSimilar(store: Pick<Store, 'eachText' | 'read'>): FindSimilar {
  let isFirst = true;
  let all: Promise<IdsByPerson> | undefined;
  // Most runs search once, and read the ids of their own people only. From the second search on, all ids are in memory.
  const idsFor = (people: readonly PersonWithId[]): Promise<IdsByPerson> => {
    if (!isFirst) all ??= readIds(store);
    isFirst = false;
    return all ?? readIds(store, new Set(people.map(({ person }) => foldEmail(person.Email))));
  };
  return async (people) => {
    if (people.length === 0) return [];
    const ids = await idsFor(people);
    const found = new Set(people.flatMap((person) => idsToRead(ids, person)));
    const users: UserEntity[] = [];
    for await (const user of readThese(store, [...found].toSorted(), findEntity('Users'))) users.push(user);
    return users;
  };
}

const FIELDS = ['Email', 'FirstName', 'LastName'] as const satisfies readonly (keyof Person)[];

/** The ids of the users of each e-mail and name: one id, or several. */
type IdsByPerson = ReadonlyMap<string, string | readonly string[]>;

/** Reads the ids of users with an e-mail, or with one of the wanted e-mails. */
async function readIds(store: Pick<Store, 'eachText'>, wanted?: ReadonlySet<string>): Promise<IdsByPerson> {
  const ids = new Map<string, string | string[]>();
  await store.eachText({ kind: 'Users', names: FIELDS }, (id, [Email, FirstName, LastName]) => {
    const email = foldEmail(Email);
    if (email === '' || wanted?.has(email) === false) return;
    const key = personKey({ Email, FirstName, LastName });
    const known = ids.get(key);
    if (known === undefined) ids.set(key, id);
    else if (typeof known === 'string') ids.set(key, [known, id]);
    else if (known.length < MAX_NAMESAKES) known.push(id);
  });
  return ids;
}

/** The ids of all users to read for a person: none if the person has the own id only. */
function idsToRead(ids: IdsByPerson, { id, person }: PersonWithId): readonly string[] {
  const known = ids.get(personKey(person)) ?? id;
  if (known === id) return [];
  return typeof known === 'string' ? [known, id] : [...known, id];
}

/**
 * The users of one e-mail and name that are compared. Where so many share them, as anonymous candidates do, to compare
 * all with all would take minutes.
 */
const MAX_NAMESAKES = 101;
