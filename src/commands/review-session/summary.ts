/** What a review session's results say as a whole. */
import type { ReviewResult } from '../../contract/review-session.ts';
import { reviewResultResource } from '../../contract/review-session.ts';

type PassedStatus = (typeof reviewResultResource.fields.PassedStatus.values)[number];

export interface SessionSummary {
  readonly count: number;
  readonly byStatus: Readonly<Record<PassedStatus, number>>;
  /** Of the scores that there are; null where there are none. */
  readonly mean: number | null;
  readonly median: number | null;
  readonly conflicts: number;
}

export function summarise(results: readonly ReviewResult[]): SessionSummary {
  const scores = scoresOf(results);
  const statuses = reviewResultResource.fields.PassedStatus.values;
  const byStatus = statuses.map((status) => [
    status,
    results.filter(({ PassedStatus }) => PassedStatus === status).length,
  ]);
  return {
    count: results.length,
    byStatus: Object.fromEntries(byStatus),
    mean: scores.length === 0 ? null : round(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    median: medianOf(scores),
    conflicts: results.filter(({ HasConflicts }) => HasConflicts === true).length,
  };
}

export interface HistogramBar {
  readonly from: number;
  /** Excluded, but for the last bar. */
  readonly to: number;
  readonly count: number;
}

const MAX_BARS = 10;
/** Widths of bars that people count in. */
const STEPS = [0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000];

/** How many results have which score, in at most ten bars of a round width. */
export function histogram(results: readonly ReviewResult[]): HistogramBar[] {
  const scores = scoresOf(results);
  if (scores.length === 0) return [];
  const [min, max] = [Math.min(...scores), Math.max(...scores)];
  const step = STEPS.find((width) => (max - min) / width < MAX_BARS) ?? Math.ceil((max - min + 1) / MAX_BARS);
  const first = Math.floor(min / step);
  const last = Math.max(first, Math.ceil(max / step) - 1);
  const bars = Array.from({ length: last - first + 1 }, () => 0);
  for (const score of scores) {
    const at = Math.min(Math.floor(score / step) - first, bars.length - 1);
    bars[at] = (bars[at] ?? 0) + 1;
  }
  return bars.map((count, index) => ({
    from: round((first + index) * step),
    to: round((first + index + 1) * step),
    count,
  }));
}

function scoresOf(results: readonly ReviewResult[]): number[] {
  return results.flatMap(({ Score }) => (typeof Score === 'number' ? [Score] : [])).sort((a, b) => a - b);
}

function medianOf(sorted: readonly number[]): number | null {
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : round((low + high) / 2);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
