import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { verifyJsonStore } from '../../../../src/store/json/verify.ts';
import { contentOf, entity, getUser, idsOf, putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const USERS = 2_000;
const SNAPSHOT = 'snapshot-000002.ndjson';

const userId = (n: number) => `u-${String(n).padStart(5, '0')}`;

/** A store after a checkpoint, of several blocks: schedules, settings and users. */
async function bigStore(): Promise<string> {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await store.transact(async (transaction) => {
    for (let n = 0; n < USERS; n += 1) transaction.put('Users', userId(n), entity({ n, text: 'x'.repeat(100) }));
    for (let n = 0; n < 3; n += 1) transaction.put('Schedules', `s-${n}`, entity<'Schedules'>({ n }));
    transaction.put('Users', 'u-long', entity({ text: 'y'.repeat(200_000) }));
  });
  await store.checkpoint();
  await store.close();
  return folder;
}

async function indexOf(folder: string): Promise<{ offset: number; bytes: number; id: string }[]> {
  return JSON.parse(await readFile(join(folder, 'snapshot-000002.index.json'), 'utf8')).blocks;
}

describe('a snapshot', () => {
  it('finds every record and none that is not there', async () => {
    const folder = await bigStore();
    const store = await openJsonStore(folder, { mode: 'read' });
    for (let n = 0; n < USERS; n += 1) expect(await getUser(store, userId(n))).toMatchObject({ n });
    expect(await getUser(store, 'u-long')).toMatchObject({ text: expect.stringMatching(/^y{200000}$/) });
    for (const id of ['', 'a', 'u-', 'u-00000 ', 'u-00500x', 'v', '\u{10FFFF}']) {
      expect(await getUser(store, id)).toBeUndefined();
    }
    await store.close();
  });

  it('lists the ids of each kind, wherever its blocks begin', async () => {
    const store = await openJsonStore(await bigStore(), { mode: 'read' });
    const ids = Array.from({ length: USERS }, (_, n) => userId(n));
    expect(await store.read((view) => idsOf(view, 'Users'))).toEqual([...ids, 'u-long']);
    expect(await store.read((view) => idsOf(view, 'Schedules'))).toEqual(['s-0', 's-1', 's-2']);
    expect(await store.read((view) => idsOf(view, 'Settings'))).toEqual([]);
    await store.close();
  });

  it('stands in blocks of whole lines, which cover it', async () => {
    const folder = await bigStore();
    const snapshot = await readFile(join(folder, SNAPSHOT));
    const blocks = await indexOf(folder);
    expect(blocks.length).toBeGreaterThan(4);
    let end = 0;
    for (const { offset, bytes, id } of blocks) {
      expect(offset).toBe(end);
      end = offset + bytes;
      expect(JSON.parse(snapshot.toString('utf8', offset, snapshot.indexOf('\n', offset)))).toMatchObject({ id });
      expect(snapshot[end - 1]).toBe(0x0a);
    }
    expect(end).toBe(snapshot.length);
  });

  it('with a damaged byte is refused by a writer; a reader opens it, and says so when the block is read', async () => {
    const folder = await bigStore();
    const path = join(folder, SNAPSHOT);
    const whole = await readFile(path);
    const block = (await indexOf(folder))[1]!;
    for (const at of [block.offset, block.offset + 30_000, block.offset + block.bytes - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at] = damaged[at]! ^ 0x04;
      await writeFile(path, damaged);
      const damage = `${path} is damaged at byte ${block.offset}`;
      await expect(openJsonStore(folder, { mode: 'write' })).rejects.toThrow(damage);
      const store = await openJsonStore(folder, { mode: 'read' });
      await expect(getUser(store, block.id)).rejects.toThrow(damage);
      expect(await getUser(store, 'u-long')).toBeDefined();
      await expect(store.read((view) => idsOf(view, 'Users'))).rejects.toThrow('is damaged at byte');
      await store.close();
      expect(damaged.equals(await readFile(path))).toBe(true);
    }
  });

  it('is replaced by a checkpoint that keeps the state as it was', async () => {
    const folder = await bigStore();
    const store = await openJsonStore(folder, { mode: 'write' });
    await store.transact(async (transaction) => {
      for (let n = 0; n < USERS; n += 3) transaction.delete('Users', userId(n));
      for (let n = 1; n < USERS; n += 3) transaction.put('Users', userId(n), entity({ n: -n }));
      for (let n = 0; n < USERS; n += 7) transaction.put('Users', `${userId(n)}-new`, entity({ n }));
      transaction.put('Settings', 'first', entity<'Settings'>({}));
    });
    const before = await contentOf(store);
    await store.read(async (view) => {
      await store.checkpoint();
      expect(await view.get('Users', userId(1))).toEqual({ n: -1 });
    });
    expect(await contentOf(store)).toEqual(before);
    await store.close();
    const reopened = await openJsonStore(folder, { mode: 'read' });
    expect(await contentOf(reopened)).toEqual(before);
    await reopened.close();
    expect(await verifyJsonStore(folder)).toEqual([]);
  });
});

describe('the check of a store', () => {
  it('lists every damaged block and the damaged commit', async () => {
    const folder = await bigStore();
    const store = await openJsonStore(folder, { mode: 'write' });
    await putUser(store, 'new', {});
    await store.close();
    expect(await verifyJsonStore(folder)).toEqual([]);

    const path = join(folder, SNAPSHOT);
    const snapshot = await readFile(path);
    const blocks = await indexOf(folder);
    for (const at of [0, 2]) snapshot[blocks[at]!.offset + 5]! ^= 1;
    await writeFile(path, snapshot);
    const journal = join(folder, 'journal-000002.ndjson');
    await writeFile(journal, `${await readFile(journal, 'utf8')}x`);
    const problems = await verifyJsonStore(folder);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain(`${path} is damaged at byte 0`);
    expect(problems[1]).toContain(`${path} is damaged at byte ${blocks[2]!.offset}`);
    expect(problems[2]).toContain(`${journal} is damaged at byte`);
  });
});
