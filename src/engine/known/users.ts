/** The users of a store, for comparisons with a list. */
import { type CompactMap, createCompactMap } from '../../base/compact-map.ts';
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
    const found = new Set(people.flatMap((person) => ids.idsToRead(person)));
    const users: UserEntity[] = [];
    for await (const user of readThese(store, [...found].toSorted(), findEntity('Users'))) users.push(user);
    return users;
  };
}

const FIELDS = ['Email', 'FirstName', 'LastName'] as const satisfies readonly (keyof Person)[];

/** Reads the ids of users with an e-mail, or with one of the wanted e-mails. */
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

/** Ids of users by e-mail and name. There may be a million of them, so the form is compact. */
class IdsByPerson {
  readonly #ids: string[] = [];
  /** The position in `#ids` of the first id of each person. */
  readonly #first: CompactMap = createCompactMap(1);
  /** Further ids of the same person, by the position of the first id. */
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
    else if (others.size < MAX_NAMESAKES) others.add(id);
  }

  /** The ids of all users to read for a person: none if the person has the own id only. */
  idsToRead({ id, person }: PersonWithId): readonly string[] {
    if (this.#ids.length === 0) return NONE;
    const [first] = this.#first.get(personKey(person)) ?? [];
    if (first === undefined) return NONE;
    const known = this.#ids[first] ?? '';
    const others = this.#others.get(first);
    if (others === undefined) return known === id ? NONE : [known, id];
    return [known, ...others, id];
  }
}

/**
 * The users of one e-mail and name, beside the first, that are compared. Where so many share them, as anonymous
 * candidates do, to compare all with all would take minutes.
 */
const MAX_NAMESAKES = 100;

const NONE: readonly string[] = [];
