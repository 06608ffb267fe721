/** When a request may begin: shared by all requests of a service. First come, first served. */
import type { Clock } from './clock.ts';
import { createRateLimit } from './rate-limit.ts';
import { createWindow } from './window.ts';

export interface PaceOptions {
  readonly concurrency: number;
  readonly ratePerSecond: number | undefined;
  readonly clock: Clock;
  /** Once aborted, nothing begins any more. */
  readonly halt: AbortSignal;
}

/** What an attempt tells of the platform's load. */
export type LoadSign = 'succeeded' | 'overloaded' | 'none';

export interface Lease {
  /** The attempt has ended. */
  release(sign: LoadSign): void;
}

export interface Pace {
  /** Waits for its turn; `undefined` where the service was halted before it came. */
  begin(): Promise<Lease | undefined>;
  /** The platform asked for silence: nobody begins for so long. */
  pause(ms: number): void;
  /** What is left of a pause, in milliseconds. */
  pauseLeft(): number;
  /** For tests and progress: how many may be under way. */
  readonly windowSize: number;
}

export function createPace({ concurrency, ratePerSecond, clock, halt }: PaceOptions): Pace {
  const window = createWindow(concurrency);
  const rate = createRateLimit(ratePerSecond);
  const queue = createQueue<(lease: Lease | undefined) => void>();
  let underWay = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let isWaiting = false;

  const pauseLeft = (): number => Math.max(0, pausedUntil - clock.now());

  const lease = (): Lease => {
    const { epoch } = window;
    underWay += 1;
    return {
      release: (sign) => {
        underWay -= 1;
        if (sign === 'succeeded') window.succeeded();
        if (sign === 'overloaded') window.overloaded(epoch);
        admit();
      },
    };
  };

  /** Wakes up when the clock, not the end of a request, is what the first in the queue waits for. */
  const admitAfter = async (ms: number): Promise<void> => {
    if (isWaiting) return;
    isWaiting = true;
    await clock.sleep(ms, halt);
    isWaiting = false;
    admit();
  };

  const admit = (): void => {
    while (queue.size > 0 && (underWay < window.size || halt.aborted)) {
      if (halt.aborted) {
        queue.take()?.(undefined);
        continue;
      }
      const now = clock.now();
      const waitMs = Math.max(pauseLeft(), rate.waitMs(now));
      if (waitMs > 0) {
        void admitAfter(waitMs);
        return;
      }
      rate.take(now);
      queue.take()?.(lease());
    }
  };

  halt.addEventListener('abort', admit, { once: true });
  return {
    begin: () =>
      new Promise((resolve) => {
        queue.add(resolve);
        admit();
      }),
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
    },
    pauseLeft,
    get windowSize() {
      return window.size;
    },
  };
}

/** First in, first out; taking is cheap however many wait. */
function createQueue<T>(): { readonly size: number; add(item: T): void; take(): T | undefined } {
  let items: T[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    add: (item) => {
      items.push(item);
    },
    take: () => {
      const item = items[head];
      head += 1;
      if (head > 1_024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
