/** The users of a store, for comparisons with a list. */
import type { UserEntity } from '../../platform/entities.ts';
import { foldEmail, foldLetters, type Person, type PersonWithId } from '../../platform/fields/person.ts';
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

/** The users of an e-mail: the name and the id of the only one, with a line break between, or the ids by the names of several. */
type IdsByEmail = ReadonlyMap<string, string | ReadonlyMap<string, readonly string[]>>;

/** Reads the ids of users with an e-mail, or with one of the wanted e-mails. */
async function readIds(store: Pick<Store, 'eachText'>, wanted?: ReadonlySet<string>): Promise<IdsByEmail> {
  const ids = new Map<string, string | Map<string, string[]>>();
  await store.eachText({ kind: 'Users', names: FIELDS }, (id, [Email, FirstName, LastName]) => {
    const email = foldEmail(Email);
    if (email === '' || wanted?.has(email) === false) return;
    const name = nameKey({ FirstName, LastName });
    const known = ids.get(email);
    if (known === undefined) ids.set(email, `${name}\n${id}`);
    else ids.set(email, withName(typeof known === 'string' ? withName(new Map(), ...split(known)) : known, name, id));
  });
  return ids;
}

function withName(names: Map<string, string[]>, name: string, id: string): Map<string, string[]> {
  const ids = names.get(name) ?? [];
  if (ids.length < MAX_NAMESAKES) ids.push(id);
  return names.set(name, ids);
}

function nameKey({ FirstName, LastName }: Person): string {
  return `${foldLetters(FirstName)}\t${foldLetters(LastName)}`;
}

function split(only: string): [name: string, id: string] {
  const at = only.indexOf('\n');
  return [only.slice(0, at), only.slice(at + 1)];
}

/** The ids of all users to read for a person: none if the person has the own id only. */
function idsToRead(ids: IdsByEmail, { id, person }: PersonWithId): readonly string[] {
  const known = ids.get(foldEmail(person.Email));
  if (known === undefined) return [];
  const found = typeof known === 'string' ? [split(known)[1]] : (known.get(nameKey(person)) ?? []);
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
