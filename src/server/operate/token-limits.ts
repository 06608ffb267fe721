/** Limits the requests of each token: new ones in a second, and simultaneous ones. Each process counts for itself. */
import { createTokenBucket, type TokenBucket } from '../../base/token-bucket.ts';
import type { HttpRule } from '../answers.ts';

export interface TokenLimits {
  readonly ratePerSecond?: number | undefined;
  readonly concurrency?: number | undefined;
}

/** The refusal of a request that may not begin, with the time to wait. */
interface Refused {
  readonly rule: HttpRule;
  readonly retryAfterSeconds: number;
}

interface Begun {
  end(): void;
}

export type BeginRequest = (token: string) => Refused | Begun;

/**
 * Keeps a bucket for each accepted token, so there are never more than valid tokens. A burst is the rate of one second.
 */
export function createTokenLimits(limits: TokenLimits, now: () => number = () => performance.now()): BeginRequest {
  const { ratePerSecond = Number.POSITIVE_INFINITY, concurrency = Number.POSITIVE_INFINITY } = limits;
  const burst = Math.max(1, ratePerSecond);
  const known = new Map<string, { readonly bucket: TokenBucket; underWay: number }>();
  return (token) => {
    const use = known.get(token) ?? { bucket: createTokenBucket(ratePerSecond, burst), underWay: 0 };
    known.set(token, use);
    const waitMs = use.bucket.waitMs(now());
    if (use.underWay >= concurrency) return { rule: 'http.busy.concurrency', retryAfterSeconds: 1 };
    if (waitMs > 0) return { rule: 'http.busy.rate', retryAfterSeconds: Math.ceil(waitMs / 1_000) };
    use.bucket.take();
    use.underWay += 1;
    const end = () => {
      use.underWay -= 1;
    };
    return { end };
  };
}
