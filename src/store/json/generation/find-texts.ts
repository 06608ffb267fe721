/** Looks through the texts of entities: where the tables name their lines, of these alone; else of the whole log. */
import type { Store } from '../../port.ts';
import { placesOfEmails } from '../keys/email-table.ts';
import type { Place } from '../keys/key-table.ts';
import { eachTextOf } from '../log/texts.ts';
import type { Generation } from './generation.ts';

/** More lines than these are found faster by reading all. */
const MAX_PLACES = 20_000;

/** Of the lines before `end`. */
export async function findTexts(
  generation: Generation,
  end: number,
  ...[fields, see]: Parameters<Store['eachText']>
): Promise<void> {
  const { log, onDisk } = generation;
  const places = placesOf(generation, fields);
  for (const { offset, length } of places ?? []) {
    await eachTextOf({ ...log, from: offset, end: offset + length }, fields, see);
  }
  await eachTextOf({ ...log, from: places === undefined ? 0 : onDisk.manifest.covered.offset, end }, fields, see);
}

/** The lines that matter among those that the keys cover, in their order; `undefined` where all must be looked through. */
function placesOf(
  { base, emails, hashOf, onDisk }: Generation,
  { kind, emails: wanted }: Parameters<Store['eachText']>[0],
): readonly Place[] | undefined {
  if (wanted !== undefined && emails !== undefined) return few(placesOfEmails(emails, hashOf, wanted));
  if (onDisk.manifest.keys === null) return undefined;
  const table = base.tables.get(kind);
  if (table === undefined) return [];
  return table.size > MAX_PLACES ? undefined : few([...table.entries()].map(({ place }) => place));

  function few(places: readonly Place[]): readonly Place[] | undefined {
    const bytes = places.reduce((sum, { length }) => sum + length, 0);
    const isMuch = places.length > MAX_PLACES || bytes > onDisk.manifest.covered.offset / 2;
    return isMuch ? undefined : places.toSorted((a, b) => a.offset - b.offset);
  }
}
