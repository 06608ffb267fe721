/**
 * The table of e-mail addresses: from each one, as people compare it, to the lines of users who have it, or had it. It lies
 * behind the tables of keys, and has every line of the log that these cover.
 */
import { foldCase } from '../../../base/text/fold-case.ts';
import type { TextFields } from '../../port.ts';
import { eachTextOf, type LogPart } from '../log/texts.ts';
import type { KeyHash } from './key-hash.ts';
import { createKeyTable, isAnother, type KeyTable, type Place, pagesFor } from './key-table.ts';

const EMAIL: TextFields = { kind: 'Users', names: ['Email'] };

type HashOf = (text: string) => KeyHash;

/** Calls `see` for each line of a user with an e-mail address. */
export async function eachEmail(part: LogPart, hashOf: HashOf, see: (hash: KeyHash, place: Place) => void) {
  await eachTextOf(part, EMAIL, (textOf, _, placeOf) => {
    const email = foldCase(textOf(0) ?? '');
    if (email !== '') see(hashOf(email), placeOf());
  });
}

/** A table of what another one has, and of a part of the log with some number of users. */
export async function emailTable(part: LogPart, users: number, hashOf: HashOf, former?: KeyTable): Promise<KeyTable> {
  const pages = pagesFor(users + (former?.size ?? 0));
  const table = copyOf(former, pages);
  await eachEmail(part, hashOf, (hash, place) => table.set(hash, place, isAnother));
  const needed = pagesFor(table.size);
  // Where few users have an address, most pages would be empty.
  return needed < pages / 2 ? copyOf(table, needed) : table;
}

function copyOf(table: KeyTable | undefined, pages: number): KeyTable {
  const copy = createKeyTable(pages);
  for (const { hash, place } of table?.entries() ?? []) copy.set(hash, place, isAnother);
  return copy;
}

/** The lines of users with one of some addresses, which `foldCase` gave; of another user's, where the hash is the same. */
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
