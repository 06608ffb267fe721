/** Looks through the texts of entities: where the tables name their lines, of these alone; else of the whole log. */
import type { Store } from '../../port.ts';
import { placesOfEmails } from '../keys/email-table.ts';
import type { KeyTable, Place } from '../keys/key-table.ts';
import { eachTextOf } from '../log/texts.ts';
import type { Generation } from './generation.ts';

/** So many bytes of the log are read in the time that a line by itself takes. */
const LINE_COST_BYTES = 20_000;

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
