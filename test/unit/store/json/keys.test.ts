import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyHash, LOW_BITS } from '../../../../src/store/json/keys/key-hash.ts';
import { createKeyTable, PAGE_BYTES, type Place } from '../../../../src/store/json/keys/key-table.ts';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { verifyJsonStore } from '../../../../src/store/json/verify.ts';
import { amount } from '../../../support/amount.ts';
import { contentOf, entity, getUser, idsOf, putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const USERS = 2_000;
const KEYS = 'keys-000002.bin';
const LOG = 'log-000001.ndjson';

const userId = (n: number) => `u-${String(n).padStart(5, '0')}`;

/** A store after a checkpoint, with several pages of keys: schedules and users. */
async function bigStore(): Promise<string> {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await store.transact((transaction) => {
    for (let n = 0; n < USERS; n += 1) transaction.put('Users', userId(n), entity({ n, text: 'x'.repeat(100) }));
    for (let n = 0; n < 3; n += 1) transaction.put('Schedules', `s-${n}`, entity<'Schedules'>({ n }));
    transaction.put('Users', 'u-long', entity({ text: 'y'.repeat(200_000) }));
  });
  await store.checkpoint();
  await store.close();
  return folder;
}

describe('the keys of a store', () => {
  it('find every record and none that is not there', async () => {
    const store = await openJsonStore(await bigStore(), { mode: 'read' });
    for (let n = 0; n < USERS; n += 1) expect(await getUser(store, userId((n * 7) % USERS))).toBeDefined();
    for (let n = 0; n < USERS; n += 1) expect(await getUser(store, userId(n))).toMatchObject({ n });
    expect(await getUser(store, 'u-long')).toMatchObject({ text: expect.stringMatching(/^y{200000}$/) });
    for (const id of ['', 'a', 'u-', 'u-00000 ', 'u-00500x', 'v', '\u{10FFFF}']) {
      expect(await getUser(store, id)).toBeUndefined();
    }
    await store.close();
  });

  it('list the ids of each kind', async () => {
    const store = await openJsonStore(await bigStore(), { mode: 'read' });
    const ids = Array.from({ length: USERS }, (_, n) => userId(n));
    expect(await store.read((view) => idsOf(view, 'Users'))).toEqual([...ids, 'u-long']);
    expect(await store.read((view) => idsOf(view, 'Schedules'))).toEqual(['s-0', 's-1', 's-2']);
    expect(await store.read((view) => idsOf(view, 'Settings'))).toEqual([]);
    await store.close();
  });

  it('with a damaged page are refused if the page is needed', async () => {
    const folder = await bigStore();
    const path = join(folder, KEYS);
    const damaged = await readFile(path);
    expect(damaged.length).toBeGreaterThan(10 * PAGE_BYTES);
    damaged[2 * PAGE_BYTES + 100]! ^= 4;
    await writeFile(path, damaged);
    const store = await openJsonStore(folder, { mode: 'read' });
    const told = `${path} is damaged at byte ${2 * PAGE_BYTES}`;
    const results = await Promise.allSettled(Array.from({ length: USERS }, (_, n) => getUser(store, userId(n))));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.length).toBeLessThan(USERS / 2);
    for (const { reason } of refused as PromiseRejectedResult[]) expect(String(reason)).toContain(told);
    await expect(store.read((view) => idsOf(view, 'Users'))).rejects.toThrow(told);
    await store.close();
  });

  it('stay as they were for a reader while a writer moves on', async () => {
    const folder = await bigStore();
    const reader = await openJsonStore(folder, { mode: 'read' });
    const store = await openJsonStore(folder, { mode: 'write' });
    await store.transact((transaction) => {
      for (let n = 0; n < USERS; n += 3) transaction.delete('Users', userId(n));
      for (let n = 1; n < USERS; n += 3) transaction.put('Users', userId(n), entity({ n: -n }));
      for (let n = 0; n < USERS; n += 7) transaction.put('Users', `${userId(n)}-new`, entity({ n }));
      transaction.put('Settings', 'first', entity<'Settings'>({}));
    });
    const before = await contentOf(store);
    await store.checkpoint();
    expect(await contentOf(store)).toEqual(before);
    await store.compact();
    expect(await contentOf(store)).toEqual(before);
    await store.close();
    expect((await contentOf(reader))['Users']?.size).toBe(USERS + 1);
    await reader.close();
    const reopened = await openJsonStore(folder, { mode: 'read' });
    expect(await contentOf(reopened)).toEqual(before);
    await reopened.close();
    expect(await verifyJsonStore(folder)).toEqual([]);
  });

  it('of which one names a line of the past are found by the check', async () => {
    const folder = await bigStore();
    const old = await readFile(join(folder, KEYS));
    const store = await openJsonStore(folder, { mode: 'write' });
    await putUser(store, userId(0), { n: -1 });
    await store.checkpoint();
    await store.close();
    // Pages that are right in themselves: those of the former keys.
    const path = join(folder, 'keys-000003.bin');
    expect((await readFile(path)).length).toBe(old.length);
    await writeFile(path, old);
    expect(await verifyJsonStore(folder)).toEqual([expect.stringContaining(`${path} is damaged at byte 0: it has`)]);
  });
});

describe('the check of a store', () => {
  /** Two stores that differ in one letter of each line. Their files have the same sizes. */
  async function twins(): Promise<readonly [string, string]> {
    const folders = [await temporaryStore(), await temporaryStore()] as const;
    for (const [at, folder] of folders.entries()) {
      const store = await openJsonStore(folder, { mode: 'write' });
      await store.transact((transaction) => {
        for (let n = 0; n < 20; n += 1) {
          transaction.put('Users', userId(n), entity({ Email: `u-${n}@x.nl`, LastName: 'ab'[at] }));
        }
      });
      await store.checkpoint();
      await store.close();
    }
    return folders;
  }

  const files = [LOG, KEYS, 'store.json'];
  it.each(files)('and a command find %s of another store, whose files have the same sizes', async (name) => {
    const [folder, other] = await twins();
    const place = join(folder, name);
    expect((await stat(place)).size).toBe((await stat(join(other, name))).size);
    await copyFile(join(other, name), place);
    expect(await verifyJsonStore(folder)).toEqual([expect.stringContaining(folder)]);
    for (const mode of ['read', 'write'] as const) {
      await expect(openJsonStore(folder, { mode })).rejects.toMatchObject({
        message: expect.stringMatching(/is damaged at byte/),
        hint: expect.stringContaining('Nothing was changed'),
      });
    }
  });

  it('finds nothing where a writer replaces the files meanwhile', async () => {
    const folder = await bigStore();
    const writer = await openJsonStore(folder, { mode: 'write', checkpointAfterBytes: 0 });
    let isWriting = true;
    const problems: string[] = [];
    const checking = (async () => {
      while (isWriting) problems.push(...(await verifyJsonStore(folder)));
    })();
    for (let n = 0; n < 40; n += 1) await putUser(writer, userId(n), { n });
    isWriting = false;
    await checking;
    expect(problems).toEqual([]);
    await writer.close();
  });

  it('lists every damaged page and every damaged commit', async () => {
    const folder = await bigStore();
    const store = await openJsonStore(folder, { mode: 'write' });
    for (const id of ['x', 'y']) await putUser(store, id, {});
    await store.close();
    expect(await verifyJsonStore(folder)).toEqual([]);

    const keys = await readFile(join(folder, KEYS));
    for (const page of [0, 2]) keys[page * PAGE_BYTES + 5]! ^= 1;
    await writeFile(join(folder, KEYS), keys);
    const log = await readFile(join(folder, LOG));
    log[500]! ^= 1;
    await writeFile(join(folder, LOG), Buffer.concat([log, Buffer.from('x')]));
    const problems = await verifyJsonStore(folder);
    expect(problems).toHaveLength(4);
    expect(problems[0]).toContain(`${join(folder, LOG)} is damaged at byte 0`);
    expect(problems[1]).toContain(`${join(folder, LOG)} is damaged at byte ${log.length}`);
    expect(problems[2]).toContain(`${join(folder, KEYS)} is damaged at byte 0`);
    expect(problems[3]).toContain(`${join(folder, KEYS)} is damaged at byte ${2 * PAGE_BYTES}`);
  });
});

describe('a table of keys', () => {
  it('holds what a map would hold, even if hashes are the same', () => {
    const hashes = fc.record({ high: fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), low: fc.nat(3) });
    const places = fc.record({
      offset: fc.maxSafeNat().map((n) => n % 2 ** 44),
      length: fc.nat(),
      crc32: fc.nat(),
      deleted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(hashes, places), { maxLength: 600 }), (entries) => {
        const table = createKeyTable(1);
        const model = new Map<string, Place>();
        for (const [hash, place] of entries) {
          // Keys differ where the lengths of their lines differ in the last bit.
          const isIt = ({ length }: Place) => length % 2 === place.length % 2;
          const key = `${hash.high} ${hash.low} ${place.length % 2}`;
          expect(table.find(hash, isIt)).toEqual(model.get(key));
          table.set(hash, place, isIt);
          model.set(key, place);
        }
        expect(table.size).toBe(model.size);
        expect(new Set([...table.entries()].map(({ place }) => place))).toEqual(new Set(model.values()));
      }),
      { numRuns: amount(15, 500) },
    );
  });

  it('is found by a hash that depends on every unit of the text and on the seed', () => {
    const [one, other] = [createKeyHash('0123456789abcdef'), createKeyHash('1123456789abcdef')];
    const texts = ['', 'a', 'b', 'aa', 'ab', 'ba', 'aaa', 'aab', '\0', '\0\0', 'é', '\u{1F600}', 'a'.repeat(37)];
    const seen = new Set(texts.flatMap((text) => [one(text), other(text)]).map(({ high, low }) => `${high} ${low}`));
    expect(seen.size).toBe(2 * texts.length);
    for (const text of texts) {
      const { high, low } = one(text);
      expect(high >>> 0).toBe(high);
      expect(low).toBeLessThan(2 ** LOW_BITS);
    }
  });
});
