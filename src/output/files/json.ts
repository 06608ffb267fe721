/** JSON for scripts: the same keys in the same order, and nothing in it that a terminal would obey. */
import type { Finding } from '../../model/finding.ts';
import type { BulkReport, RecordResult } from '../../model/report.ts';
import { escapeJson } from '../terminal/escape.ts';

type ReportSummary = Omit<BulkReport, 'findings' | 'results'>;

export type ReportEvent =
  | ({ readonly event: 'finding' } & Finding)
  | ({ readonly event: 'result' } & RecordResult)
  | ({ readonly event: 'summary' } & ReportSummary);

/** A value as JSON of several lines, with a line end. */
export function renderJson(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, undefined, 2))}\n`;
}

/** Values as JSON, one a line. */
export function* renderNdjson(events: Iterable<unknown>): Generator<string> {
  for (const event of events) yield `${escapeJson(JSON.stringify(event))}\n`;
}

/** A report as events: the findings, the results, and the rest of it as the last. */
export function* reportEvents(report: BulkReport): Generator<ReportEvent> {
  const { findings, results, ...summary } = report;
  for (const finding of findings) yield { event: 'finding', ...finding };
  for (const result of results) yield { event: 'result', ...result };
  yield { event: 'summary', ...summary };
}
