/**
 * The table of e-mail addresses: from each one, as people compare it, to the lines of users who have it, or had it. It lies
 * behind the tables of keys, and has these lines of the part of the log that the keys cover.
 */
import { foldCase } from '../../../base/text/fold-case.ts';
import type { TextFields } from '../../port.ts';
import { eachTextOf, type LogPart } from '../log/texts.ts';
import type { KeyHash } from './key-hash.ts';
import { createKeyTable, isAnother, type KeyTable, type Place, pagesFor } from './key-table.ts';

const EMAIL: TextFields = { kind: 'Users', names: ['Email'] };

/**
 * The lines of an address that the table has. Behind them stands a mark, and the others are left out: a school can give all
 * its users one address, and each of their lines would be compared with all before it.
 */
const MAX_LINES = 32;

type HashOf = (text: string) => KeyHash;

/** A table of what another one has, and of a part of the log with some number of users. */
export async function emailTable(part: LogPart, users: number, hashOf: HashOf, former?: KeyTable): Promise<KeyTable> {
  const pages = pagesFor(users + (former?.size ?? 0));
  const table = copyOf(former, pages);
  await eachTextOf(part, EMAIL, (textOf, _, placeOf) => {
    const email = foldCase(textOf(0) ?? '');
    if (email !== '') add(table, hashOf(email), placeOf());
  });
  const needed = pagesFor(table.size);
  // Where few users have an address, most pages would be empty.
  return needed < pages / 2 ? copyOf(table, needed) : table;
}

function copyOf(table: KeyTable | undefined, pages: number): KeyTable {
  const copy = createKeyTable(pages);
  for (const { hash, place } of table?.entries() ?? []) copy.set(hash, place, isAnother);
  return copy;
}

function add(table: KeyTable, hash: KeyHash, place: Place): void {
  const lines = linesOf(table, hash);
  if (lines === undefined) return;
  table.set(hash, { ...place, deleted: lines.length === MAX_LINES }, isAnother);
}

/** `undefined` where there are more than the table has: a place that is deleted is the mark of it. */
function linesOf(table: KeyTable, hash: KeyHash): readonly Place[] | undefined {
  const lines: Place[] = [];
  const mark = table.find(hash, (place) => {
    lines.push(place);
    return place.deleted;
  });
  return mark === undefined ? lines : undefined;
}

/**
 * The lines of users with one of some addresses, which `foldCase` gave; of another user's, where the hash is the same.
 * `undefined` where the table does not have all of them.
 */
export function placesOfEmails(table: KeyTable, hashOf: HashOf, emails: ReadonlySet<string>): Place[] | undefined {
  const places: Place[] = [];
  for (const email of emails) {
    const lines = linesOf(table, hashOf(email));
    if (lines === undefined) return undefined;
    for (const place of lines) places.push(place);
  }
  return places;
}
