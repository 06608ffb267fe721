/** A bucket of tokens that fills steadily: it limits how many requests begin in a second. */

/** The size of the bucket, in seconds of its rate. A burst is never larger, so the rate is smooth. */
const BURST_SECONDS = 0.1;

export interface RateLimit {
  /** Milliseconds until the next request may begin: 0, now. */
  waitMs(now: number): number;
  /** A request begins. */
  take(now: number): void;
}

export function burstOf(ratePerSecond: number): number {
  return Math.max(1, Math.floor(ratePerSecond * BURST_SECONDS));
}

export function createRateLimit(ratePerSecond: number | undefined): RateLimit {
  if (ratePerSecond === undefined) return { waitMs: () => 0, take: () => undefined };
  const burst = burstOf(ratePerSecond);
  let tokens = burst;
  let filledAt: number | undefined;
  const fill = (now: number): void => {
    const elapsedMs = Math.max(0, now - (filledAt ?? now));
    tokens = Math.min(burst, tokens + (elapsedMs * ratePerSecond) / 1000);
    filledAt = now;
  };
  return {
    waitMs: (now) => {
      fill(now);
      // Rounding may leave a hair of a token missing; waiting for it would spin.
      return tokens >= 1 - EPSILON ? 0 : ((1 - tokens) * 1000) / ratePerSecond;
    },
    take: (now) => {
      fill(now);
      tokens -= 1;
    },
  };
}

const EPSILON = 1e-6;
