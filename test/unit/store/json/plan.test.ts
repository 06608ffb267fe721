import { readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonFolders } from '../../../../src/store/json/backend.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import type { Store, StorePlan, StoreTransaction } from '../../../../src/store/port.ts';
import { contentOf, contentOfView, entity, getUser, putUser } from '../../../support/store/entities.ts';
import { createFaultyFiles } from '../../../support/store/faulty-files.ts';
import { LOG } from '../../../support/store/filled-store.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const USERS = 4_200;
/** So long that the lines of the plan need several buffers. */
const FILLER = 'é'.repeat(600);

/** A plan in which transaction n puts user n and counts. */
async function bigPlan(store: Store): Promise<StorePlan> {
  const plan = store.plan();
  const works = Array.from({ length: USERS }, (_, n) => (transaction: StoreTransaction) => {
    transaction.put('Users', `u-${n + 1}`, entity({ n: n + 1, filler: FILLER }));
    transaction.put('Users', 'count', entity({ count: n + 1 }));
  });
  await plan.run(works);
  return plan;
}

async function countUsers(folder: string): Promise<number> {
  const store = await openJsonStore(folder, { mode: 'write' });
  const users = (await contentOf(store))['Users'];
  await store.close();
  return users?.size ?? 0;
}

it('a large plan is committed as it was planned, and can be read before, after, and in another process', async () => {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  const plan = await bigPlan(store);
  expect((await plan.read(contentOfView))['Users']?.size).toBe(USERS + 1);
  await plan.commit();
  await plan.end();
  expect(await getUser(store, 'u-7')).toEqual({ n: 7, filler: FILLER });
  expect(await getUser(store, 'count')).toEqual({ count: USERS });
  await putUser(store, 'u-7', { n: 7 });
  await store.close();
  const reopened = await openJsonStore(folder, { mode: 'read' });
  expect(await getUser(reopened, 'u-7')).toEqual({ n: 7 });
  expect(await getUser(reopened, `u-${USERS}`)).toEqual({ n: USERS, filler: FILLER });
  await reopened.close();
  expect(await countUsers(folder)).toBe(USERS + 1);
  expect(await jsonFolders.verify(folder)).toEqual([]);
});

it('a large plan is written while it is made, and nothing of it stays once it is dropped', async () => {
  const folder = await temporaryStore();
  const path = join(folder, LOG);
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'before', {});
  const before = await readFile(path);
  const plan = await bigPlan(store);
  await expect.poll(async () => (await stat(path)).size).toBeGreaterThan(4_000_000);
  expect(await plan.read((view) => view.get('Users', 'u-7'))).toEqual({ n: 7, filler: FILLER });
  const reader = await openJsonStore(folder, { mode: 'read', onWarning: (warning) => expect.fail(warning) });
  expect((await contentOf(reader))['Users']).toEqual(new Map([['before', {}]]));
  await reader.close();
  await plan.end();
  expect(await readFile(path)).toEqual(before);
  await putUser(store, 'u-7', { n: 0 });
  expect(await getUser(store, 'u-7')).toEqual({ n: 0 });
  await store.close();
  expect(await countUsers(folder)).toBe(2);
});

it('a process that dies while it commits a plan leaves nothing of it', async () => {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'before', {});
  const plan = await bigPlan(store);
  await plan.commit();
  await store.close();
  const path = join(folder, LOG);
  const { length } = await readFile(path);
  for (const cut of [length - 1, length - 40, length - 3_000, Math.floor(length / 2)]) {
    await truncate(path, cut);
    expect(await countUsers(folder)).toBe(1);
  }
});

it.each(['write', 'datasync'] as const)(
  'a plan whose %s fails leaves nothing, and lets nothing more be written',
  async (step) => {
    const folder = await temporaryStore();
    const files = createFaultyFiles({
      before: async (now) => {
        if (now === 'datasync' && step === now) throw new Error('on purpose');
      },
    });
    const store = await openJsonStore(folder, { mode: 'write', files });
    const run = async () => {
      const plan = await bigPlan(store);
      if (step === 'write') files.failAt(2, 'once');
      await plan.commit();
    };
    await expect(run()).rejects.toMatchObject({ name: 'StoreError', mayBeDone: false });
    await expect(putUser(store, 'x', {})).rejects.toThrow('on purpose');
    await store.close();
    expect(await countUsers(folder)).toBe(0);
  },
);

it('a plan on a store that is read only can be made, read and dropped, and not committed', async () => {
  const folder = await temporaryStore();
  const before = await readFile(join(folder, LOG), 'utf8');
  const store = await openJsonStore(folder, { mode: 'read' });
  const plan = await bigPlan(store);
  expect(plan.size).toBe(USERS);
  expect((await plan.read(contentOfView))['Users']?.size).toBe(USERS + 1);
  await expect(plan.commit()).rejects.toThrow('for reading only');
  await plan.end();
  await expect(plan.run([() => {}])).rejects.toThrow('has ended');
  await store.close();
  expect(await readFile(join(folder, LOG), 'utf8')).toBe(before);
});
