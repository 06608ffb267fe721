/** The first lines of a report: what happened, in sentences with numbers. */
import { counted, formatNumber } from '../../base/text/counted.ts';
import { isError } from '../../model/finding.ts';
import type { BulkReport, ReportedRun, ScreenReport } from '../../model/report.ts';
import { CANDIDATES_STAY, USER_KEEPS } from '../../platform/problem.ts';
import { forTerminal } from '../terminal/escape.ts';

interface HeadlineOptions {
  /** Whether the numbers cover all parts of a continued run. The last part may have sent nothing. */
  readonly isContinued?: boolean | undefined;
  /** The causes of the error. */
  readonly background?: readonly string[] | undefined;
  /** The IANA zone of times. */
  readonly zone?: string | undefined;
}

/** All sentences. `all` is a count such as `5 users`; `problems` is ` (1 error, 2 warnings)`, or empty. */
const SAY = {
  nothingToDo: (many: string) => `Nothing to do: the input holds no ${many}.`,
  dryRun: 'Dry run: nothing was changed.',
  rulesAlone: 'Checked by the rules alone; the platform itself was not asked.',
  nothingSent: 'Nothing was sent.',
  nothingWouldBeSent: 'Nothing would be sent.',
  inAll: (outcomes: string) => `The run in all: ${outcomes}`,
  before: (outcomes: string) => `Before that: ${outcomes}`,
  outcomes: (all: string, list: string, problems: string) => `${all}: ${list || 'nothing was sent'}${problems}.`,
  oneValid: (one: string, problems: string) => `The ${one} is valid${problems}.`,
  allValid: (all: string, problems: string) => `All ${all} are valid${problems}.`,
  oneWrong: (all: string, problems: string) => `1 of ${all} has errors${problems}.`,
  someWrong: (count: string, all: string, problems: string) => `${count} of ${all} have errors${problems}.`,
  inputWrong: (problems: string) => `The input has errors${problems}.`,
  oneUnchanged: (one: string, state: string, problems: string) =>
    `Nothing to change: the ${one} is ${state}${problems}.`,
  allUnchanged: (all: string, state: string, problems: string) =>
    `Nothing to change: all ${all} are ${state}${problems}.`,
  candidatesBesides: (all: string, problems: string) =>
    `Nothing to change in ${all}, but some have candidates that the file does not name${problems}.`,
  moreBesides: (all: string, problems: string) =>
    `Nothing to change in ${all}, but some have more than the file names${problems}.`,
} as const;

export function headlineOf(report: ScreenReport, options: HeadlineOptions): string[] {
  const { isContinued = false, zone } = options;
  if (report.error !== null) return stopped(report, options);
  if (report.counts.read === 0 && report.findings.every(({ severity }) => severity === 'note')) {
    return [SAY.nothingToDo(report.words.many)];
  }
  if (isCheck(report)) return [hasErrors(report) ? wrongRecords(report) : allValid(report)];
  if (report.dryRun) {
    const rulesAlone = report.rehearsal === 'validation' ? [SAY.rulesAlone] : [];
    return [SAY.dryRun, rehearsed(report), ...rulesAlone, ...whereAndWhen(report, zone)];
  }
  if (isContinued) return [SAY.inAll(outcomes(report, isContinued))];
  const { sent, succeeded } = report.counts;
  if (sent + succeeded === 0 && hasErrors(report)) return [`${SAY.nothingSent} ${wrongRecords(report)}`];
  return [isAllUnchanged(report) ? allUnchanged(report) : outcomes(report)];
}

/** The first lines of a report file. Some headlines already have the target and the time. */
export function summaryOf({ report, tally, words, isContinued, zone }: ReportedRun): string[] {
  const headline = headlineOf({ ...report, tally, words }, { isContinued, zone });
  return [...new Set([...headline, ...whereAndWhen(report, zone), ...cutNotes(report)])];
}

/** Why a command failed, on one line, for the log of a script that reads JSON. Its exit code is not 0. */
export function failureLine(report: ScreenReport): string {
  const [first = '', second = first] = headlineOf(report, {});
  if (report.error !== null) return first;
  return `examctl: ${report.dryRun ? second : first}`;
}

function stopped(report: ScreenReport, { background = [], isContinued = false }: HeadlineOptions): string[] {
  const { error, counts, dryRun, tally } = report;
  const lines = [`examctl: ${forTerminal(error?.message ?? '')}`];
  if (error?.hint) lines.push(`  ${forTerminal(error.hint)}`);
  lines.push(...background);
  if (hasErrors(report)) lines.push(wrongRecords(report));
  if (isCheck(report)) return lines;
  // A guard stops a dry run that has a plan.
  const hasPlan = error?.name === 'GuardError' && Object.values(tally).some((count) => count > 0);
  if (dryRun) return [...lines, SAY.dryRun, ...(hasPlan ? [rehearsed(report)] : [])];
  return [...lines, counts.sent === 0 ? SAY.nothingSent : SAY.before(outcomes(report, isContinued))];
}

function rehearsed(report: ScreenReport): string {
  if (hasWrongHeader(report)) return `${SAY.nothingWouldBeSent} ${wrongRecords(report)}`;
  return isAllUnchanged(report) ? allUnchanged(report) : outcomes(report);
}

function allValid(report: ScreenReport): string {
  const { one } = report.words;
  const problems = problemCounts(report);
  return report.counts.read === 1 ? SAY.oneValid(one, problems) : SAY.allValid(allOf(report), problems);
}

/** Errors of the file belong to no record. */
function wrongRecords(report: ScreenReport): string {
  const { invalid } = report.counts;
  const problems = problemCounts(report);
  if (invalid === 0) return SAY.inputWrong(problems);
  return invalid === 1
    ? SAY.oneWrong(allOf(report), problems)
    : SAY.someWrong(formatNumber(invalid), allOf(report), problems);
}

function isAllUnchanged(report: ScreenReport): boolean {
  const { unchanged, ...others } = report.tally;
  return unchanged > 0 && Object.values(others).every((count) => count === 0) && !hasErrors(report);
}

function allUnchanged(report: ScreenReport): string {
  const { one, unchanged } = report.words;
  const problems = problemCounts(report);
  const hasRule = (...rules: readonly string[]) => report.findings.some(({ rule }) => rules.includes(rule));
  if (hasRule(CANDIDATES_STAY)) return SAY.candidatesBesides(allOf(report), problems);
  if (hasRule(...Object.values(USER_KEEPS))) return SAY.moreBesides(allOf(report), problems);
  return report.counts.read === 1
    ? SAY.oneUnchanged(one, unchanged, problems)
    : SAY.allUnchanged(allOf(report), unchanged, problems);
}

function allOf({ words: { one, many }, counts: { read } }: ScreenReport): string {
  return counted(read, one, many);
}

/** A sentence such as "40 schedules with 2,000 candidates: 38 created, 1 failed." */
function outcomes(report: ScreenReport, isContinued = false): string {
  const { candidates, invalid } = report.counts;
  const inner = candidates === undefined ? '' : ` with ${counted(candidates, 'candidate', 'candidates')}`;
  const list = outcomeCounts(report, isContinued).map(({ count, text }) => `${formatNumber(count)} ${text}`);
  return SAY.outcomes(allOf(report) + inner, list.join(', '), invalid > 0 ? problemCounts(report) : '');
}

export interface OutcomeCount {
  readonly count: number;
  /** What became of them, such as `would be created`. */
  readonly text: string;
  readonly mood: 'good' | 'change' | 'other' | 'warning' | 'error';
}

/**
 * The numbers of records by outcome. In a continued run, records that an earlier part has sent may count as unchanged.
 * Disabled logins count apart: their users are not in the file.
 */
export function outcomeCounts(
  { tally, counts, words, dryRun }: Pick<BulkReport, 'counts' | 'dryRun'> & Pick<ReportedRun, 'tally' | 'words'>,
  isContinued = false,
): OutcomeCount[] {
  const { disabled = 0 } = counts;
  const updated = Math.max(tally.updated - disabled, 0);
  // In a resumed run, logins that an earlier part disabled count as unchanged.
  const accepted = Math.max(tally.accepted - Math.max(disabled - tally.updated, 0), 0);
  const unchanged = tally.unchanged - Math.max(disabled - tally.updated - tally.accepted, 0);
  const would = dryRun ? 'would be ' : '';
  const all: OutcomeCount[] = [
    { count: tally.created, text: would + words.created, mood: 'good' },
    { count: updated, text: would + words.updated, mood: 'change' },
    { count: accepted, text: would + words.accepted, mood: 'change' },
    { count: unchanged, text: isContinued ? 'done before or unchanged' : 'unchanged', mood: 'other' },
    { count: tally.failed, text: dryRun ? 'would fail' : 'failed', mood: 'error' },
    { count: tally.unknown, text: 'of unknown outcome', mood: 'warning' },
    { count: tally.notSent, text: dryRun ? 'would be sent' : 'not sent', mood: 'other' },
    {
      count: disabled,
      text: `${disabled === 1 ? 'login' : 'logins'} ${would}disabled (not in the file)`,
      mood: 'change',
    },
    { count: counts.invalid, text: 'with errors', mood: 'error' },
  ];
  // Some kinds use one word for created and updated.
  const byText = new Map<string, OutcomeCount>();
  for (const one of all) byText.set(one.text, { ...one, count: one.count + (byText.get(one.text)?.count ?? 0) });
  return [...byText.values()].filter(({ count }) => count > 0);
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

/** Whether the report is of a check such as `validate users`, which never sends. */
export function isCheck({ target }: Pick<BulkReport, 'target'>): boolean {
  return target === null;
}

/** Whether an error is about a header. Then every record may be wrong, so none is sent. */
export function hasWrongHeader({ findings, target }: BulkReport): boolean {
  return !isCheck({ target }) && findings.some((finding) => isError(finding) && finding.record === 0);
}

/** The target and the time, since a report may be read later or elsewhere. Empty for a check. */
function whereAndWhen(report: BulkReport, zone?: string): string[] {
  const { target, createdAt } = report;
  if (target === null) return [];
  const where = forTerminal(target.kind === 'local' ? `the local platform in ${target.where}` : target.where);
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
