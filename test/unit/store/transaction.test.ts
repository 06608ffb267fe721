import { expect, it } from 'vitest';
import type { Change, StoreTransaction } from '../../../src/store/port.ts';
import { entity, putUser } from '../../support/store/entities.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

/** The net changes of a transaction on a store with the users a and b. */
async function changesOf(work: (transaction: StoreTransaction) => void): Promise<readonly Change[]> {
  const store = createMemoryStore();
  await putUser(store, 'a', { x: 1, y: [2] });
  await putUser(store, 'b', { x: 1 });
  return store.transact((transaction) => {
    work(transaction);
    return transaction.changes();
  });
}

it('the net changes of a transaction hold what was before and what is after, in the order of the first touch', async () => {
  const changes = await changesOf((transaction) => {
    transaction.put('Users', 'new', entity({ n: 1 }));
    transaction.delete('Users', 'b');
    transaction.put('Users', 'a', entity({ x: 2 }));
    transaction.put('Users', 'new', entity({ n: 2 }));
  });
  expect(changes.map(({ kind, id, before, after }) => ({ kind, id, before, after }))).toEqual([
    { kind: 'Users', id: 'new', after: { n: 2 } },
    { kind: 'Users', id: 'b', before: { x: 1 } },
    { kind: 'Users', id: 'a', before: { x: 1, y: [2] }, after: { x: 2 } },
  ]);
  expect([changes[0]?.before, changes[1]?.after]).toEqual([undefined, undefined]);
});

it('a transaction in which everything ends as it was has no net changes', async () => {
  const changes = await changesOf((transaction) => {
    transaction.put('Users', 'a', entity({ y: [2], x: 1 }));
    transaction.delete('Users', 'b');
    transaction.put('Users', 'b', entity({ x: 1 }));
    transaction.put('Users', 'new', entity({}));
    transaction.delete('Users', 'new');
    transaction.delete('Users', 'never');
  });
  expect(changes).toEqual([]);
});

it('a transaction returns its net changes so far', async () => {
  await changesOf((transaction) => {
    const told = [1, 2, 1].map((x) => {
      transaction.put('Users', 'b', entity({ x }));
      return transaction.changes().length;
    });
    expect(told).toEqual([0, 1, 0]);
  });
});
