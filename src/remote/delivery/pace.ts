/** When a request may begin: shared by all requests of a service. First come, first served. */
import { createTokenBucket, type TokenBucket } from '../../base/token-bucket.ts';
import type { Clock } from '../wire/clock.ts';

export interface PaceOptions {
  readonly concurrency: number;
  readonly ratePerSecond: number | undefined;
  readonly clock: Clock;
  /** Once aborted, nothing begins any more. */
  readonly halt: AbortSignal;
}

/** What an attempt says about the platform's load. */
export type LoadSign = 'succeeded' | 'overloaded' | 'none';

export interface Lease {
  /** The attempt has ended. */
  release(sign: LoadSign): void;
}

/** The result of waiting: a turn, the end of all turns, or a pause that is longer than allowed. */
export type Turn = Lease | 'halted' | 'paused';

export class Pace {
  readonly #window: ReturnType<typeof createWindow>;
  readonly #rate: TokenBucket;
  readonly #clock: Clock;
  readonly #halt: AbortSignal;
  /** In the order in which they came. */
  readonly #waiting = new Set<(turn: Turn) => void>();
  #underWay = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  constructor({ concurrency, ratePerSecond = Number.POSITIVE_INFINITY, clock, halt }: PaceOptions) {
    this.#window = createWindow(concurrency);
    this.#rate = createTokenBucket(ratePerSecond, burstOf(ratePerSecond));
    this.#clock = clock;
    this.#halt = halt;
    halt.addEventListener('abort', () => this.#admit(), { once: true });
  }

  /** Waits for its turn. */
  begin(): Promise<Turn> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      this.#admit();
    });
  }

  /** The platform asked for a pause: no request begins until it ends, and waiting requests are notified. */
  pause(ms: number): void {
    const until = this.#clock.now() + ms;
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    // Only those that wait now: they may come back at once.
    for (let left = this.#waiting.size; left > 0; left -= 1) this.#callNext('paused');
  }

  /** What is left of a pause, in milliseconds. */
  pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  #admit(): void {
    while (this.#waiting.size > 0) {
      if (this.#halt.aborted) {
        this.#callNext('halted');
        continue;
      }
      if (this.#underWay >= this.#window.size) return;
      const now = this.#clock.now();
      const waitMs = Math.max(this.pauseLeft(), this.#rate.waitMs(now));
      if (waitMs > 0) {
        void this.#admitAfter(waitMs);
        return;
      }
      this.#rate.take();
      this.#callNext(this.#lease());
    }
  }

  #callNext(turn: Turn): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next(turn);
  }

  /** Wakes up when it is the clock, not the end of a request, that the first in the queue waits for. */
  async #admitAfter(ms: number): Promise<void> {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    await this.#clock.sleep(ms, this.#halt);
    this.#isWaiting = false;
    this.#admit();
  }

  #lease(): Lease {
    const { epoch } = this.#window;
    this.#underWay += 1;
    return {
      release: (sign) => {
        this.#underWay -= 1;
        if (sign === 'succeeded') this.#window.succeeded();
        if (sign === 'overloaded') this.#window.overloaded(epoch);
        this.#admit();
      },
    };
  }
}

/** The size of the bucket, in seconds of its rate. A burst is never larger, so the rate is smooth. */
const BURST_SECONDS = 0.1;

export function burstOf(ratePerSecond: number): number {
  return Math.max(1, Math.floor(ratePerSecond * BURST_SECONDS));
}

/**
 * How many requests are under way at once: additive increase, multiplicative decrease, as TCP does it. The platform
 * says that it is busy, and the window halves; for each window's worth of answers it grows by one again.
 */
export function createWindow(max: number) {
  const window = {
    size: max,
    /** Stands for the window as it is now; what was begun before a cut tells nothing of the window after it. */
    epoch: 0,
    succeeded: (): void => {
      if (window.size === max) return;
      successes += 1;
      if (successes < window.size) return;
      successes = 0;
      window.size += 1;
    },
    /** `epoch` is that of the request's beginning: a window full of refusals is one sign, and cuts once. */
    overloaded: (epoch: number): void => {
      if (epoch !== window.epoch) return;
      window.size = Math.max(1, Math.floor(window.size / 2));
      successes = 0;
      window.epoch += 1;
    },
  };
  let successes = 0;
  return window;
}
