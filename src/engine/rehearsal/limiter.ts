/** Does pieces of work a few at a time, the one that was handed in first before the others. */
export interface Limiter {
  /** Resolves when the work is done, or at once where too much is waiting or it has ended: then it is not begun. */
  run(work: () => Promise<void>): Promise<void>;
  /** Begins nothing more. */
  end(): void;
}

export function createLimiter(atOnce: number, waitingMax: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  let isEnded = false;
  /** The first in the queue takes the free place, so that a new caller cannot overtake it. */
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    run: async (work) => {
      if (running < atOnce) running += 1;
      else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve));
      else return;
      try {
        if (!isEnded) await work();
      } finally {
        release();
      }
    },
    end: () => {
      isEnded = true;
    },
  };
}
