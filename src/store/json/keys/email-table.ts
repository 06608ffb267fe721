/**
 * The table of e-mail addresses: from each one, as people compare it, to the lines of users who have it, or had it. It lies
 * behind the tables of keys, and has every line of the log that these cover.
 */
import { foldEmail } from '../../../platform/fields/person.ts';
import type { TextFields } from '../../port.ts';
import { eachTextOf, type LogPart } from '../log/texts.ts';
import type { KeyHash } from './key-hash.ts';
import { createKeyTable, isAnother, type KeyTable, type Place, pagesFor } from './key-table.ts';

const EMAIL: TextFields = { kind: 'Users', names: ['Email'] };

type HashOf = (text: string) => KeyHash;

/** Calls `see` for each line of a user with an e-mail address. */
export async function eachEmail(part: LogPart, hashOf: HashOf, see: (hash: KeyHash, place: Place) => void) {
  await eachTextOf(part, EMAIL, (textOf, _, placeOf) => {
    const email = foldEmail(textOf(0));
    if (email !== '') see(hashOf(email), placeOf());
  });
}

/** A table of what another one has, and of a part of the log with some number of users. */
export async function emailTable(part: LogPart, users: number, hashOf: HashOf, former?: KeyTable): Promise<KeyTable> {
  const table = createKeyTable(pagesFor(users + (former?.size ?? 0)));
  for (const { hash, place } of former?.entries() ?? []) table.set(hash, place, isAnother);
  await eachEmail(part, hashOf, (hash, place) => table.set(hash, place, isAnother));
  return table;
}

/** The lines of users with one of some addresses, which `foldEmail` gave; of another user's, where the hash is the same. */
export function placesOfEmails(table: KeyTable, hashOf: HashOf, emails: ReadonlySet<string>): Place[] {
  const places: Place[] = [];
  for (const email of emails) {
    table.find(hashOf(email), (place) => {
      places.push(place);
      return false;
    });
  }
  return places;
}
