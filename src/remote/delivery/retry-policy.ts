/** Decides whether a request is sent again, and when. It is a pure function of the facts so far. */
import type { NotProcessed, Uncertain } from '../wire/attempt-outcome.ts';

export interface RetryLimits {
  /** Attempts beyond the first. */
  readonly retries: number;
  /** Waiting allowed for one request, in milliseconds. */
  readonly retryBudgetMs: number;
}

/** What is known about a request after an attempt without a final answer. */
export interface Standing {
  readonly isReadOnly?: boolean | undefined;
  /** See the calls of `operations.ts`. */
  readonly isRepeatable: boolean;
  /** Attempts so far, including those that never reached the platform. */
  readonly attempts: number;
  readonly waitedMs: number;
  /** The attempt that has just ended. */
  readonly verdict: NotProcessed | Uncertain;
  /** Whether any attempt, this one included, may have been processed. */
  readonly isUnsure: boolean;
}

export type NextStep =
  /** `isPause`: the platform asked for this wait, so no other request is sent meanwhile. */
  | { readonly next: 'wait'; readonly ms: number; readonly isPause: boolean }
  /** Nothing was done, for certain. `why` completes "given up because". */
  | { readonly next: 'give-up'; readonly why: string }
  /** Whether it was done cannot be known. */
  | { readonly next: 'leave-unknown'; readonly why: string };

/** The longest time that one request may wait in all. The number of retries is a setting: `retries`. */
export const RETRY_BUDGET_MS = 300_000;
const BACKOFF_BASE_MS = 500;
const BACKOFF_MAX_MS = 30_000;

export function nextStep(standing: Standing, limits: RetryLimits, random: () => number): NextStep {
  const stop = standing.isUnsure && !standing.isReadOnly ? 'leave-unknown' : 'give-up';
  const { retryAfterMs, kind } = standing.verdict;
  const ms = retryAfterMs ?? backoffMs(standing.attempts, random);
  const why = reasonToStop(standing, limits, ms, retryAfterMs !== undefined);
  // A fault such as 500 may be about this request alone: the others go on.
  const isPause = kind === 'not-processed' && retryAfterMs !== undefined;
  return why === undefined ? { next: 'wait', ms, isPause } : { next: stop, why };
}

function reasonToStop(
  { verdict, isUnsure, isReadOnly, isRepeatable, attempts, waitedMs }: Standing,
  { retries, retryBudgetMs }: RetryLimits,
  ms: number,
  isAsked: boolean,
): string | undefined {
  if (verdict.whyFinal !== undefined) return verdict.whyFinal;
  if (isUnsure && !isReadOnly && !isRepeatable) return 'sending it again could do it twice';
  if (attempts > retries) return attempts === 1 ? 'no retries are allowed' : `${attempts} attempts were made`;
  if (waitedMs + ms <= retryBudgetMs) return undefined;
  const left = `of ${formatSeconds(retryBudgetMs)} allowed for waiting, ${formatSeconds(retryBudgetMs - waitedMs)} are left`;
  return isAsked ? `it asks to wait ${formatSeconds(ms)}, and ${left}` : left;
}

/** Exponential, with full jitter, so that requests that failed together are not sent again together. */
export function backoffMs(attempts: number, random: () => number): number {
  return random() * Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** (attempts - 1));
}

export function formatSeconds(ms: number): string {
  const seconds = ms / 1000;
  return seconds < 10 ? `${Number(seconds.toFixed(1))} s` : `${Math.round(seconds)} s`;
}
