import { readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { StoreError } from '../../../../src/errors.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { contentOf, getUser, putUser } from '../../../support/store/entities.ts';
import { createFaultyFiles, createGate, type FaultyFiles } from '../../../support/store/faulty-files.ts';
import { openMoving } from '../../../support/store/filled-store.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const DURATIONS = ['once', 'for good'] as const;

const USERS = new Map([
  ['a', { n: 2 }],
  ['b', { n: 1 }],
  ['c', { n: 1 }],
]);

/** A store of three users, one of them changed. */
async function smallStore(): Promise<string> {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'a', { n: 1 });
  await putUser(store, 'b', { n: 1 });
  await putUser(store, 'a', { n: 2 });
  await putUser(store, 'c', { n: 1 });
  await store.close();
  return folder;
}

async function usersOnDisk(folder: string): Promise<Map<string, unknown> | undefined> {
  const store = await openJsonStore(folder, { mode: 'write' });
  const { Users } = await contentOf(store);
  await store.close();
  return Users;
}

/** Lets each step that `work` takes fail in turn, every time with a store of its own; gives the number of steps. */
async function failEachStep(
  duration: (typeof DURATIONS)[number],
  work: (folder: string, files: FaultyFiles, arm: () => void) => Promise<void>,
): Promise<number> {
  const counting = createFaultyFiles();
  await work(await smallStore(), counting, () => counting.failAt(Number.POSITIVE_INFINITY, 'once'));
  for (let step = 1; step <= counting.steps(); step += 1) {
    const files = createFaultyFiles();
    await work(await smallStore(), files, () => files.failAt(step, duration));
  }
  return counting.steps();
}

const isStoreError = expect.objectContaining({ name: 'StoreError', exitCode: 1 });

it.each([
  ['write', 1],
  ['read', 0],
] as const)(
  'a store that is opened to %s is synced %i times: a killed process may have left a commit that is not on the disk',
  async (mode, times) => {
    const [folder, files] = [await smallStore(), createFaultyFiles()];
    const store = await openJsonStore(folder, { mode, files });
    expect(files.counts.sync).toBe(times);
    await store.close();
  },
);

describe('a store on failing files', () => {
  it.each(DURATIONS)('whose commit fails %s rejects it, is used no more, and has lost nothing', async (duration) => {
    const steps = await failEachStep(duration, async (folder, files, arm) => {
      const store = await openJsonStore(folder, { mode: 'write', files });
      arm();
      const ids = ['x', 'y', 'z'];
      const puts = ids.map(async (id, at) => {
        // The others come while the first is being written, and are written after it.
        while (at > 0 && files.steps() === 0) await setImmediate();
        await putUser(store, id, { n: 1 });
      });
      const results = await Promise.allSettled(puts);
      const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      const denied = ids.filter((_, at) => {
        const result = results[at];
        return result?.status === 'rejected' && !(result.reason as StoreError).mayBeDone;
      });
      if (failed.length > 0) {
        expect(failed).toEqual(failed.map(() => isStoreError));
        await expect(getUser(store, 'a')).rejects.toEqual(isStoreError);
        await expect(putUser(store, 'w', {})).rejects.toEqual(isStoreError);
        expect(() => store.assertUsable?.()).toThrow((failed[0] as StoreError).message);
      }
      await store.close();
      const found = await usersOnDisk(folder);
      const kept = ids.filter((id) => found?.has(id));
      const acknowledged = ids.filter((_, at) => results[at]?.status === 'fulfilled');
      // Where the disk fails for good, what was written cannot be taken back: a whole commit may then be there.
      if (duration === 'once') expect(kept).toEqual(acknowledged);
      else expect(kept).toEqual(ids.slice(0, Math.max(kept.length, acknowledged.length)));
      expect(kept.filter((id) => denied.includes(id))).toEqual([]);
      if (duration === 'once') expect(denied).toHaveLength(failed.length);
      expect(found).toEqual(new Map([...USERS, ...kept.map((id) => [id, { n: 1 }] as const)]));
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  it.each(DURATIONS)('whose compaction fails %s keeps its state and clears up when opened again', async (duration) => {
    const steps = await failEachStep(duration, async (folder, files, arm) => {
      arm();
      const [opening] = await Promise.allSettled([openMoving(folder, files)]);
      if (opening?.status === 'fulfilled') await opening.value.close();
      else expect(opening?.reason).toEqual(isStoreError);
      expect(await usersOnDisk(folder)).toEqual(USERS);
      expect(await readdir(folder)).toEqual(['store.ndjson']);
    });
    expect(steps).toBeGreaterThan(5);
  });

  it.each(DURATIONS)('that fails %s while it is opened can be opened later', async (duration) => {
    await failEachStep(duration, async (folder, files, arm) => {
      arm();
      const [opening] = await Promise.allSettled([openJsonStore(folder, { mode: 'write', files })]);
      if (opening?.status === 'fulfilled') await opening.value.close();
      else expect(opening?.reason).toEqual(isStoreError);
      expect(await usersOnDisk(folder)).toEqual(USERS);
    });
  });

  it('writes whole commits if the system writes a few bytes at a time', async () => {
    const files = createFaultyFiles({ longestWrite: 7 });
    const folder = await temporaryStore();
    const store = await openJsonStore(folder, { mode: 'write', files });
    await putUser(store, 'a', { text: 'x'.repeat(100) });
    await store.close();
    const moved = await openMoving(folder, files);
    await putUser(moved, 'b', {});
    await moved.close();
    expect(await usersOnDisk(folder)).toEqual(
      new Map<string, unknown>([
        ['a', { text: 'x'.repeat(100) }],
        ['b', {}],
      ]),
    );
  });
});

describe('commits that wait together', () => {
  it('share a write and a sync', async () => {
    const files = createFaultyFiles();
    const store = await openJsonStore(await temporaryStore(), { mode: 'write', files });
    await Promise.all(Array.from({ length: 500 }, (_, n) => putUser(store, `u-${n}`, { n })));
    expect(files.counts.datasync).toBeLessThan(100);
    expect(files.counts.write).toBe(files.counts.datasync);
    await store.close();
  });

  it('are acknowledged only after their sync', async () => {
    const { wait: held, open: release } = createGate();
    const files = createFaultyFiles({ before: async (step) => (step === 'datasync' ? held : undefined) });
    const store = await openJsonStore(await temporaryStore(), { mode: 'write', files });
    const acknowledged: string[] = [];
    const commits = ['a', 'b'].map((id) => putUser(store, id, {}).then(() => acknowledged.push(id)));
    // A transaction may build on commits that are not durable yet; its outcome then waits for them.
    const seen = store
      .transact((transaction) => transaction.get('Users', 'a'))
      .then((user) => acknowledged.push('seen') && user);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(acknowledged).toEqual([]);
    // Nor does one who only looks hear of what may never come true.
    const read = getUser(store, 'a').then((user) => acknowledged.push('read') && user);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(acknowledged).toEqual([]);
    release();
    await Promise.all(commits);
    expect(await read).toEqual({});
    expect(await seen).toEqual({});
    expect(acknowledged.sort()).toEqual(['a', 'b', 'read', 'seen']);
    await store.close();
  });
});
