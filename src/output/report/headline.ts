/** The first lines of a report: what happened, in sentences with numbers. */
import { CANDIDATES_STAY } from '../../bulk/model/finding.ts';
import type { RecordWords } from '../../bulk/model/record-words.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import { forTerminal } from '../terminal/escape.ts';
import { hasWrongHeader, isCheck, type Tally, tallyOf } from './tally.ts';
import { counted, formatNumber } from './words.ts';

interface HeadlineOptions {
  readonly words: RecordWords;
  /** Whether the numbers are of all parts of a run, of which the last one may have sent nothing. */
  readonly isContinued?: boolean | undefined;
  /** What lies behind the error. */
  readonly background?: readonly string[] | undefined;
}

export function headlineOf(report: BulkReport, options: HeadlineOptions): string[] {
  const { words, isContinued = false, background = [] } = options;
  if (report.error !== null) return stopped(report, words, background);
  if (report.counts.read === 0 && report.findings.length === 0) {
    return [`Nothing to do: the input holds no ${words.many}.`];
  }
  if (isCheck(report)) return [checked(report, words)];
  if (report.dryRun) return rehearsed(report, words);
  return [isContinued ? `The run in all: ${outcomes(report, words)}.` : carriedOut(report, words)];
}

function stopped(report: BulkReport, words: RecordWords, background: readonly string[]): string[] {
  const { error, counts, dryRun } = report;
  const lines = [`examctl: ${forTerminal(error?.message ?? '')}`];
  if (error?.hint) lines.push(`  ${forTerminal(error.hint)}`);
  lines.push(...background);
  if (needsMending(report)) lines.push(`${mending(report, words)}.`);
  if (isCheck(report)) return lines;
  if (dryRun) return [...lines, 'Dry run: nothing was changed.'];
  if (counts.sent === 0) return [...lines, 'Nothing was sent.'];
  return [...lines, `Before that: ${outcomes(report, words)}.`];
}

function checked(report: BulkReport, words: RecordWords): string {
  if (needsMending(report)) return `${mending(report, words)}.`;
  const { one, many } = words;
  const { read } = report.counts;
  const all = read === 1 ? `The ${one} is valid` : `All ${counted(read, one, many)} are valid`;
  return `${all}${problemCounts(report)}.`;
}

function rehearsed(report: BulkReport, words: RecordWords): string[] {
  const lines = ['Dry run: nothing was changed.', rehearsedOutcomes(report, words)];
  if (report.rehearsal === 'validation') lines.push('Checked by the rules alone; the platform itself was not asked.');
  return lines;
}

function rehearsedOutcomes(report: BulkReport, words: RecordWords): string {
  if (hasWrongHeader(report)) return `Nothing would be sent: ${lowerFirst(mending(report, words))}.`;
  return isAllUnchanged(report) ? allUnchanged(report, words) : `${outcomes(report, words)}.`;
}

function carriedOut(report: BulkReport, words: RecordWords): string {
  const { sent, succeeded } = report.counts;
  if (sent + succeeded === 0 && needsMending(report)) return `Nothing was sent: ${lowerFirst(mending(report, words))}.`;
  return isAllUnchanged(report) ? allUnchanged(report, words) : `${outcomes(report, words)}.`;
}

function isAllUnchanged(report: BulkReport): boolean {
  const { unchanged, ...others } = tallyOf(report);
  return unchanged > 0 && Object.values(others).every((count) => count === 0) && !needsMending(report);
}

function allUnchanged(report: BulkReport, words: RecordWords): string {
  const { one, many, unchanged } = words;
  const { read } = report.counts;
  const [all, are, have] =
    read === 1 ? [`the ${one}`, 'is', 'has'] : [`all ${counted(read, one, many)}`, 'are', 'have'];
  const besides = `${read === 1 ? '' : 'some have '}candidates besides`;
  const state = report.findings.some(({ rule }) => rule === CANDIDATES_STAY)
    ? `${have} what the file names, and ${besides}`
    : `${are} ${unchanged}`;
  return `Nothing to change: ${all} ${state}${problemCounts(report)}.`;
}

/** "40 schedules with 2,000 candidates: 38 created, 1 failed". */
function outcomes(report: BulkReport, words: RecordWords): string {
  const { one, many } = words;
  const { read, candidates } = report.counts;
  const inner = candidates === undefined ? '' : ` with ${counted(candidates, 'candidate', 'candidates')}`;
  const parts = [
    ...tallyParts(report, withoutDisabled(report), words),
    ...disabledPart(report),
    ...invalidPart(report),
  ];
  return `${counted(read, one, many)}${inner}: ${parts.join(', ') || 'nothing was sent'}`;
}

/**
 * Logins that were disabled are told of apart: they are of users whom the file does not have. In a run that was resumed,
 * those of its earlier parts are unchanged by now.
 */
function withoutDisabled(report: BulkReport): Tally {
  const tally = tallyOf(report);
  let left = report.counts.disabled ?? 0;
  for (const slot of ['updated', 'accepted', 'unchanged'] as const) {
    const taken = Math.min(left, tally[slot]);
    tally[slot] -= taken;
    left -= taken;
  }
  return tally;
}

function disabledPart({ counts: { disabled = 0 }, dryRun }: BulkReport): string[] {
  if (disabled === 0) return [];
  return [`${counted(disabled, 'login', 'logins')} ${dryRun ? 'would be ' : ''}disabled (not in the file)`];
}

function tallyParts({ dryRun }: BulkReport, tally: Tally, words: RecordWords): string[] {
  const { created, updated, accepted } = words;
  const would = dryRun ? 'would be ' : '';
  const parts: [count: number, words: string][] = [
    [tally.created, would + created],
    [tally.updated, would + updated],
    [tally.accepted, would + accepted],
    [tally.unchanged, 'unchanged'],
    [tally.failed, dryRun ? 'would fail' : 'failed'],
    [tally.unknown, 'of unknown outcome'],
    [tally.notSent, dryRun ? 'would be sent' : 'not sent'],
  ];
  return mergeSameWords(parts).map(([count, words]) => `${formatNumber(count)} ${words}`);
}

/** Where creating and updating go by the same word, their numbers are one. */
function mergeSameWords(parts: readonly [number, string][]): [number, string][] {
  const counts = new Map<string, number>();
  for (const [count, words] of parts) counts.set(words, (counts.get(words) ?? 0) + count);
  return [...counts].filter(([, count]) => count > 0).map(([words, count]) => [count, words]);
}

function invalidPart(report: BulkReport): string[] {
  const { invalid } = report.counts;
  if (invalid === 0) return [];
  return [`${formatNumber(invalid)} ${needWord(invalid)} mending${problemCounts(report)}`];
}

/** "38 of 2,000 users need mending (60 errors, 2 warnings)"; a fault of the file itself counts no record. */
function mending(report: BulkReport, words: RecordWords): string {
  const { one, many } = words;
  const { read, invalid } = report.counts;
  const subject =
    invalid === 0 ? 'The input needs' : `${formatNumber(invalid)} of ${counted(read, one, many)} ${needWord(invalid)}`;
  return `${subject} mending${problemCounts(report)}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function needWord(count: number): string {
  return count === 1 ? 'needs' : 'need';
}

function needsMending({ counts, findings }: BulkReport): boolean {
  return counts.invalid > 0 || findings.some(({ severity }) => severity === 'error');
}

/** What the file itself gets wrong; what the target refused is counted as failed already. */
function problemCounts({ findings, results }: BulkReport): string {
  const allErrors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - allErrors;
  const errors = allErrors - results.reduce((sum, result) => sum + result.errors.length, 0);
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error', 'errors')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning', 'warnings')] : []),
  ];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
