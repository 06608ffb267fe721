/** Finds ids of a list that are ids of the target without their leading zeros. A spreadsheet drops them. */
import type { KnownPeople } from '../../../model/known-people.ts';
import { withoutZeros } from '../repeats/alike-ids.ts';

/** Returns a function that finds the id with zeros. An id that the target has as well is meant as it is. */
export async function readIdsWithZeros(known: KnownPeople): Promise<(id: string) => string | undefined> {
  const plain: string[] = [];
  const withZeros = new Map<string, string>();
  for (const id of await known.ids()) {
    const short = withoutZeros(id);
    if (short === id) plain.push(id);
    else withZeros.set(short, id);
  }
  for (const id of plain) withZeros.delete(id);
  return (id) => withZeros.get(id);
}
