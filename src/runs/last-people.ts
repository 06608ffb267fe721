/**
 * The people that a remote target accepted last. They show whether a list has been renumbered since. The file has the id
 * and digests of each person, made with a key that is derived from the token. A digest of a name or a birth date
 * includes the address or the id, so that nobody can count frequent names.
 */
import { hash } from 'node:crypto';
import { createCompactMap } from '../base/compact-map.ts';
import { createNumbers } from '../base/lists/compact-lists.ts';
import type { Conflict, KnownPeople } from '../model/known-people.ts';
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
type Who = readonly [
  email: number,
  name: number,
  born: number,
  first: number,
  last: number,
  ownBorn: number,
  userName: number,
];
const WORD_HEX_DIGITS = 8;
const WHO_WORDS = 7 satisfies Who['length'];

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
    // In a first run nobody is known.
    conflicts: async (people) =>
      table.isEmpty() ? people.map(() => []) : people.map((one) => conflictsOf(one, table, digests.who(one))),
    remember: async (people) => {
      await file.create();
      digests = createDigests(digestKey + file.salt());
      const entries = people.map((one) => ({ id: one.id, who: digests.who(one) }));
      await file.add(entries.filter(({ id, who }) => table.whoIs(id)?.join() !== who.join()));
    },
    close: file.close,
  };
}

function conflictsOf({ id }: PersonWithId, table: Table, who: Who): readonly Conflict[] {
  const [own, other] = [table.whoIs(id), findOther(id, table, who)];
  const isOther = own !== undefined && own[0] !== who[0] && isAnotherPerson(withDigests(own), withDigests(who));
  const namedId = who[6] === 0 ? undefined : table.findUserName(who[6]);
  return [
    ...(isOther ? [{ kind: 'other-person' as const, id }] : []),
    ...(other === undefined ? [] : [other]),
    ...(namedId === undefined || namedId === id || namedId === other?.id
      ? []
      : [{ kind: 'user-name' as const, id: namedId }]),
  ];
}

/** Finds the other id of a person by the e-mail. An address of several people names nobody. */
function findOther(id: string, table: Table, who: Who): Conflict | undefined {
  const [email, name, born] = who;
  if (email === 0 || table.whoIs(id)?.[0] === email) return undefined;
  const same = table.findPerson(email, name);
  if (same === undefined) {
    const only = table.findEmail(email);
    return only === undefined ? undefined : { kind: 'email', id: only };
  }
  const differs = born !== 0 && same.who[2] !== 0 && born !== same.who[2];
  return differs ? undefined : { kind: 'renumbered', id: same.id };
}

type Table = ReturnType<typeof createTable>;

/** In place of the name, in the key of an e-mail alone. A key never ends with 0. */
const ANY_NAME = 1;

/** The last entry of each id. */
function createTable() {
  const ids: string[] = [];
  const numbers = createNumbers();
  const byId = createCompactMap(1);
  /** By e-mail and name; by the e-mail alone, without a name; and by the user name, without an e-mail. */
  const byPerson = createCompactMap(1);
  const sharedEmails = new Set<number>();
  const whoAt = (at: number): Who => {
    const word = (index: number) => numbers.at(at * WHO_WORDS + index);
    return [word(0), word(1), word(2), word(3), word(4), word(5), word(6)];
  };
  /** The last entry with a key, unless its id belongs to another person by now. */
  const find = (key: readonly [number, number], isStill: (who: Who) => boolean): Entry | undefined => {
    const at = byPerson.get(key)?.[0];
    const who = at === undefined ? undefined : whoAt(at);
    return at === undefined || who === undefined || !isStill(who) ? undefined : { id: ids[at] ?? '', who };
  };
  const findOne = (email: number) => find([email, ANY_NAME], (who) => who[0] === email);
  return {
    ids: ids as readonly string[],
    isEmpty: () => ids.length === 0,
    set: ({ id, who }: Entry) => {
      const at = byId.get(id)?.[0] ?? ids.push(id) - 1;
      byId.set(id, at);
      const [email, name, userName] = [who[0], who[1], who[6]];
      if (email !== 0) {
        const known = findOne(email);
        if (known !== undefined && known.id !== id) sharedEmails.add(email);
        byPerson.set([email, name], at);
        byPerson.set([email, ANY_NAME], at);
      }
      if (userName !== 0) byPerson.set([0, userName], at);
      for (const [index, word] of who.entries()) numbers.set(at * WHO_WORDS + index, word);
    },
    whoIs: (id: string): Who | undefined => {
      const at = byId.get(id)?.[0];
      return at === undefined ? undefined : whoAt(at);
    },
    findPerson: (email: number, name: number) => find([email, name], (who) => who[0] === email && who[1] === name),
    findEmail: (email: number) => (sharedEmails.has(email) ? undefined : findOne(email)?.id),
    findUserName: (userName: number) => find([0, userName], (who) => who[6] === userName)?.id,
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
    digest(person.UserName ?? '', ['user name']),
  ];
  return { who };
}

/** A person with digests in place of values. Two digests of one id are equal if their values are equal. */
function withDigests([email, , , first, last, born]: Who): Person {
  const text = (word: number) => (word === 0 ? undefined : String(word));
  return { Email: text(email), FirstName: text(first), LastName: text(last), DateOfBirth: text(born) };
}
