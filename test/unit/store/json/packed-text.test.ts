/** Texts that are compared and stored as bytes are what they are as texts. */
import { expect, it } from 'vitest';
import { PackedText } from '../../../../src/base/bytes/packed-text.ts';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { verifyJsonStore } from '../../../../src/store/json/verify.ts';
import type { StoreTransaction } from '../../../../src/store/port.ts';
import { entity, getUser, putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const IDS = ['u-1', 'Zoë "Zo" 😀'];
const USER = { name: 'Zoë 😀', n: 1 };

/** Among other bytes. */
function packed(value: object): PackedText {
  const bytes = Buffer.from(`é${JSON.stringify(value)}😀`);
  return new PackedText(bytes, 2, bytes.length - 4);
}

/** Which of some texts a transaction holds of an id: the same, one of the same length, a shorter and a longer one. */
function held(transaction: StoreTransaction, id: string): boolean[] {
  return [USER, { ...USER, n: 2 }, {}, { ...USER, n: 11 }].map((value) =>
    transaction.hasText('Users', id, packed(value)),
  );
}

const SAME = [true, false, false, false];
const OTHER = [false, false, false, false];

async function filled() {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  for (const id of IDS) await putUser(store, id, USER);
  await putUser(store, 'gone', USER);
  await store.transact((transaction) => transaction.delete('Users', 'gone'));
  return { folder, store };
}

it.each(['log', 'keys'])('of a store they are found in its %s', async (where) => {
  const { store } = await filled();
  if (where === 'keys') await store.checkpoint();
  const all = await store.transact((transaction) => [...IDS, 'gone', 'never'].map((id) => held(transaction, id)));
  expect(all).toEqual([SAME, SAME, OTHER, OTHER]);
  await store.close();
});

it('a plan finds them below what it has planned, and what it has planned', async () => {
  const { folder, store } = await filled();
  const plan = store.plan();
  const heldNow = async () => (await plan.run(IDS.map((id) => (transaction) => held(transaction, id)))).flat();
  expect(await heldNow()).toEqual([...SAME, ...SAME]);
  await plan.run(IDS.map((id) => (transaction) => transaction.put('Users', id, packed({ ...USER, n: 3 }))));
  expect(await heldNow()).toEqual([...OTHER, ...OTHER]);
  const [now] = await plan.run([(transaction) => transaction.hasText('Users', 'u-1', packed({ ...USER, n: 3 }))]);
  expect(now).toBe(true);
  await plan.run([(transaction) => transaction.delete('Users', 'u-1')]);
  expect(await heldNow()).toEqual([...OTHER, ...OTHER]);
  await plan.run([(transaction) => transaction.put('Users', 'u-1', packed(USER))]);
  await plan.keep();
  await plan.end();
  await store.close();
  const reopened = await openJsonStore(folder, { mode: 'read' });
  expect(await Promise.all(IDS.map((id) => getUser(reopened, id)))).toEqual([USER, { ...USER, n: 3 }]);
  await reopened.close();
  expect(await verifyJsonStore(folder)).toEqual([]);
});

it('a transaction holds what it has put, and tells it as any other change', async () => {
  const { store } = await filled();
  const told = await store.transact((transaction) => {
    transaction.put('Users', 'u-1', packed({ n: 9 }));
    transaction.put('Users', 'u-2', packed(USER));
    const changes = transaction.changes().map(({ id, before, after }) => ({ id, before, after }));
    return {
      changes,
      held: [held(transaction, 'u-1'), held(transaction, 'u-2')],
      got: transaction.get('Users', 'u-1'),
    };
  });
  expect(told).toEqual({
    changes: [
      { id: 'u-1', before: USER, after: { n: 9 } },
      { id: 'u-2', before: undefined, after: USER },
    ],
    held: [OTHER, SAME],
    got: entity({ n: 9 }),
  });
  expect(await getUser(store, 'u-2')).toEqual(USER);
  await store.close();
});

it('a line that is damaged is not held to be another text', async () => {
  const { folder, store } = await filled();
  await store.close();
  const { readFile, writeFile } = await import('node:fs/promises');
  const path = `${folder}/log-000001.ndjson`;
  const reader = await openJsonStore(folder, { mode: 'read' });
  const plan = reader.plan();
  await writeFile(path, (await readFile(path, 'latin1')).replaceAll('"n":1', '"n":2'), 'latin1');
  await expect(plan.run([(transaction) => held(transaction, 'u-1')])).rejects.toThrow('has changed');
  await plan.end();
  await reader.close();
});
