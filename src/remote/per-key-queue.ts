/** Requests about the same thing never overtake each other: each waits for the one before it, retries included. */

export interface Order {
  /** Runs at once where there is no key, else when all earlier ones of the key have ended. */
  run<T>(key: string | undefined, work: () => Promise<T>): Promise<T>;
}

export function createOrder(): Order {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: (key, work) => {
      if (key === undefined) return work();
      const before = tails.get(key);
      const result = before === undefined ? work() : before.then(work);
      const tail = result.then(nothing, nothing).then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      tails.set(key, tail);
      return result;
    },
  };
}

function nothing(): void {}
