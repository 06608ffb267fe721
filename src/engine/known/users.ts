/** The users of a store, for comparisons with a list. */
import type { UserEntity } from '../../platform/entities.ts';
import { foldEmail, foldLetters, type Person, type PersonWithId } from '../../platform/fields/person.ts';
import type { Store } from '../../store/port.ts';
import { findEntity, listIds, readEntries, readThese } from '../inspect.ts';
import { dutyOf } from '../users/owners.ts';

export function createKnownUsers(store: Pick<Store, 'eachText' | 'read'>) {
  return {
    ids: () => store.read((view) => listIds(view, 'Users')),
    list: () => readEntries(store, 'Users', findEntity('Users')),
    like: createFindSimilar(store),
    dutyOf: (user: UserEntity) => store.read((view) => dutyOf(view, user)),
  };
}

/**
 * Finds people who are in the store under another id. For each of them, it returns the users with the same e-mail and
 * name, the only user with the e-mail, the user with the user name, and the user with the person's id. The users are in the
 * order of their ids. A person who is only the user with the person's id adds nothing.
 */
type FindSimilar = (people: readonly PersonWithId[]) => Promise<readonly UserEntity[]>;

/** A user who changes after the store was searched is found by the former e-mail and name only. */
function createFindSimilar(store: Pick<Store, 'eachText' | 'read'>): FindSimilar {
  let isFirst = true;
  let all: Promise<IdsByEmail> | undefined;
  // Most runs search once, and read the ids of their own people only. From the second search on, all ids are in memory.
  const idsFor = (people: readonly PersonWithId[]): Promise<IdsByEmail> => {
    if (!isFirst) all ??= readIds(store);
    isFirst = false;
    return all ?? readIds(store, new Set(people.map(({ person }) => foldEmail(person.Email))));
  };
  return async (people) => {
    if (people.length === 0) return [];
    const ids = await idsFor(people);
    const found = new Set(people.flatMap((person) => idsToRead(ids, person)));
    for (const id of await holdersOf(store, people)) found.add(id);
    const users: UserEntity[] = [];
    for await (const user of readThese(store, [...found].toSorted(), findEntity('Users'))) users.push(user);
    return users;
  };
}

const FIELDS = ['Email', 'FirstName', 'LastName'] as const satisfies readonly (keyof Person)[];

/** The users of each e-mail, by name. */
type IdsByEmail = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Reads the ids of users with an e-mail, or with one of the wanted e-mails. */
async function readIds(store: Pick<Store, 'eachText'>, wanted?: ReadonlySet<string>): Promise<IdsByEmail> {
  const all = new Map<string, Map<string, string[]>>();
  await store.eachText({ kind: 'Users', names: FIELDS }, (id, [Email, FirstName, LastName]) => {
    const email = foldEmail(Email);
    if (email === '' || wanted?.has(email) === false) return;
    const names = all.get(email) ?? new Map<string, string[]>();
    all.set(email, names);
    const name = nameKey({ FirstName, LastName });
    const ids = names.get(name) ?? [];
    names.set(name, ids);
    if (ids.length < MAX_NAMESAKES) ids.push(id);
  });
  return all;
}

function nameKey({ FirstName, LastName }: Person): string {
  return `${foldLetters(FirstName)}\t${foldLetters(LastName)}`;
}

/** The ids of all users to read for a person: none if the person has the own id only. The only name of an e-mail counts too. */
function idsToRead(ids: IdsByEmail, { id, person }: PersonWithId): readonly string[] {
  const names = ids.get(foldEmail(person.Email));
  const [only = []] = names?.size === 1 ? names.values() : [];
  const found = names?.get(nameKey(person)) ?? (only.length === 1 ? only : []);
  return found.length === 0 || (found.length === 1 && found[0] === id) ? [] : [...found, id];
}

/** The ids of other users who have the user name of a person. */
async function holdersOf(store: Pick<Store, 'read'>, people: readonly PersonWithId[]): Promise<readonly string[]> {
  const named = people.filter(({ person }) => person.UserName);
  if (named.length === 0) return [];
  return store.read((view) =>
    named.flatMap(({ id, person }) => {
      const holder = view.get('UserNames', String(person.UserName))?.ExternalId;
      return holder === undefined || holder === id ? [] : [holder];
    }),
  );
}

/**
 * The users of one e-mail and name that are compared. Where so many share them, as anonymous candidates do, to compare
 * all with all would take minutes.
 */
const MAX_NAMESAKES = 101;
