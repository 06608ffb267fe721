import { ROWS_SWALLOWED } from '../../bulk/model/finding.ts';
import type { BulkReport, RecordResult } from '../../bulk/model/report.ts';

/** The outcomes of the records, or the predicted ones in a dry run. */
export interface Tally {
  created: number;
  updated: number;
  /** Done, without word from the target whether it created or updated. */
  accepted: number;
  unchanged: number;
  failed: number;
  unknown: number;
  notSent: number;
}

/** Counts from the results, which know what was created; from the report's own counts where it lists none. */
export function tallyOf(report: BulkReport): Tally {
  if (report.results.length === 0) return tallyOfCounts(report);
  const total = report.cut?.['results']?.total;
  if (total !== undefined) return tallyOfCut(report, total);
  const tally = emptyTally();
  for (const result of report.results) tally[slotOf(result)] += 1;
  // Records that need no sending may have no result.
  return { ...tally, unchanged: Math.max(tally.unchanged, report.counts.unchanged) };
}

function slotOf({ action, outcome }: RecordResult): keyof Tally {
  if (outcome === 'failed' || outcome === 'would-fail') return 'failed';
  if (outcome === 'unknown') return 'unknown';
  if (action === 'unchanged') return 'unchanged';
  if (outcome === 'not-sent') return 'notSent';
  return action === 'create' ? 'created' : action === 'update' ? 'updated' : 'accepted';
}

function tallyOfCounts({ counts, dryRun, command }: BulkReport): Tally {
  const { create, update, unchanged, failed, unknown, succeeded } = counts;
  const base = { ...emptyTally(), unchanged, failed, unknown };
  if (isCheck(command)) return base;
  // The plan's numbers are what happened only if all of it did.
  const allDone = create + update > 0 && create + update === succeeded;
  return dryRun || allDone
    ? { ...base, created: create, updated: update }
    : { ...base, accepted: Math.max(0, succeeded - unchanged) };
}

/** A list that was cut still has all failures. The report's counts cover the other results. */
function tallyOfCut({ counts, dryRun, results }: BulkReport, total: number): Tally {
  const { create, update, unchanged, succeeded, unknown } = counts;
  const failed = results.filter((result) => slotOf(result) === 'failed').length;
  const base = { ...emptyTally(), unchanged, failed, unknown };
  if (dryRun) {
    const notSent = total - create - update - unchanged - failed;
    return { ...base, created: create, updated: update, notSent };
  }
  const done = succeeded - unchanged;
  const notSent = total - succeeded - failed - unknown;
  // What was planned, but for what went badly.
  const created = create - countBad(results, 'create');
  const updated = update - countBad(results, 'update');
  return created + updated === done ? { ...base, created, updated, notSent } : { ...base, accepted: done, notSent };
}

function countBad(results: readonly RecordResult[], planned: RecordResult['action']): number {
  return results.filter(({ action, outcome }) => action === planned && (outcome === 'failed' || outcome === 'unknown'))
    .length;
}

/** `validate users` and its like: nothing is ever sent. */
export function isCheck(command: string): boolean {
  return command.startsWith('validate ');
}

/** A header is no record's: where it is wrong, so may every record be, and none is sent. */
export function hasWrongHeader({ findings, command }: BulkReport): boolean {
  return !isCheck(command) && findings.some(({ severity, record }) => severity === 'error' && record === 0);
}

function emptyTally(): Tally {
  return { created: 0, updated: 0, accepted: 0, unchanged: 0, failed: 0, unknown: 0, notSent: 0 };
}

/** Such rows are put right in the file itself: what stands in their cells are rows of it. */
export function hasSwallowedRows({ findings }: BulkReport): boolean {
  return findings.some(({ severity, rule }) => severity === 'error' && rule === ROWS_SWALLOWED);
}
