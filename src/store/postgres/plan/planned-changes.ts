/** Where each planned change waits: they are numbered from 1, in the order of their transactions. */
import { createNumbers } from '../../../base/compact-lists.ts';
import { createCompactMap } from '../../../base/compact-map.ts';
import type { EntityKey } from '../../port.ts';
import { keyText } from '../state/keys.ts';

export interface PlannedChanges {
  /** Transactions with a change. */
  readonly size: number;
  /** Changes. */
  readonly count: number;
  /** Whether some entity changes more than once. */
  readonly hasRepeats: boolean;
  /** Adds the changes of one transaction; no changes are none. */
  add(changes: readonly EntityKey[]): void;
  /** The number of the last change of an entity; 0 where there is none. In rare cases it is that of another entity. */
  readonly numberOf: (key: EntityKey) => number;
  /** The number of the last change of so many transactions. */
  endOf(transactions: number): number;
  /** How many transactions end with the one that has this change. */
  transactionsUpTo(change: number): number;
}

export function createPlannedChanges(): PlannedChanges {
  const numbers = createCompactMap(1);
  /** The last change of each transaction, after those of none. */
  const ends = createNumbers();
  ends.push(0);
  let [count, hasRepeats] = [0, false];
  return {
    get size() {
      return ends.length - 1;
    },
    get count() {
      return count;
    },
    get hasRepeats() {
      return hasRepeats;
    },
    add: (changes) => {
      if (changes.length === 0) return;
      for (const { kind, id } of changes) {
        const text = keyText(kind, id);
        hasRepeats ||= numbers.get(text) !== undefined;
        count += 1;
        numbers.set(text, count);
      }
      ends.push(count);
    },
    numberOf: ({ kind, id }) => numbers.get(keyText(kind, id))?.[0] ?? 0,
    endOf: ends.at,
    transactionsUpTo: (change) => {
      let [low, high] = [0, ends.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends.at(middle) < change) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
