/** Which rows go back to be mended: all rows of each record that was not accepted, in the order of the file. */
import type { SourceRow } from '../contract/draft.ts';
import type { Finding } from '../contract/finding.ts';
import { inFileOrder } from '../validation/findings.ts';
import type { RejectedDraft } from './ledger.ts';

export interface RejectedSourceRow {
  readonly row: SourceRow;
  /** What is said against this very row; empty where another row of its record is to blame. */
  readonly findings: readonly Finding[];
  readonly note?: string;
}

/** A record of several rows goes back as a whole, so that what is mended can be sent as it is. */
export function collectRejects(rejected: readonly RejectedDraft[]): RejectedSourceRow[] {
  const rows = rejected.flatMap(({ draft, findings }) =>
    draft.rows.map((row): RejectedSourceRow => {
      const own = findings.filter(({ file, line }) => file === row.file && line === row.line);
      return own.length > 0 ? { row, findings: own } : { row, findings: [], note: noteOf(findings) };
    }),
  );
  return inFileOrder(rows, ({ row }) => row);
}

function noteOf(findings: readonly Finding[]): string {
  const lines = [...new Set(findings.map(({ line }) => line))];
  const shown = lines.slice(0, MAX_LINES_NAMED).join(', ');
  return `not accepted because of line ${shown}${lines.length > MAX_LINES_NAMED ? ', …' : ''}, which is of the same record`;
}

const MAX_LINES_NAMED = 5;
