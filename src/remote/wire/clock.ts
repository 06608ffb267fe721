/** Time and chance, as parameters of the service, so that tests need not wait. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds that never go back: a change of the time of day has no effect. */
  readonly now: () => number;
  /** Time of day in milliseconds since 1970, for HTTP dates alone. */
  readonly timeOfDay: () => number;
  /** Resolves after the given milliseconds, or at once when the signal is aborted. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

/** With a longer time, `setTimeout` fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  timeOfDay: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(Math.min(ms, MAX_TIMER_MS), undefined, { signal });
    } catch {
      // Aborted: the caller looks at the signal.
    }
  },
  random: Math.random,
};
