/** The first lines of a report: what happened, in sentences with numbers. */

import { counted, formatNumber } from '../../base/text/counted.ts';
import { lowerFirst } from '../../base/text/lower-first.ts';
import { isError } from '../../model/finding.ts';
import type { BulkReport, ScreenReport, Tally } from '../../model/report.ts';
import { CANDIDATES_STAY } from '../../platform/problem.ts';
import { forTerminal } from '../terminal/escape.ts';
import { hasWrongHeader, isCheck, whereAndWhen } from './facts.ts';

interface HeadlineOptions {
  /** Whether the numbers cover all parts of a continued run. The last part may have sent nothing. */
  readonly isContinued?: boolean | undefined;
  /** The causes of the error. */
  readonly background?: readonly string[] | undefined;
  /** The IANA zone of times. */
  readonly zone?: string | undefined;
}

export function headlineOf(report: ScreenReport, options: HeadlineOptions): string[] {
  const { isContinued = false, background = [], zone } = options;
  if (report.error !== null) return stopped(report, background, isContinued);
  if (report.counts.read === 0 && report.findings.every(({ severity }) => severity === 'note')) {
    return [`Nothing to do: the input holds no ${report.words.many}.`];
  }
  if (isCheck(report)) return [checked(report)];
  if (report.dryRun) return rehearsed(report, zone);
  return [isContinued ? `The run in all: ${outcomes(report, isContinued)}.` : carriedOut(report)];
}

/** Why a command failed, on one line, for the log of a script that reads JSON. Its exit code is not 0. */
export function failureLine(report: ScreenReport): string {
  const [first = '', second = first] = headlineOf(report, {});
  if (report.error !== null) return first;
  return `examctl: ${report.dryRun ? second : first}`;
}

function stopped(report: ScreenReport, background: readonly string[], isContinued: boolean): string[] {
  const { error, counts, dryRun } = report;
  const lines = [`examctl: ${forTerminal(error?.message ?? '')}`];
  if (error?.hint) lines.push(`  ${forTerminal(error.hint)}`);
  lines.push(...background);
  if (hasErrors(report)) lines.push(`${wrongRecords(report)}.`);
  if (isCheck(report)) return lines;
  if (dryRun)
    return [...lines, 'Dry run: nothing was changed.', ...(hasPlan(report) ? [rehearsedOutcomes(report)] : [])];
  if (counts.sent === 0) return [...lines, 'Nothing was sent.'];
  return [...lines, `Before that: ${outcomes(report, isContinued)}.`];
}

/** Whether a stopped dry run has a plan, which is the case if a guard has stopped it. */
function hasPlan({ error, tally }: ScreenReport): boolean {
  return error?.name === 'GuardError' && Object.values(tally).some((count) => count > 0);
}

function checked(report: ScreenReport): string {
  if (hasErrors(report)) return `${wrongRecords(report)}.`;
  const { one, many } = report.words;
  const { read } = report.counts;
  const all = read === 1 ? `The ${one} is valid` : `All ${counted(read, one, many)} are valid`;
  return `${all}${problemCounts(report)}.`;
}

function rehearsed(report: ScreenReport, zone: string | undefined): string[] {
  const lines = ['Dry run: nothing was changed.', rehearsedOutcomes(report)];
  if (report.rehearsal === 'validation') lines.push('Checked by the rules alone; the platform itself was not asked.');
  return [...lines, ...whereAndWhen(report, zone)];
}

function rehearsedOutcomes(report: ScreenReport): string {
  if (hasWrongHeader(report)) return `Nothing would be sent: ${lowerFirst(wrongRecords(report))}.`;
  return isAllUnchanged(report) ? allUnchanged(report) : `${outcomes(report)}.`;
}

function carriedOut(report: ScreenReport): string {
  const { sent, succeeded } = report.counts;
  if (sent + succeeded === 0 && hasErrors(report)) return `Nothing was sent: ${lowerFirst(wrongRecords(report))}.`;
  return isAllUnchanged(report) ? allUnchanged(report) : `${outcomes(report)}.`;
}

function isAllUnchanged(report: ScreenReport): boolean {
  const { unchanged, ...others } = report.tally;
  return unchanged > 0 && Object.values(others).every((count) => count === 0) && !hasErrors(report);
}

function allUnchanged(report: ScreenReport): string {
  const { one, many, unchanged } = report.words;
  const { read } = report.counts;
  const [all, are, have] =
    read === 1 ? [`the ${one}`, 'is', 'has'] : [`all ${counted(read, one, many)}`, 'are', 'have'];
  const besides = `${read === 1 ? '' : 'some have '}candidates besides`;
  const state = report.findings.some(({ rule }) => rule === CANDIDATES_STAY)
    ? `${have} what the file names, and ${besides}`
    : `${are} ${unchanged}`;
  return `Nothing to change: ${all} ${state}${problemCounts(report)}.`;
}

/**
 * A sentence such as "40 schedules with 2,000 candidates: 38 created, 1 failed". In a continued run, records that an
 * earlier part has sent may count as unchanged.
 */
function outcomes(report: ScreenReport, isContinued = false): string {
  const { one, many } = report.words;
  const { read, candidates } = report.counts;
  const inner = candidates === undefined ? '' : ` with ${counted(candidates, 'candidate', 'candidates')}`;
  const unchanged = isContinued ? 'done before or unchanged' : 'unchanged';
  const parts = [
    ...tallyParts(report, withoutDisabled(report), unchanged),
    ...disabledPart(report),
    ...invalidPart(report),
  ];
  return `${counted(read, one, many)}${inner}: ${parts.join(', ') || 'nothing was sent'}`;
}

/**
 * The tally without disabled logins, which are shown separately: their users are not in the file. In a resumed run,
 * logins that an earlier part disabled count as unchanged.
 */
function withoutDisabled(report: ScreenReport): Tally {
  const tally = { ...report.tally };
  let left = report.counts.disabled ?? 0;
  for (const outcome of ['updated', 'accepted', 'unchanged'] as const) {
    const disabled = Math.min(left, tally[outcome]);
    tally[outcome] -= disabled;
    left -= disabled;
  }
  return tally;
}

function disabledPart({ counts: { disabled = 0 }, dryRun }: BulkReport): string[] {
  if (disabled === 0) return [];
  return [`${counted(disabled, 'login', 'logins')} ${dryRun ? 'would be ' : ''}disabled (not in the file)`];
}

function tallyParts({ dryRun, words }: ScreenReport, tally: Tally, unchanged: string): string[] {
  const { created, updated, accepted } = words;
  const would = dryRun ? 'would be ' : '';
  const parts: [count: number, words: string][] = [
    [tally.created, would + created],
    [tally.updated, would + updated],
    [tally.accepted, would + accepted],
    [tally.unchanged, unchanged],
    [tally.failed, dryRun ? 'would fail' : 'failed'],
    [tally.unknown, 'of unknown outcome'],
    [tally.notSent, dryRun ? 'would be sent' : 'not sent'],
  ];
  return mergeSameWords(parts).map(([count, words]) => `${formatNumber(count)} ${words}`);
}

/** Adds up the counts that have the same words, since some kinds use one word for created and updated. */
function mergeSameWords(parts: readonly [number, string][]): [number, string][] {
  const counts = new Map<string, number>();
  for (const [count, words] of parts) counts.set(words, (counts.get(words) ?? 0) + count);
  return [...counts].filter(([, count]) => count > 0).map(([words, count]) => [count, words]);
}

function invalidPart(report: BulkReport): string[] {
  const { invalid } = report.counts;
  if (invalid === 0) return [];
  return [`${formatNumber(invalid)} ${haveErrors(invalid)}${problemCounts(report)}`];
}

/** A text such as "38 of 2,000 users have errors (60 errors, 2 warnings)". Errors of the file belong to no record. */
function wrongRecords(report: ScreenReport): string {
  const { one, many } = report.words;
  const { read, invalid } = report.counts;
  const subject =
    invalid === 0
      ? 'The input has errors'
      : `${formatNumber(invalid)} of ${counted(read, one, many)} ${haveErrors(invalid)}`;
  return subject + problemCounts(report);
}

function haveErrors(count: number): string {
  return count === 1 ? 'has errors' : 'have errors';
}

/** Whether the input has errors. Refusals of the target do not count. */
function hasErrors(report: BulkReport): boolean {
  return report.counts.invalid > 0 || inputErrors(report) > 0;
}

/** The number of errors without those of the target, whose records count as failed. */
function inputErrors({ findings, results }: BulkReport): number {
  return findings.filter(isError).length - results.reduce((sum, result) => sum + result.errors.length, 0);
}

function problemCounts(report: BulkReport): string {
  const { findings, cut } = report;
  const errors = inputErrors(report);
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error', 'errors')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning', 'warnings')] : []),
  ];
  const atLeast = cut?.['findings'] === undefined ? '' : 'at least ';
  return parts.length > 0 ? ` (${atLeast}${parts.join(', ')})` : '';
}
