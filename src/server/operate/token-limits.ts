/** Limits of each token: how many requests begin in a second, and how many are under way at once. Of this process alone. */
import type { HttpRule } from '../refusals.ts';

export interface TokenLimits {
  readonly ratePerSecond?: number | undefined;
  readonly concurrency?: number | undefined;
}

/** A request that may not begin, and when to come back. */
interface Refused {
  readonly rule: HttpRule;
  readonly retryAfterSeconds: number;
}

interface Begun {
  end(): void;
}

interface Bucket {
  tokens: number;
  filledAt: number;
  underWay: number;
}

export type BeginRequest = (token: string) => Refused | Begun;

/** A bucket for each token that was let in: no more than there are valid tokens. A burst is one second's worth. */
export function createTokenLimits(limits: TokenLimits, now: () => number = () => performance.now()): BeginRequest {
  const { ratePerSecond = Number.POSITIVE_INFINITY, concurrency = Number.POSITIVE_INFINITY } = limits;
  const burst = Math.max(1, ratePerSecond);
  const buckets = new Map<string, Bucket>();
  return (token) => {
    const time = now();
    const bucket = buckets.get(token) ?? { tokens: burst, filledAt: time, underWay: 0 };
    buckets.set(token, bucket);
    if (time > bucket.filledAt) {
      bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.filledAt) * ratePerSecond) / 1_000);
      bucket.filledAt = time;
    }
    if (bucket.underWay >= concurrency) return { rule: 'http.busy.concurrency', retryAfterSeconds: 1 };
    if (bucket.tokens < 1) {
      return { rule: 'http.busy.rate', retryAfterSeconds: Math.ceil((1 - bucket.tokens) / ratePerSecond) };
    }
    bucket.tokens -= 1;
    bucket.underWay += 1;
    const end = () => {
      bucket.underWay -= 1;
    };
    return { end };
  };
}
