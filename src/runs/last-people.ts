/**
 * The people that a remote target accepted last. They show whether a list has been renumbered since. The file has the id
 * and digests of each person, made with a key that is derived from the token. A digest of a name or a birth date
 * includes the address or the id, so that nobody can count frequent names.
 */
import { hash } from 'node:crypto';
import { createCompactMap } from '../base/compact-map.ts';
import { createNumbers } from '../base/lists/compact-lists.ts';
import type { KnownPeople } from '../model/known-people.ts';
import {
  foldDate,
  foldEmail,
  foldLetters,
  isAnotherPerson,
  type Person,
  type PersonWithId,
} from '../platform/fields/person.ts';
import type { RememberedTarget } from './last-sent.ts';
import { type MemoryFile, openMemoryFile } from './memory-file.ts';

export interface LastPeople {
  /** Reads the file at the first call. */
  load(): Promise<KnownPeople>;
  /** Remembers people that the target accepted, for the next run. */
  remember(people: readonly PersonWithId[]): void;
  close(): Promise<void>;
}

/** Digests of 32 bits; 0 if there is no value. */
type Who = readonly [email: number, name: number, born: number, first: number, last: number, ownBorn: number];
const WORD_HEX_DIGITS = 8;
const WHO_WORDS = 6 satisfies Who['length'];

interface Entry {
  readonly id: string;
  readonly who: Who;
}

export function createLastPeople(folder: string, { where, digestKey }: RememberedTarget): LastPeople {
  let loading: Promise<Memory> | undefined;
  let writing = Promise.resolve();
  const load = () => {
    loading ??= loadMemory(folder, where, digestKey);
    return loading;
  };
  return {
    load,
    remember: (people) => {
      writing = writing.then(load).then((memory) => memory.remember(people));
      // `close` throws the same failure.
      writing.catch(() => {});
    },
    close: async () => {
      await writing;
      await (await loading)?.close();
    },
  };
}

interface Memory extends KnownPeople {
  remember(people: readonly PersonWithId[]): Promise<void>;
  close(): Promise<void>;
}

async function loadMemory(folder: string, target: string, digestKey: string): Promise<Memory> {
  const table = createTable();
  // With another token the digests of all people differ, so such a token has a file of its own.
  const name = { folder, prefix: 'people', target: `${target} ${hash('sha256', `file ${digestKey}`)}` };
  const file: MemoryFile<Entry> = await openMemoryFile(name, table.set);
  let digests = createDigests(digestKey + file.salt());
  return {
    words: 'the platform was sent',
    ids: async () => table.ids,
    find: (id, person) => {
      // In a first run nobody is known.
      if (table.isEmpty()) return undefined;
      const [email, name] = [digests.email(person), digests.name(person)];
      const other = email === 0 ? undefined : table.findPerson(email, name);
      if (other === undefined || table.whoIs(id)?.[0] === email) return undefined;
      const [known, born] = [other.who[2], digests.born(person)];
      const knowsBirth = known !== 0 && born !== 0;
      return knowsBirth && known !== born ? undefined : other.id;
    },
    isOther: (id, person) => {
      const known = table.whoIs(id);
      if (known === undefined || known[0] === digests.email(person)) return false;
      return isAnotherPerson(withDigests(known), withDigests(digests.who({ id, person })));
    },
    remember: async (people) => {
      await file.create();
      digests = createDigests(digestKey + file.salt());
      const entries = people.map((one) => ({ id: one.id, who: digests.who(one) }));
      await file.add(entries.filter(({ id, who }) => table.whoIs(id)?.join() !== who.join()));
    },
    close: file.close,
  };
}

/** The last entry of each id. */
function createTable() {
  const ids: string[] = [];
  const numbers = createNumbers();
  const byId = createCompactMap(1);
  const byPerson = createCompactMap(1);
  const whoAt = (at: number): Who => {
    const word = (index: number) => numbers.at(at * WHO_WORDS + index);
    return [word(0), word(1), word(2), word(3), word(4), word(5)];
  };
  return {
    ids: ids as readonly string[],
    isEmpty: () => ids.length === 0,
    set: ({ id, who }: Entry) => {
      const at = byId.get(id)?.[0] ?? ids.push(id) - 1;
      byId.set(id, at);
      byPerson.set([who[0], who[1]], at);
      for (const [index, word] of who.entries()) numbers.set(at * WHO_WORDS + index, word);
    },
    whoIs: (id: string): Who | undefined => {
      const at = byId.get(id)?.[0];
      return at === undefined ? undefined : whoAt(at);
    },
    findPerson: (email: number, name: number): Entry | undefined => {
      const at = byPerson.get([email, name])?.[0];
      if (at === undefined) return undefined;
      const who = whoAt(at);
      // The id may belong to another person by now.
      return who[0] === email && who[1] === name ? { id: ids[at] ?? '', who } : undefined;
    },
  };
}

function createDigests(secret: string) {
  const digest = (value: string, bound: readonly string[]) =>
    value === ''
      ? 0
      : Number.parseInt(
          hash('sha256', secret + JSON.stringify([value, ...bound]), 'hex').slice(0, WORD_HEX_DIGITS),
          16,
        ) || 1;
  const email = ({ Email }: Person) => digest(foldEmail(Email), ['email']);
  const name = ({ FirstName, LastName, Email }: Person) =>
    digest(`${foldLetters(FirstName)}\n${foldLetters(LastName)}`, ['name', foldEmail(Email)]);
  const born = ({ DateOfBirth, Email }: Person) => digest(foldDate(DateOfBirth), ['born', foldEmail(Email)]);
  const who = ({ id, person }: PersonWithId): Who => [
    ...([email(person), name(person), born(person)] as const),
    digest(foldLetters(person.FirstName), ['first', id]),
    digest(foldLetters(person.LastName), ['last', id]),
    digest(foldDate(person.DateOfBirth), ['own', id]),
  ];
  return { email, name, born, who };
}

/** A person with digests in place of values. Two digests of one id are equal if their values are equal. */
function withDigests([email, , , first, last, born]: Who): Person {
  const text = (word: number) => (word === 0 ? undefined : String(word));
  return { Email: text(email), FirstName: text(first), LastName: text(last), DateOfBirth: text(born) };
}
