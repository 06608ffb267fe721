/** A bucket of tokens that fills steadily: it limits how many requests begin in a second. */
export interface TokenBucket {
  /** Milliseconds until the next request may begin: 0, now. */
  waitMs(now: number): number;
  /** A request begins. */
  take(): void;
}

/** Rounding may leave a hair of a token missing; waiting for it would spin. */
const EPSILON = 1e-6;

/** `burst` is the size of the bucket, which is full at first. */
export function createTokenBucket(ratePerSecond: number, burst: number): TokenBucket {
  let tokens = burst;
  let filledAt = Number.POSITIVE_INFINITY;
  return {
    waitMs: (now) => {
      const elapsedMs = now - filledAt;
      if (elapsedMs > 0) tokens = Math.min(burst, tokens + (elapsedMs * ratePerSecond) / 1_000);
      filledAt = now;
      return tokens >= 1 - EPSILON ? 0 : ((1 - tokens) * 1_000) / ratePerSecond;
    },
    take: () => {
      tokens -= 1;
    },
  };
}
