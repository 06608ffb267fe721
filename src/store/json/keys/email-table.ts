/**
 * The table of e-mail addresses. It leads from each address, with case folded, to the lines of users who have it or had
 * it, in the part of the log that the keys cover. In the file it is after the tables of keys.
 */
import { foldCase } from '../../../base/text/fold-case.ts';
import type { TextFields } from '../../port.ts';
import { eachTextOf, type LogPart } from '../log/texts.ts';
import type { KeyHash } from './key-hash.ts';
import { createKeyTable, isAnother, type KeyTable, type Place, pagesFor } from './key-table.ts';

const EMAIL: TextFields = { kind: 'Users', names: ['Email'] };

/**
 * The largest number of lines of one address. More are left out, and a mark follows: a school can give all its users one
 * address, and each of their lines would be compared with all earlier ones.
 */
const MAX_LINES = 32;

type HashOf = (text: string) => KeyHash;

/** Makes a table from a former one and from a part of the log. `users` is the number of users in that part. */
export async function emailTable(part: LogPart, users: number, hashOf: HashOf, former?: KeyTable): Promise<KeyTable> {
  const pages = pagesFor(users + (former?.size ?? 0));
  const table = copyOf(former, pages);
  await eachTextOf(part, EMAIL, (textOf, _, placeOf) => {
    const email = foldCase(textOf(0) ?? '');
    if (email !== '') add(table, hashOf(email), placeOf());
  });
  const needed = pagesFor(table.size);
  // If few users have an address, most pages are empty.
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

/** The lines of an address; `undefined` if the table lacks some. A deleted place is the mark for that. */
function linesOf(table: KeyTable, hash: KeyHash): readonly Place[] | undefined {
  const lines: Place[] = [];
  const mark = table.find(hash, (place) => {
    lines.push(place);
    return place.deleted;
  });
  return mark === undefined ? lines : undefined;
}

/**
 * The lines of users with one of these addresses, which must be folded. Addresses with the same hash give lines of other
 * users too. `undefined` if the table lacks some lines.
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
