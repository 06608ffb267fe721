/** Where each planned change waits: they are numbered from 1, in the order of their transactions. */
import { createNumbers } from '../../../base/compact-lists.ts';
import { createCompactMap, hash64 } from '../../../base/compact-map.ts';
import type { EntityKey } from '../../port.ts';
import type { TextChange } from '../../transaction.ts';
import { keyText } from '../state/keys.ts';
import type { FoldedChange } from './fold.ts';

export interface PlannedChanges {
  /** Transactions with a change. */
  readonly size: number;
  /** Changes, of which those of folded entries are parts. */
  readonly count: number;
  /** Whether each of them makes an entity that was not there, in the database or in the plan. */
  readonly areAllNew: boolean;
  /** Adds the changes of one transaction; no changes are none. */
  add(changes: readonly FoldedChange[]): void;
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
  let [count, areAllNew] = [0, true];
  const note = ({ kind, id, isNew }: TextChange): void => {
    const hash = hash64(keyText(kind, id));
    // What the plan has deleted before is in the database.
    areAllNew &&= isNew === true && numbers.get(hash) === undefined;
    numbers.set(hash, count);
  };
  return {
    get size() {
      return ends.length - 1;
    },
    get count() {
      return count;
    },
    get areAllNew() {
      return areAllNew;
    },
    add: (changes) => {
      if (changes.length === 0) return;
      for (const { change, entries } of changes) {
        count += 1;
        note(change);
        for (const entry of entries) note(entry);
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
