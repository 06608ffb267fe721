/**
 * What a remote was sent last, from the records of all runs that were sent there. A remote cannot be asked for its state,
 * so nothing else is known about it: an unchanged request is not sent again, and a renumbered list is recognised.
 */
import { hash } from 'node:crypto';
import type { ValidRequest } from '../model/draft.ts';
import { type Conflict, conflictsOf, type KnownPeople } from '../model/known-people.ts';
import type { Target } from '../model/target.ts';
import {
  foldDate,
  foldEmail,
  foldLetters,
  isAnotherPerson,
  type Person,
  type PersonWithId,
} from '../platform/fields/person.ts';
import type { Turn } from './record/lines.ts';
import type { RecordState } from './record/read-record.ts';

/** 64 bits: of a million people no two have the same by chance. */
const DIGEST_DIGITS = 16;

/** Digests with a key that only the token gives, so that nobody can guess a password or a name from them. */
export interface Digests {
  ofRequest(request: unknown): string;
  /** A text of several digests. Those of a name or a birth date include the address or the id: nobody can count names. */
  ofPerson(person: PersonWithId): string;
}

/** `undefined` for a target that can be asked for its state. */
export function createDigests({ where, identity = where, digestKey }: Target): Digests | undefined {
  if (digestKey === undefined) return undefined;
  const secret = `${digestKey}\n${identity}\n`;
  const word = (value: string, bound: readonly string[]): string =>
    value === '' ? NO_WORD : hash('sha256', secret + JSON.stringify([value, ...bound]), 'hex').slice(0, DIGEST_DIGITS);
  return {
    ofRequest: (request) => hash('sha256', secret + JSON.stringify(request), 'hex').slice(0, DIGEST_DIGITS),
    ofPerson: ({ id, person: { Email, FirstName, LastName, DateOfBirth, UserName } }) => {
      const [email, first, last, born] = [
        foldEmail(Email),
        foldLetters(FirstName),
        foldLetters(LastName),
        foldDate(DateOfBirth),
      ];
      return [
        word(email, ['email']),
        word(`${first}\n${last}`, ['name', email]),
        word(born, ['born', email]),
        word(first, ['first', id]),
        word(last, ['last', id]),
        word(born, ['own', id]),
        word(UserName ?? '', ['user name']),
      ].join('');
    },
  };
}

/** In place of the digest of an empty value. */
const NO_WORD = '0'.repeat(DIGEST_DIGITS);

/** A run that was sent to the target. */
export interface SentRun {
  readonly state: RecordState;
  /** Whether it was sent with the same token, so that its digests can be compared. */
  readonly isOfToken: boolean;
}

export interface Memory {
  /** Whether this very request was sent last and accepted. */
  isKnown(record: ValidRequest): boolean;
  readonly people: KnownPeople;
}

interface MemoryOptions {
  readonly digests: Digests;
  readonly runs: readonly SentRun[];
  /** The order in which runs have sent, read before the records. */
  readonly order: readonly string[];
  /** The runs whose records are there. */
  readonly present: ReadonlySet<string>;
  /** The target cannot change what it has accepted, so it stays known whatever is sent later. */
  readonly isFinal?: boolean | undefined;
}

/** What was sent last for an id. */
interface Sent {
  /** Undefined if nothing is known: the answer does not prove it, or several runs have sent at once. */
  digest: string | undefined;
  readonly by: Turn;
}

export function createMemory({ digests, runs, order, present, isFinal = false }: MemoryOptions): Memory {
  const sent = new Map<string, Sent>();
  const people = createPeople(digests);
  const note = (id: string, digest: string | undefined, by: Turn, run: string): void => {
    const last = sent.get(id);
    if (last === undefined) sent.set(id, { digest, by });
    else if (last.by === by ? last.digest !== digest : last.by.beside.includes(run)) last.digest = undefined;
  };
  const lastLost = order.findLastIndex((run) => run !== '' && !present.has(run));
  const isCertain = ({ turn, beside }: Turn, run: string) =>
    turn > lastLost && order[turn] === run && beside.every((other) => present.has(other));
  const entries = runs.flatMap(({ state, isOfToken }) =>
    state.entries.flatMap((entry) =>
      entry.turn === undefined ? [] : [{ entry, isOfToken, by: entry.turn, run: state.header.run }],
    ),
  );
  // The newest comes first: it counts.
  for (const { entry, isOfToken, by, run } of entries.sort((one, other) => other.by.turn - one.by.turn)) {
    const isAccepted = entry.last?.outcome === 'succeeded' && entry.last.inferred !== true;
    if (isFinal && !isAccepted) continue;
    const isProven = isAccepted && (isFinal || isCertain(by, run));
    const own = entry.sent === undefined || entry.key === '' ? undefined : entry.key;
    if (own !== undefined) note(own, isProven ? entry.sent : undefined, by, run);
    // A candidate becomes a user, so what was sent of that user before is outdated.
    const changed = [...(entry.replaced ?? []), ...(entry.people ?? []).map(([id]) => id)];
    for (const id of changed) if (id !== own) note(id, undefined, by, run);
    if (isOfToken && isProven) for (const [id, who] of entry.people ?? []) people.put(id, who);
  }
  return {
    isKnown: ({ draft: { key }, request }) => {
      const digest = key === null ? undefined : sent.get(key)?.digest;
      // Making a digest takes longer than a look for an earlier one.
      return digest !== undefined && digest === digests.ofRequest(request);
    },
    people,
  };
}

/** The people whom the target accepted last. They show whether a list has been renumbered since. */
function createPeople(digests: Digests): KnownPeople & { put(id: string, who: string): void } {
  const byId = new Map<string, string>();
  const byEmail = new Map<string, string[]>();
  const byUserName = new Map<string, string>();
  const known = (id: string) => ({ id, person: asShared(byId.get(id) ?? '') });
  const conflicts = (one: PersonWithId): readonly Conflict[] => {
    const who = digests.ofPerson(one);
    const own = byId.get(one.id);
    const isOther = own !== undefined && isAnotherPerson(asOwn(own), asOwn(who));
    const named = byUserName.get(wordAt(who, USER_NAME));
    const sharing = byEmail.get(wordAt(who, EMAIL))?.map(known) ?? [];
    const others = conflictsOf(
      { id: one.id, person: asShared(who) },
      sharing,
      named === undefined ? named : known(named),
    );
    return isOther ? [{ kind: 'other-person', id: one.id }, ...others] : others;
  };
  return {
    words: 'the platform was sent',
    /** The newest comes first. */
    put: (id, who) => {
      if (byId.has(id)) return;
      byId.set(id, who);
      const [email, userName] = [wordAt(who, EMAIL), wordAt(who, USER_NAME)];
      if (email !== NO_WORD) byEmail.set(email, [...(byEmail.get(email) ?? []), id]);
      if (userName !== NO_WORD && !byUserName.has(userName)) byUserName.set(userName, id);
    },
    ids: async () => byId.keys(),
    conflicts: async (people) => people.map((one) => (byId.size === 0 ? [] : conflicts(one))),
  };
}

/** The positions of the digests in the text of `ofPerson`. */
const [EMAIL, NAME, BORN, FIRST, LAST, OWN_BORN, USER_NAME] = [0, 1, 2, 3, 4, 5, 6] as const;

function wordAt(who: string, position: number): string {
  return who.slice(position * DIGEST_DIGITS, (position + 1) * DIGEST_DIGITS);
}

/** A person with digests in place of values: of two people with one id, those that are bound to the id are compared. */
function asOwn(who: string): Person {
  const [Email, FirstName, LastName, DateOfBirth] = [EMAIL, FIRST, LAST, OWN_BORN].map((at) => textAt(who, at));
  return { Email, FirstName, LastName, DateOfBirth };
}

/** The same for two people with one e-mail. The digest of the name is that of the whole name. */
function asShared(who: string): Person {
  const [Email, FirstName, DateOfBirth] = [EMAIL, NAME, BORN].map((at) => textAt(who, at));
  return { Email, FirstName, DateOfBirth };
}

function textAt(who: string, position: number): string | undefined {
  const word = wordAt(who, position);
  return word === NO_WORD ? undefined : word;
}
