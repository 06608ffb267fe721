/** What every form of a report says or asks: what it is a report of, where and when, and what it leaves out. */

import { formatNumber } from '../../base/text/counted.ts';
import { isError } from '../../model/finding.ts';
import type { BulkReport } from '../../model/report.ts';
import { forTerminal } from '../terminal/escape.ts';

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
  return [WHERE[whereKind(report)](where, formatTime(createdAt, zone))];
}

const WHERE = {
  compared: (where: string, when: string) => `Compared with ${where}, ${when}.`,
  sent: (where: string, when: string) => `Sent to ${where}, ${when}.`,
  meant: (where: string, when: string) => `For ${where}, ${when}.`,
} as const;

function whereKind({ target, rehearsal, dryRun, counts, error }: BulkReport): keyof typeof WHERE {
  if (rehearsal === 'engine') return 'compared';
  if (!dryRun && counts.sent > 0) return 'sent';
  const isCompared = !dryRun && error === null && counts.unchanged > 0 && target?.kind === 'local';
  return isCompared ? 'compared' : 'meant';
}

/** Notes about the lists that the report has cut. */
export function cutNotes({ cut = {} }: BulkReport): string[] {
  return Object.entries(cut).map(
    ([name, { shown, total }]) => `The report has ${formatNumber(shown)} of ${formatNumber(total)} ${name}.`,
  );
}

/** A time for people: `2026-11-21 03:15 UTC`, or with a zone `2026-11-21 04:15 Europe/Amsterdam`. */
function formatTime(iso: string, zone = 'UTC'): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return `${parts.format(new Date(iso))} ${zone}`;
}
