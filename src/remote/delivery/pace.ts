/** When a request may begin: shared by all requests of a service. First come, first served. */
import type { Clock } from '../wire/clock.ts';
import { createQueue } from '../queue.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { createWindow, type Window } from './window.ts';

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
  readonly #window: Window;
  readonly #rate: RateLimit;
  readonly #clock: Clock;
  readonly #halt: AbortSignal;
  readonly #queue = createQueue<(turn: Turn) => void>();
  #underWay = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  constructor({ concurrency, ratePerSecond, clock, halt }: PaceOptions) {
    this.#window = createWindow(concurrency);
    this.#rate = createRateLimit(ratePerSecond);
    this.#clock = clock;
    this.#halt = halt;
    halt.addEventListener('abort', () => this.#admit(), { once: true });
  }

  /** Waits for its turn. */
  begin(): Promise<Turn> {
    return new Promise((resolve) => {
      this.#queue.add(resolve);
      this.#admit();
    });
  }

  /** The platform asked for a pause: no request begins until it ends, and waiting requests are notified. */
  pause(ms: number): void {
    const until = this.#clock.now() + ms;
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    // Only those that wait now: they may come back at once.
    for (let left = this.#queue.size; left > 0; left -= 1) this.#queue.take()?.('paused');
  }

  /** What is left of a pause, in milliseconds. */
  pauseLeft(): number {
    return Math.max(0, this.#pausedUntil - this.#clock.now());
  }

  #admit(): void {
    while (this.#queue.size > 0) {
      if (this.#halt.aborted) {
        this.#queue.take()?.('halted');
        continue;
      }
      if (this.#underWay >= this.#window.size) return;
      const now = this.#clock.now();
      const waitMs = Math.max(this.pauseLeft(), this.#rate.waitMs(now));
      if (waitMs > 0) {
        void this.#admitAfter(waitMs);
        return;
      }
      this.#rate.take(now);
      this.#queue.take()?.(this.#lease());
    }
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
