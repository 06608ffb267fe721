/** What every form of a report says or asks: what it is a report of, where and when, and what it leaves out. */

import { formatNumber } from '../../base/text/counted.ts';
import { isError } from '../../model/finding.ts';
import type { BulkReport } from '../../model/report.ts';
import { forTerminal } from '../terminal/escape.ts';
import { formatTime } from './format-time.ts';

/** Whether the report is of a check such as `validate users`, which never sends. */
export function isCheck({ target }: Pick<BulkReport, 'target'>): boolean {
  return target === null;
}

/** Whether an error is about a header. Then every record may be wrong, so none is sent. */
export function hasWrongHeader({ findings, target }: BulkReport): boolean {
  return !isCheck({ target }) && findings.some((finding) => isError(finding) && finding.record === 0);
}

/** The target and the time, since a report may be read later or elsewhere. Empty for a check. */
export function whereAndWhen(report: BulkReport, zone?: string): string[] {
  const { target, createdAt } = report;
  if (target === null) return [];
  const where = forTerminal(target.kind === 'local' ? `the embedded engine in ${target.where}` : target.where);
  return [`${whereVerb(report)} ${where}, ${formatTime(createdAt, zone)}.`];
}

function whereVerb({ target, rehearsal, dryRun, counts, error }: BulkReport): string {
  if (rehearsal === 'engine') return 'Compared with';
  if (!dryRun && counts.sent > 0) return 'Sent to';
  const isCompared = !dryRun && error === null && counts.unchanged > 0 && target?.kind === 'local';
  return isCompared ? 'Compared with' : 'For';
}

/** Notes about the lists that the report has cut. */
export function cutNotes({ cut = {} }: BulkReport): string[] {
  return Object.entries(cut).map(
    ([name, { shown, total }]) => `The report has ${formatNumber(shown)} of ${formatNumber(total)} ${name}.`,
  );
}
