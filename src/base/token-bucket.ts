/** A bucket of tokens that fills at a steady rate. It limits how many requests start in a second. */
export interface TokenBucket {
  /** Returns the milliseconds until the next request may start; 0 means now. `now` is a time in milliseconds. */
  waitMs(now: number): number;
  /** Takes one token: a request starts. */
  take(): void;
}

/** Rounding may leave a tiny part of a token missing. To wait for it would take many rounds of 0 ms. */
const EPSILON = 1e-6;

/** `burst` is the size of the bucket in tokens. The bucket is full at the start. */
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
