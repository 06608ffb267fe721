/**
 * Requests are prepared side by side, since passwords take their time, and begin their transactions in turn: so each
 * meets the state that the requests before it leave, as in a rehearsal.
 */
import type { Store } from '../../store/port.ts';

export interface Turn {
  /** The store for one request: its transaction waits for the turn. Reading waits for nothing. */
  readonly store: Store;
  /**
   * Lets the next one begin although no transaction was begun; with an error, it and all after it fail the same way.
   * To be called in any case, once the request is done.
   */
  end(error?: unknown): void;
}

/** Returns a function to call in the order in which the transactions must begin. */
export function createTurns(store: Store): () => Turn {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const before = last;
    let end: Turn['end'] = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error));
    });
    last = before.then(() => ended);
    // The callers that wait for it report it.
    last.catch(() => {});
    return {
      end,
      store: {
        ...store,
        transact: async (work) => {
          await before;
          // The store keeps the order from here on, and the next one need not wait for the disk.
          const result = store.transact(work);
          end();
          return result;
        },
      },
    };
  };
}
