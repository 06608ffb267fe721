/** The rows that go back to be fixed: all rows of each record that was not accepted, in file order. */
import type { SourceRow } from '../model/draft.ts';
import type { Finding } from '../model/finding.ts';
import { inFileOrder } from '../check/findings.ts';
import type { RejectedDraft } from './ledger.ts';

export interface RejectedSourceRow {
  readonly row: SourceRow;
  /** The faults of this row; empty if another row of its record is wrong. */
  readonly findings: readonly Finding[];
  readonly note?: string | undefined;
}

/** A record of several rows goes back as a whole, so that the fixed rows can be sent as they are. */
export function collectRejects(rejected: readonly RejectedDraft[]): RejectedSourceRow[] {
  const rows = rejected.flatMap(({ draft, findings }) =>
    draft.rows.map((row): RejectedSourceRow => {
      const own = findings.filter((finding) => isAt(finding, row) || (row.with && isAt(finding, row.with)));
      return own.length > 0 ? { row, findings: own } : { row, findings: [], note: noteOf(row, findings) };
    }),
  );
  return inFileOrder(rows, ({ row }) => row);
}

type Place = Pick<Finding, 'file' | 'line'>;

function isAt({ file, line }: Place, place: Place): boolean {
  return file === place.file && line === place.line;
}

function noteOf(row: SourceRow, findings: readonly Finding[]): string {
  const places = findings.map(({ file, line }) => (file === row.file ? String(line) : `${file}:${line}`));
  const all = [...new Set(places)];
  const shown = all.slice(0, MAX_PLACES_NAMED).join(', ') + (all.length > MAX_PLACES_NAMED ? ', …' : '');
  return all.length === 1
    ? `not accepted because of line ${shown}, which is of the same record`
    : `not accepted because of lines ${shown}, which are of the same record`;
}

const MAX_PLACES_NAMED = 5;
