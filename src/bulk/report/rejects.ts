/** Which rows go back to be mended: all rows of each record that was not accepted, in the order of the file. */
import type { SourceRow } from '../model/draft.ts';
import type { Finding } from '../model/finding.ts';
import { describePlace, isSamePlace, listPlaces } from '../model/place.ts';
import { inFileOrder } from '../check/findings.ts';
import type { RejectedDraft } from './ledger.ts';

export interface RejectedSourceRow {
  readonly row: SourceRow;
  /** What is said against this very row; empty where another row of its record is to blame. */
  readonly findings: readonly Finding[];
  readonly note?: string | undefined;
}

/** A record of several rows goes back as a whole, so that what is mended can be sent as it is. */
export function collectRejects(rejected: readonly RejectedDraft[]): RejectedSourceRow[] {
  const rows = rejected.flatMap(({ draft, findings }) =>
    draft.rows.map((row): RejectedSourceRow => {
      const own = findings.filter(
        (finding) => isSamePlace(finding, row) || (row.with && isSamePlace(finding, row.with)),
      );
      return own.length > 0 ? { row, findings: own } : { row, findings: [], note: noteOf(row, findings) };
    }),
  );
  return inFileOrder(rows, ({ row }) => row);
}

function noteOf(row: SourceRow, findings: readonly Finding[]): string {
  const places = findings.map((finding) => (finding.file === row.file ? String(finding.line) : describePlace(finding)));
  const verb = new Set(places).size === 1 ? 'is' : 'are';
  return `not accepted because of ${listPlaces(places, MAX_PLACES_NAMED)}, which ${verb} of the same record`;
}

const MAX_PLACES_NAMED = 5;
