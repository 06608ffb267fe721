/**
 * How many requests are under way at once: additive increase, multiplicative decrease, as TCP does it. The platform
 * says that it is busy, and the window halves; for each window's worth of answers it grows by one again.
 */

export interface Window {
  readonly size: number;
  /** Stands for the window as it is now; what was begun before a cut tells nothing of the window after it. */
  readonly epoch: number;
  succeeded(): void;
  /** `epoch` is that of the request's beginning: a window full of refusals is one sign, and cuts once. */
  overloaded(epoch: number): void;
}

export function createWindow(max: number): Window {
  let size = max;
  let epoch = 0;
  let successes = 0;
  return {
    get size() {
      return size;
    },
    get epoch() {
      return epoch;
    },
    succeeded: () => {
      if (size === max) return;
      successes += 1;
      if (successes < size) return;
      successes = 0;
      size += 1;
    },
    overloaded: (begun) => {
      if (begun !== epoch) return;
      size = Math.max(1, Math.floor(size / 2));
      successes = 0;
      epoch += 1;
    },
  };
}
