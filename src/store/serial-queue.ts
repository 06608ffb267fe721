/** Runs pieces of work one after the other, in the order in which they were handed in. */
export interface SerialQueue {
  /** Runs `work` once all that was handed in before has ended, well or not. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves once all that has been handed in so far has ended. */
  idle(): Promise<void>;
}

/** An empty queue. Work that waits for more work of the same queue waits for ever: do not nest. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (work) => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
    idle: async () => {
      await last;
    },
  };
}
