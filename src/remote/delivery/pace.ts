/** Decides when a request may begin. All requests of a service share it; the first in the queue goes first. */

import { setTimeout as delay } from 'node:timers/promises';
import { createTokenBucket, type TokenBucket } from '../../base/token-bucket.ts';

export interface PaceOptions {
  readonly concurrency: number;
  readonly ratePerSecond: number | undefined;
  readonly clock: Clock;
  /** Once aborted, nothing begins any more. */
  readonly halt: AbortSignal;
}

/** What the result of an attempt shows about the platform's load. */
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
  /** In the order of their requests for a turn. */
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
    // Only the requests that wait now: a notified request may join the queue again at once.
    for (let left = this.#waiting.size; left > 0; left -= 1) this.#callNext('paused');
  }

  /** The rest of the pause, in milliseconds. */
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

  /** Admits again after a time, if the first in the queue waits for the clock and not for the end of a request. */
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

/** The size of the bucket, in seconds of its rate. No burst is larger, so the rate is smooth. */
const BURST_SECONDS = 0.1;

export function burstOf(ratePerSecond: number): number {
  return Math.max(1, Math.floor(ratePerSecond * BURST_SECONDS));
}

/** The longest patience, in rounds: at a limit of 2 requests at once, one refusal in 512 requests. */
const MAX_PATIENCE = 256;

/**
 * The number of requests under way at once: additive increase, multiplicative decrease, as in TCP. When the platform
 * says that it is busy, the window halves. After a round, which is as many successes as its size, it grows by one.
 * Before it exceeds the size that the platform last bore, it waits for more rounds each time that this was refused:
 * a platform with a fixed limit would otherwise ask for a pause after every few requests.
 */
export function createWindow(max: number) {
  let successes = 0;
  /** The largest size that was not refused. */
  let borne = max;
  /** The rounds at the size `borne` before a larger one is tried. */
  let patience = 1;
  const window = {
    size: max,
    /** Counts the cuts. A request that began before a cut says nothing about the window after it. */
    epoch: 0,
    succeeded: (): void => {
      if (borne === max && window.size === max) return;
      successes += 1;
      if (successes < window.size * (window.size === borne ? patience : 1)) return;
      successes = 0;
      if (window.size > borne) {
        borne = window.size;
        patience = 1;
      }
      window.size = Math.min(max, window.size + 1);
    },
    /** `epoch` is the one in which the request began: many refusals of one window cut it only once. */
    overloaded: (epoch: number): void => {
      if (epoch !== window.epoch) return;
      if (window.size > borne) patience = Math.min(MAX_PATIENCE, patience * 4);
      borne = Math.max(1, window.size - 1);
      window.size = Math.max(1, Math.floor(window.size / 2));
      successes = 0;
      window.epoch += 1;
    },
  };
  return window;
}

/** Time and chance, as parameters of the service, so that tests need not wait. */
export interface Clock {
  /** Milliseconds that never go back: a change of the time of day has no effect. */
  readonly now: () => number;
  /** Resolves after the given milliseconds, or at once when the signal is aborted. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

/** With a longer time, `setTimeout` fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(Math.min(ms, MAX_TIMER_MS), undefined, { signal });
    } catch {
      // Aborted: the caller looks at the signal.
    }
  },
  random: Math.random,
};
