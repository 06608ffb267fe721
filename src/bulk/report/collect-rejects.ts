/** Which rows go back to be fixed: all rows of each record that was not accepted, in the order of the file. */

import type { RejectedRow, SourceRow } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { addressOf, describePlace, isSamePlace, listPlaces } from '../../model/place.ts';
import { inFileOrder } from '../check/findings.ts';
import type { RejectedDraft } from './ledger.ts';

/** A record of several rows goes back as a whole, so that the fixed file can be sent as it is. */
export function collectRejects(rejected: readonly RejectedDraft[]): RejectedRow[] {
  const rows = rejected.flatMap(({ draft, findings }) =>
    draft.rows.map((row): RejectedRow => {
      const own = findings.filter(
        (finding) => isSamePlace(finding, row) || (row.with && isSamePlace(finding, row.with)),
      );
      return own.length > 0 ? { row, findings: own } : { row, findings: [], note: noteOf(row, findings) };
    }),
  );
  return inFileOrder(rows, ({ row }) => row);
}

function noteOf(row: SourceRow, findings: readonly Finding[]): string {
  const places = findings.map((finding) =>
    finding.file === row.file ? (addressOf(finding) ?? String(finding.line)) : describePlace(finding),
  );
  const verb = new Set(places).size === 1 ? 'is' : 'are';
  return `not accepted because of ${listPlaces(places, MAX_PLACES_NAMED, row.sheet === undefined ? {} : { word: '' })}, which ${verb} of the same record`;
}

const MAX_PLACES_NAMED = 5;
