/** Where each planned change waits: they are numbered from 1, in the order of their transactions. */
import { createNumbers } from '../../../base/compact-lists.ts';
import { createCompactMap } from '../../../base/compact-map.ts';
import { type Hash, hash64 } from '../../../base/text-hash.ts';
import type { EntityKey } from '../../port.ts';
import { keyText } from '../state/keys.ts';
import type { FoldedChange } from './fold.ts';

export interface PlannedChange extends FoldedChange {
  /** Whether it makes what was not there, in the database or in the plan. */
  readonly isNew: boolean;
}

export interface PlannedChanges {
  /** Transactions with a change. */
  readonly size: number;
  /** Changes, of which those of folded entries are parts. */
  readonly count: number;
  /** Whether each of them makes an entity that was not there, in the database or in the plan. */
  readonly areAllNew: boolean;
  /** Adds the changes of one transaction, and gives them as they wait; no changes are none. */
  readonly add: (changes: readonly FoldedChange[]) => PlannedChange[];
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
  const number = (folded: FoldedChange, hashes: readonly Hash[], isNew: boolean): PlannedChange => {
    count += 1;
    areAllNew &&= isNew;
    for (const hash of hashes) numbers.set(hash, count);
    return { ...folded, isNew };
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
      if (changes.length === 0) return [];
      const planned = changes.flatMap((folded) => {
        const all = [folded.change, ...folded.entries];
        const hashes = all.map(({ kind, id }) => hash64(keyText(kind, id)));
        // What the plan has deleted before is in the database.
        const isNew = all.every((one) => one.isNew === true) && !hashes.some((hash) => numbers.get(hash) !== undefined);
        if (isNew || all.length === 1) return [number(folded, hashes, isNew)];
        return all.map((change, at) => number({ change, entries: [] }, hashes.slice(at, at + 1), false));
      });
      ends.push(count);
      return planned;
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
