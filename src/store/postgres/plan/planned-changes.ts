/** Numbers the planned changes from 1, in the order of their transactions, and finds the last change of each entity. */

import { createCompactMap } from '../../../base/compact-map.ts';
import { type Hash, hash64 } from '../../../base/text-hash.ts';
import type { EntityKey } from '../../port.ts';
import { keyText } from '../state/keys.ts';
import type { FoldedChange } from './fold.ts';

export interface PlannedChange extends FoldedChange {
  /** Whether the change creates an entity that exists neither in the database nor in the plan. */
  readonly isNew: boolean;
}

export interface PlannedChanges {
  /** The number of transactions with a change. */
  readonly size: number;
  /** The number of changes. Folded index entries are part of the change of their user. */
  readonly count: number;
  /** Whether all changes are new (`isNew`). */
  readonly areAllNew: boolean;
  /**
   * Adds the changes of one transaction, and returns them with their numbering. Without changes, the transaction does
   * not count.
   */
  readonly add: (changes: readonly FoldedChange[]) => PlannedChange[];
  /**
   * The number of the last change of an entity; 0 if there is none. In rare cases, it is the number of another entity.
   */
  readonly numberOf: (key: EntityKey) => number;
}

export function createPlannedChanges(): PlannedChanges {
  const numbers = createCompactMap(1);
  let [size, count, areAllNew] = [0, 0, true];
  const number = (folded: FoldedChange, hashes: readonly Hash[], isNew: boolean): PlannedChange => {
    count += 1;
    areAllNew &&= isNew;
    for (const hash of hashes) numbers.set(hash, count);
    return { ...folded, isNew };
  };
  return {
    get size() {
      return size;
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
        // An entity that the plan has deleted before still exists in the database, so it is not new.
        const isNew = all.every((one) => one.isNew === true) && !hashes.some((hash) => numbers.get(hash) !== undefined);
        if (isNew || all.length === 1) return [number(folded, hashes, isNew)];
        return all.map((change, at) => number({ change, entries: [] }, hashes.slice(at, at + 1), false));
      });
      size += 1;
      return planned;
    },
    numberOf: ({ kind, id }) => numbers.get(keyText(kind, id))?.[0] ?? 0,
  };
}
