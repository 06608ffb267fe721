/** A review session as text for a terminal, with a summary of its results. */

import { counted } from '../../base/text/counted.ts';
import { wrapHanging } from '../../output/terminal/display-width.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { renderTable } from '../../output/terminal/table.ts';
import {
  type ReviewResult,
  type ReviewSession,
  reviewResultResource,
} from '../../platform/resources/review-session.ts';

const PERSON = ['CandidateExtId', 'LastName', 'FirstName'] as const;
const RESULT_COLUMNS = [...PERSON, 'PassedStatus', 'Score', 'Grade', 'HasConflicts'] as const;
const MAX_BAR = 40;

/** The width of a label with the blanks around it. */
const LABEL_WIDTH = '  Assessment  '.length;
const SUMMARY_INDENT = 2;

export async function renderSession(output: Output, session: ReviewSession): Promise<string> {
  const results = session.Results ?? [];
  const rows = results.map((result) => RESULT_COLUMNS.map((name) => cellText(result[name])));
  const { width, ascii } = output;
  const table =
    rows.length === 0 ? 'No results.\n' : await renderTable({ head: [...RESULT_COLUMNS], rows, width, ascii });
  const about = describeSession(session).flatMap((line) => wrapHanging(line, width, LABEL_WIDTH));
  const summary = describeSummary(summarise(results)).flatMap((line) => wrapHanging(line, width, SUMMARY_INDENT));
  const lines = [...about, '', table.trimEnd(), '', ...summary];
  const bars = describeHistogram(session, ascii ? '#' : '█');
  return `${[...lines, ...(bars.length > 0 ? ['', ...bars] : [])].join('\n')}\n`;
}

function describeSession(session: ReviewSession): string[] {
  const { ExternalId, Title, Code, AssessmentExtId, ScheduleExtId, Hierarchy, Owner, Status, IsArchived } = session;
  const { UsePin, UseKeycode, UseLockDownBrowser, NavigationType } = session;
  const facts = {
    Assessment: joined(AssessmentExtId, Code),
    Schedule: joined(ScheduleExtId, Hierarchy?.FullPath),
    Status: joined(Status, IsArchived && 'archived'),
    Owner: joined(Owner),
    Window: describeWindow(session),
    Options: optionsOn(session),
    Access: joined(UsePin && 'PIN', UseKeycode && 'keycode', UseLockDownBrowser && 'lockdown browser'),
    Navigation: joined(NavigationType),
  };
  const known = Object.entries(facts).filter(([, text]) => text !== '');
  const lines = known.map(([name, text]) => `  ${name.padEnd(LABEL_WIDTH - 2)}${forTerminal(text)}`);
  return [forTerminal(joined(ExternalId, Title)), ...lines];
}

function describeWindow({ ReviewPeriodMode, StartDate, EndDate }: ReviewSession): string {
  return ReviewPeriodMode === 'TIME_SPAN' ? `${StartDate ?? '?'} to ${EndDate ?? '?'}` : 'always';
}

/** The names of the options that are on, and where feedback is shown. */
function optionsOn({ ResultsOptions, OverviewOptions }: ReviewSession): string {
  const on = Object.entries({ ...ResultsOptions, ...OverviewOptions }).filter(([, value]) => value === true);
  return joined(...on.map(([name]) => name), ResultsOptions?.Feedback);
}

function describeSummary({ count, byStatus, mean, median, leftOut, conflicts }: SessionSummary): string[] {
  const named = Object.entries(byStatus).map(([status, number]) => `${number} ${status}`);
  const statuses = named.map((text) => text.toLowerCase().replace('_', ' '));
  const scores = mean === null ? 'no scores' : `mean ${mean}, median ${median}`;
  const left = leftOut === 0 ? '' : `; ${leftOut} voided left out`;
  return [
    `${counted(count, 'result', 'results')}: ${statuses.join(', ')}`,
    `Scores: ${scores}${left}. Conflicts: ${conflicts}.`,
  ];
}

function describeHistogram({ Results }: ReviewSession, block: string): string[] {
  const bars = histogram(Results ?? []);
  const most = Math.max(...bars.map(({ count }) => count));
  const labels = bars.map(({ from, to }) => `${from} to ${to}`);
  const width = Math.max(...labels.map((label) => label.length));
  return bars.map(({ count }, index) => {
    const length = Math.round((count / most) * Math.min(MAX_BAR, most));
    return `  ${(labels[index] ?? '').padStart(width)}  ${block.repeat(length)} ${count}`.trimEnd();
  });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : '') : String(value);
}

/** Joins the parts that are not empty. */
function joined(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join(', ');
}

type PassedStatus = (typeof reviewResultResource.fields.PassedStatus.values)[number];

interface SessionSummary {
  readonly count: number;
  readonly byStatus: Readonly<Record<PassedStatus, number>>;
  /** The mean of the scores that count; null if there are none. */
  readonly mean: number | null;
  readonly median: number | null;
  /** The number of voided results with a score. Their scores do not count. */
  readonly leftOut: number;
  readonly conflicts: number;
}

export function summarise(results: readonly ReviewResult[]): SessionSummary {
  const scores = scoresOf(results);
  const statuses = reviewResultResource.fields.PassedStatus.values;
  const numberOf = (status: string) => results.filter(({ PassedStatus }) => PassedStatus === status).length;
  const byStatus = statuses.map((status) => [status, numberOf(status)] as const);
  return {
    count: results.length,
    byStatus: Object.fromEntries(byStatus) as Record<PassedStatus, number>,
    mean: scores.length === 0 ? null : round(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    median: medianOf(scores),
    leftOut: results.filter((result) => hasScore(result) && isVoided(result)).length,
    conflicts: results.filter(({ HasConflicts }) => HasConflicts === true).length,
  };
}

interface HistogramBar {
  readonly from: number;
  /** Exclusive, except for the last bar. */
  readonly to: number;
  readonly count: number;
}

const MAX_BARS = 10;
const MIN_STEP = 0.1;
/** Bar widths that are easy to read. They are multiplied by powers of ten. */
const STEPS = [1, 2, 2.5, 5];

/** The distribution of the scores that count, in at most ten bars of a round width. */
export function histogram(results: readonly ReviewResult[]): HistogramBar[] {
  const scores = scoresOf(results);
  if (scores.length === 0) return [];
  const [min = 0, max = 0] = [scores[0], scores.at(-1)];
  const { step, first, length } = chooseBars(min, max);
  const bars = Array.from({ length }, () => 0);
  for (const score of scores) {
    const at = Math.min(Math.floor(inSteps(score, step)) - first, length - 1);
    bars[at] = (bars[at] ?? 0) + 1;
  }
  const border = (index: number) => round((first + index) * step);
  return bars.map((count, index) => ({ from: border(index), to: border(index + 1), count }));
}

/** The narrowest width that gives at most ten bars. Bars begin at multiples of their width. */
function chooseBars(min: number, max: number): { step: number; first: number; length: number } {
  for (let unit = MIN_STEP; ; unit *= 10) {
    for (const width of STEPS) {
      const step = round(unit * width);
      const first = Math.floor(inSteps(min, step));
      const length = Math.max(1, Math.ceil(inSteps(max, step)) - first);
      if (length <= MAX_BARS) return { step, first, length };
    }
  }
}

/** The score in steps, without rounding errors of binary fractions: 0.3 / 0.1 is less than 3, but the result is 3. */
function inSteps(score: number, step: number): number {
  return Number((score / step).toFixed(6));
}

/** The scores that count, sorted. Those of voided results do not. */
function scoresOf(results: readonly ReviewResult[]): number[] {
  const counting = results.filter((result) => !isVoided(result)).filter(hasScore);
  return counting.map(({ Score }) => Score).sort((a, b) => a - b);
}

function hasScore<R extends ReviewResult>(result: R): result is R & { readonly Score: number } {
  return Number.isFinite(result.Score);
}

function isVoided({ PassedStatus }: ReviewResult): boolean {
  return PassedStatus === 'VOIDED';
}

function medianOf(sorted: readonly number[]): number | null {
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : round((low + high) / 2);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
