import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { verifyJsonStore } from '../../../../src/store/json/verify.ts';
import type { KeepOptions, Store, StorePlan, StoreTransaction } from '../../../../src/store/port.ts';
import { contentOf, contentOfView, entity, getUser, putUser } from '../../../support/store/entities.ts';
import { createFaultyFiles } from '../../../support/store/faulty-files.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

/** More than fit into one group. */
const USERS = 4_200;
const LOG = 'log-000001.ndjson';
/** So long that the plan is too large for memory. */
const FILLER = 'é'.repeat(600);

const progress: KeepOptions['progress'] = (count) => ({ kind: 'Runs', id: 'run', entity: { done: [[1, count]] } });

/** A plan in which transaction n puts user n and counts. */
async function bigPlan(store: Store, filler = ''): Promise<StorePlan> {
  const plan = store.plan();
  const works = Array.from({ length: USERS }, (_, n) => (transaction: StoreTransaction) => {
    transaction.put('Users', `u-${n + 1}`, entity({ n: n + 1, filler, password: n % 10 === 0 ? 'SECRET' : 'none' }));
    transaction.put('Users', 'count', entity({ count: n + 1 }));
  });
  await plan.run(works);
  return plan;
}

/** Throws unless the store holds what the first transactions left, as many as its progress says; gives their number. */
async function keptIn(store: Store): Promise<number> {
  const run = (await store.read((view) => view.get('Runs', 'run'))) as { done: [[number, number]] } | undefined;
  const kept = run?.done[0][1] ?? 0;
  const users = (await contentOf(store))['Users'];
  expect(users?.size).toBe(kept === 0 ? 0 : kept + 1);
  if (kept > 0) expect(users?.get('count')).toEqual({ count: kept });
  const numbers = Array.from({ length: kept }, (_, index) => index + 1);
  expect(numbers.map((n) => (users?.get(`u-${n}`) as { n: number } | undefined)?.n)).toEqual(numbers);
  return kept;
}

it('a plan that is too large for memory is kept as it was planned, and can be read meanwhile and afterwards', async () => {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  const plan = await bigPlan(store, FILLER);
  expect((await plan.read(contentOfView))['Users']?.size).toBe(USERS + 1);
  const told: number[] = [];
  await plan.keep({ progress, onKept: (count) => told.push(count) });
  await plan.end();
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toBe(USERS);
  expect(await keptIn(store)).toBe(USERS);
  expect(await getUser(store, 'u-7')).toMatchObject({ filler: FILLER });
  await putUser(store, 'u-7', { n: 7 });
  await store.close();
  const reopened = await openJsonStore(folder, { mode: 'write' });
  expect(await getUser(reopened, 'u-7')).toEqual({ n: 7 });
  expect(await keptIn(reopened)).toBe(USERS);
  await reopened.close();
  expect(await verifyJsonStore(folder)).toEqual([]);
});

it('a plan of which texts are finished is kept in smaller groups, and the rest as it was planned', async () => {
  const store = await openJsonStore(await temporaryStore(), { mode: 'write' });
  const plan = await bigPlan(store);
  const sizes: number[] = [];
  const finish: KeepOptions['finish'] = async (texts) => {
    sizes.push(texts.length);
    return texts.map((text) => text.replace('SECRET', 'a much longer hash'));
  };
  await plan.keep({ progress, marker: 'SECRET', finish });
  await plan.end();
  expect(sizes.reduce((sum, size) => sum + size)).toBe(USERS / 10);
  expect(Math.max(...sizes)).toBeLessThan(100);
  expect(await keptIn(store)).toBe(USERS);
  expect(await getUser(store, 'u-1')).toMatchObject({ password: 'a much longer hash' });
  expect(await getUser(store, 'u-2')).toMatchObject({ password: 'none' });
  await store.close();
});

it.each<[string, (abort: () => void) => KeepOptions]>([
  ['was aborted', (abort) => ({ onKept: abort })],
  [
    'could not be finished',
    () => {
      let calls = 0;
      const finish = async (texts: readonly string[]) => {
        calls += 1;
        if (calls === 3) throw new Error('on purpose');
        return texts;
      };
      return { marker: 'SECRET', finish };
    },
  ],
])('a plan whose keeping %s between groups has left whole groups, and the store can be used', async (_, options) => {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  const plan = await bigPlan(store);
  const stop = new AbortController();
  await plan.keep({ progress, signal: stop.signal, ...options(() => stop.abort()) }).catch((error: Error) => {
    expect(error.message).toBe('on purpose');
  });
  await plan.end();
  const kept = await keptIn(store);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(USERS);
  await putUser(store, 'u-1', { n: 1, later: true });
  await store.close();
  const reopened = await openJsonStore(folder, { mode: 'read' });
  expect(await keptIn(reopened)).toBe(kept);
  await reopened.close();
});

it('a process that dies while it keeps a plan leaves whole groups with their progress', async () => {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  const plan = await bigPlan(store);
  await plan.keep({ progress });
  await store.close();
  const path = join(folder, LOG);
  const seen = new Set<number>();
  for (let length = (await readFile(path)).length; length > 0; length = Math.floor(length * 0.65) - 7) {
    await truncate(path, length);
    const reopened = await openJsonStore(folder, { mode: 'write' });
    seen.add(await keptIn(reopened));
    await reopened.close();
  }
  expect(seen.size).toBeGreaterThan(2);
});

it('a plan whose keeping fails on the disk keeps the groups before, and lets nothing more be written', async () => {
  const folder = await temporaryStore();
  const files = createFaultyFiles();
  const store = await openJsonStore(folder, { mode: 'write', files });
  const plan = await bigPlan(store);
  // A write and a sync for each group.
  files.failAt(4, 'once');
  const told: number[] = [];
  await expect(plan.keep({ progress, onKept: (count) => told.push(count) })).rejects.toThrow('on purpose');
  await expect(putUser(store, 'x', {})).rejects.toThrow('on purpose');
  await store.close();
  const reopened = await openJsonStore(folder, { mode: 'write' });
  expect(told).toEqual([await keptIn(reopened)]);
  await reopened.close();
});

it('a plan on a store that is read only can be made, read and dropped, and not kept', async () => {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'read' });
  const plan = await bigPlan(store, FILLER);
  expect(plan.size).toBe(USERS);
  expect((await plan.read(contentOfView))['Users']?.size).toBe(USERS + 1);
  await expect(plan.keep()).rejects.toThrow('for reading only');
  await plan.end();
  await expect(plan.run([])).rejects.toThrow('has ended');
  await store.close();
  expect(await readFile(join(folder, LOG), 'utf8')).toBe('');
});
