/** The report on a screen: what a bulk command did, and what is left to do. */

import { formatNumber } from '../../base/text/counted.ts';
import type { Finding } from '../../model/finding.ts';
import type { BulkReport, RecordResult, ScreenReport } from '../../model/report.ts';
import { wrapHanging } from '../terminal/display-width.ts';
import { paint } from '../terminal/style.ts';
import { describeRecord } from './changes.ts';
import { listFindings } from './findings.ts';
import { hasWrongHeader, headlineOf } from './headline.ts';
import { type NextOptions, nextSteps } from './next-steps.ts';
import { findingsOfResults } from './records.ts';

export interface ReportTextOptions extends NextOptions {
  /** Columns of the terminal. Without it, lines are not wrapped. */
  readonly width?: number | undefined;
  readonly ascii?: boolean | undefined;
  readonly color?: boolean | undefined;
  /** Whether all findings and changes are listed; otherwise the text has at most 40 lines. */
  readonly isVerbose?: boolean | undefined;
  /** The IANA zone of times. */
  readonly zone?: string | undefined;
  /** Whether the input is flags or answers, which have no line numbers. */
  readonly isTyped?: boolean | undefined;
  /** The findings that were shown before a question. They are not shown again. */
  readonly said?: ReadonlySet<Finding> | undefined;
  /** The causes of the error that stopped the command, one on each line. */
  readonly background?: readonly string[] | undefined;
}

const MAX_LINES = 40;
const MAX_CHANGES = 10;
/** However long the rest is, some findings are shown. */
const MIN_FINDING_LINES = 5;

const HANGING = 4;

/** The report as text with a line end: headline, findings, changes, next steps. */
export function renderReportText(report: ScreenReport, options: ReportTextOptions = {}): string {
  const { width, ascii = false, color = false, isTyped = false, isVerbose = false } = options;
  const wrap = (line: string) => wrapHanging(line, width, HANGING);
  const [title = [], ...others] = headlineOf(report, options).map(wrap);
  const headline = [...title.map((line) => paint('bold', line, color)), ...others.flat()];
  const changes = hasWrongHeader(report) ? [] : listChanges(report, ascii, isVerbose ? Infinity : MAX_CHANGES);
  const wrappedChanges = changes.flatMap(wrap);
  const next = nextSection(nextSteps(report, options), wrap);
  const fixed = [headline, wrappedChanges, next].filter(({ length }) => length > 0);
  const used = fixed.reduce((sum, { length }) => sum + length + 1, 0);
  const all = [...report.findings, ...findingsOfResults(report.results)];
  const findings = listFindings(
    all.filter((finding) => !options.said?.has(finding)),
    {
      ...{ width, ascii, color, isTyped, leftOut: leftOutOf(report) },
      ...(isVerbose ? {} : { maxLines: Math.max(MIN_FINDING_LINES, MAX_LINES - used) }),
    },
  );
  const sections = [headline, findings, wrappedChanges, next].filter(({ length }) => length > 0);
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function leftOutOf({ cut }: BulkReport): number {
  const { shown, total } = cut?.['findings'] ?? { shown: 0, total: 0 };
  return total - shown;
}

/** The next steps. A command is not wrapped, so that users can copy it. */
function nextSection(steps: readonly string[], wrap: (line: string) => string[]): string[] {
  const lines = steps.map((step) => `  ${step}`);
  return steps.length === 0 ? [] : ['Next:', ...lines.flatMap((line) => (isCommand(line) ? [line] : wrap(line)))];
}

function isCommand(line: string): boolean {
  return line.trimStart().startsWith('examctl ');
}

/** Lists changed records. A dry run also lists those that would be created; after a run, their number is enough. */
function listChanges(report: ScreenReport, ascii: boolean, max: number): string[] {
  const { results, dryRun, cut, tally } = report;
  const listed = results.filter(
    (result) => isGood(result) && (result.changes?.length || (dryRun && result.action === 'create')),
  );
  const lines: string[] = [];
  let shown = 0;
  for (const own of listed.map((result) => describeRecord(result, ascii))) {
    if (shown > 0 && lines.length + own.length > max) break;
    lines.push(...own);
    shown += 1;
  }
  if (shown === 0) return [];
  // A report has a limited number of results. The tally counts all.
  const isCut = cut?.['results'] !== undefined;
  const count = isCut ? Math.max(listed.length, tally.updated + (dryRun ? tally.created : 0)) : listed.length;
  if (count > shown)
    lines.push(`and ${formatNumber(count - shown)} more: ${isCut ? '-o ndjson' : '--report FILE.csv'}`);
  return [dryRun ? 'Would change:' : 'Changed:', ...lines.map((line) => `  ${line}`)];
}

function isGood({ outcome }: RecordResult): boolean {
  return outcome === 'succeeded' || outcome === 'would-succeed';
}
