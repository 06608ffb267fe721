/** The report on a screen: what a bulk command did, and what is left to do. */

import { formatNumber } from '../../base/text/counted.ts';
import type { BulkReport, RecordResult, ScreenReport } from '../../model/report.ts';
import { wrapHanging } from '../terminal/display-width.ts';
import { paint } from '../terminal/style.ts';
import { describeRecord } from './changes.ts';
import { hasWrongHeader } from './facts.ts';
import { listFindings, listNotes } from './findings.ts';
import { headlineOf } from './headline.ts';
import { type NextOptions, nextSteps } from './next-steps.ts';
import { findingsOfResults } from './result-findings.ts';

export interface ReportTextOptions extends NextOptions {
  /** Columns of the terminal. Without it, lines are not wrapped. */
  readonly width?: number | undefined;
  readonly ascii?: boolean | undefined;
  readonly color?: boolean | undefined;
  /** The largest number of listed findings and changes; the others are only counted. */
  readonly maxFindings?: number | undefined;
  /** Whether the input is flags or answers, which have no line numbers. */
  readonly isTyped?: boolean | undefined;
  /** The causes of the error that stopped the command, one on each line. */
  readonly background?: readonly string[] | undefined;
}

const MAX_FINDINGS = 10;

const HANGING = 4;

/** The report as text with a line end: headline, notes, findings, changes, next steps. */
export function renderReportText(report: ScreenReport, options: ReportTextOptions = {}): string {
  const { width, ascii = false, color = false, isTyped = false, maxFindings = MAX_FINDINGS } = options;
  const wrap = (line: string) => wrapHanging(line, width, HANGING);
  const list = { width, ascii, color, isTyped, maxFindings };
  const sections = [
    titled(headlineOf(report, options).map(wrap), color),
    listNotes(report.findings, list),
    listFindings([...report.findings, ...findingsOfResults(report.results)], { ...list, leftOut: leftOutOf(report) }),
    hasWrongHeader(report) ? [] : listChanges(report, ascii, maxFindings).flatMap(wrap),
    nextSection(nextSteps(report, options), wrap),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function leftOutOf({ cut }: BulkReport): number {
  const { shown, total } = cut?.['findings'] ?? { shown: 0, total: 0 };
  return total - shown;
}

function titled([first = [], ...others]: readonly string[][], color: boolean): string[] {
  return [...first.map((line) => paint('bold', line, color)), ...others.flat()];
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
  const { results, dryRun } = report;
  const listed = results.filter(
    (result) => isGood(result) && (result.changes?.length || (dryRun && result.action === 'create')),
  );
  const lines = listed.slice(0, max).flatMap((result) => describeRecord(result, ascii));
  const [title, many] = dryRun ? ['Would change:', 'would change'] : ['Changed:', 'changed'];
  const { count, has } = allChanges(report, listed.length);
  if (count > max) lines.push(`shown ${Math.min(max, listed.length)} of ${formatNumber(count)} that ${many}; ${has}`);
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

/** The number of all changes, and the flag that lists them all. A report has a limited number of results. */
function allChanges(
  { cut, tally, dryRun }: ScreenReport,
  listed: number,
): { readonly count: number; readonly has: string } {
  if (cut?.['results'] === undefined) return { count: listed, has: '--report FILE.csv has all' };
  const count = tally.updated + (dryRun ? tally.created : 0);
  return { count: Math.max(count, listed), has: '-o ndjson has all' };
}

function isGood({ outcome }: RecordResult): boolean {
  return outcome === 'succeeded' || outcome === 'would-succeed';
}
