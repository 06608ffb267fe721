/** First in, first out; taking is cheap however many wait. */

export interface Queue<T> {
  readonly size: number;
  add(item: T): void;
  take(): T | undefined;
}

/** Taken items are cleared away when they are this many and half of what is held. */
const MIN_CLEARED = 1_024;

export function createQueue<T>(): Queue<T> {
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
      if (head === items.length) return undefined;
      const item = items[head];
      head += 1;
      if (head > MIN_CLEARED && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
