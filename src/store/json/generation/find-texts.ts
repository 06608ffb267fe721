/** Searches the texts of entities: only the lines that the tables name, if that is faster, or else the whole log. */
import type { Store } from '../../port.ts';
import { placesOfEmails } from '../keys/email-table.ts';
import type { KeyTable, Place } from '../keys/key-table.ts';
import { eachTextOf } from '../log/texts.ts';
import type { Generation } from './generation.ts';

/** The number of bytes that are read in the same time as a single separate line. */
const LINE_COST_BYTES = 20_000;

/** Searches the lines before `end`. */
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

/** The lines to read in the part that the keys cover, in their order; `undefined` if the whole part is read. */
function placesOf(
  { base, emails, hashOf, onDisk: { manifest } }: Generation,
  { kind, emails: wanted }: Parameters<Store['eachText']>[0],
): readonly Place[] | undefined {
  if (manifest.keys === null) return undefined;
  const isWorthIt = (lines: number, bytes = 0) => lines * LINE_COST_BYTES + bytes < manifest.covered.offset;
  const ofEmails = wanted && emails && isWorthIt(wanted.size) ? placesOfEmails(emails, hashOf, wanted) : undefined;
  const table = base.tables.get(kind);
  const places = ofEmails ?? (isWorthIt(table?.size ?? 0) ? placesIn(table) : undefined);
  const bytes = places?.reduce((sum, { length }) => sum + length, 0);
  if (places === undefined || !isWorthIt(places.length, bytes)) return undefined;
  return places.toSorted((a, b) => a.offset - b.offset);
}

function placesIn(table: KeyTable | undefined): Place[] {
  return [...(table?.entries() ?? [])].map(({ place }) => place);
}
