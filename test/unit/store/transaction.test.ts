import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../support/store/memory-store.ts';
import { createOverlayStore } from '../../../src/store/overlay-store.ts';
import type { Change, StoreTransaction } from '../../../src/store/port.ts';
import { contentOf, entity, getUser, putUser } from '../../support/store/entities.ts';

/** The net changes of a transaction on a store that holds the users a and b. */
async function changesOf(work: (transaction: StoreTransaction) => void | Promise<void>): Promise<readonly Change[]> {
  const base = createMemoryStore();
  await putUser(base, 'a', { x: 1, y: [2] });
  await putUser(base, 'b', { x: 1 });
  const heard: (readonly Change[])[] = [];
  const overlay = createOverlayStore(base, (changes) => heard.push(changes));
  await overlay.transact(async (transaction) => work(transaction));
  expect(heard).toHaveLength(1);
  return heard[0]!;
}

describe('the net changes of a transaction', () => {
  it('hold what was before and what is after, in the order of the first touch', async () => {
    const changes = await changesOf((transaction) => {
      transaction.put('Users', 'new', entity({ n: 1 }));
      transaction.delete('Users', 'b');
      transaction.put('Users', 'a', entity({ x: 2 }));
      transaction.put('Users', 'new', entity({ n: 2 }));
    });
    expect(changes).toEqual([
      { kind: 'Users', id: 'new', after: { n: 2 } },
      { kind: 'Users', id: 'b', before: { x: 1 } },
      { kind: 'Users', id: 'a', before: { x: 1, y: [2] }, after: { x: 2 } },
    ]);
    expect(changes[0]).not.toHaveProperty('before');
    expect(changes[1]).not.toHaveProperty('after');
  });

  it('are none where everything ends as it was', async () => {
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
});

it('a transaction tells whether it has changed anything so far', async () => {
  await changesOf(async (transaction) => {
    const told: boolean[] = [];
    for (const x of [1, 2, 1]) {
      transaction.put('Users', 'b', entity({ x }));
      told.push(await transaction.isChanged());
    }
    expect(told).toEqual([false, true, false]);
  });
});

describe('an overlay store', () => {
  it('leaves its base as it is, also when it is closed', async () => {
    const base = createMemoryStore();
    await putUser(base, 'a', { n: 1 });
    const before = await contentOf(base);
    const overlay = createOverlayStore(base);
    await putUser(overlay, 'a', { n: 2 });
    await putUser(overlay, 'b', {});
    expect(await getUser(overlay, 'a')).toEqual({ n: 2 });
    await overlay.close();
    expect(await contentOf(base)).toEqual(before);
    await putUser(base, 'c', {});
  });

  it('tells nobody of a transaction that throws', async () => {
    const heard: unknown[] = [];
    const overlay = createOverlayStore(createMemoryStore(), (changes) => heard.push(changes));
    const failing = overlay.transact(async (transaction) => {
      transaction.put('Users', 'a', entity({}));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(heard).toEqual([]);
  });
});
