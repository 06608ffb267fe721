/** Growing lists of small numbers, with one to four bytes for each: a run may remember numbers of a million records. */

import { release } from '../bytes/released.ts';

export interface NumberList {
  readonly length: number;
  push(value: number): void;
  /** Replaces a number. If `index` is beyond the end, the list grows and the numbers between become 0. */
  set(index: number, value: number): void;
  /** Returns 0 beyond the end. */
  readonly at: (index: number) => number;
}

const FIRST_CAPACITY = 1_024;

/** Numbers from 0 to 255. */
export function createBytes(): NumberList {
  return createList((capacity) => new Uint8Array(capacity));
}

/** Numbers from 0 to 4,294,967,295. */
export function createNumbers(): NumberList {
  return createList((capacity) => new Uint32Array(capacity));
}

function createList(allocate: (capacity: number) => Uint8Array | Uint32Array): NumberList {
  let values = allocate(FIRST_CAPACITY);
  let length = 0;
  const set = (index: number, value: number): void => {
    if (index >= values.length) {
      const larger = allocate(Math.max(index + 1, values.length * 2));
      larger.set(values);
      release(values);
      values = larger;
    }
    values[index] = value;
    length = Math.max(length, index + 1);
  };
  return {
    get length() {
      return length;
    },
    push: (value) => set(length, value),
    set,
    at: (index) => values[index] ?? 0,
  };
}
