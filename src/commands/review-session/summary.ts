/** A summary of a review session's results. */
import { type ReviewResult, reviewResultResource } from '../../platform/resources/review-session.ts';

type PassedStatus = (typeof reviewResultResource.fields.PassedStatus.values)[number];

export interface SessionSummary {
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

export interface HistogramBar {
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
