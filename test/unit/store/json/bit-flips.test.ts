import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExamctlError } from '../../../../src/errors.ts';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { entity, getUser, idsOf, putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const BITS = 8;
/** Flips so many bits apart: 1 flips every bit. The step is no divisor of 8, so that every place in a byte has its turn. */
const STEP = Number(process.env['PROPERTY_STEP'] ?? 29);

/** A store of a snapshot of two records and a journal of one commit. */
async function smallStore(): Promise<string> {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'a', { n: 1 });
  await putUser(store, 'b', { name: 'Zoë' });
  await store.checkpoint();
  await putUser(store, 'c', { n: 3 });
  await store.close();
  return folder;
}

async function contentsOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const)),
  );
}

describe('a writer', () => {
  it('refuses a store in which one bit has flipped, wherever that is, names the file and writes nothing', async () => {
    const folder = await smallStore();
    const whole = await contentsOf(folder);
    expect([...whole.keys()]).toEqual([
      'journal-000002.ndjson',
      'snapshot-000002.index.json',
      'snapshot-000002.ndjson',
      'store.json',
    ]);
    for (const [name, text] of whole) {
      for (let bit = 0; bit < text.length * BITS; bit += STEP) {
        const damaged = Buffer.from(text, 'latin1');
        damaged[Math.floor(bit / BITS)]! ^= 1 << (bit % BITS);
        await writeFile(join(folder, name), damaged);
        const error = await openAndWrite(folder);
        const told = { name: 'StoreError', message: expect.stringContaining(join(folder, name)) };
        expect(error, `${name}, bit ${bit}`).toMatchObject(told);
        expect(error.hint).toMatch(/Nothing was changed|was not changed/);
        expect(await contentsOf(folder)).toEqual(new Map([...whole, [name, damaged.toString('latin1')]]));
      }
      await writeFile(join(folder, name), text, 'latin1');
    }
  }, 120_000);
});

async function openAndWrite(folder: string): Promise<ExamctlError> {
  const store = await openJsonStore(folder, { mode: 'write' }).catch((error: ExamctlError) => error);
  if (store instanceof Error) return store;
  await putUser(store, 'd', {});
  await store.close();
  throw new Error('the write went through');
}

describe('a block that is damaged while a writer has the store open', () => {
  it.each([
    ['a transaction', (store) => store.transact(async (transaction) => void (await transaction.get('Users', 'a')))],
    ['a reader', (store) => getUser(store, 'a')],
    ['a walk over ids', (store) => store.read((view) => idsOf(view, 'Users'))],
    ['a checkpoint', (store) => store.checkpoint()],
  ] satisfies [string, (store: Awaited<ReturnType<typeof openJsonStore>>) => Promise<unknown>][])(
    'and met by %s lets nothing more be written, and does not claim that nothing was',
    async (_, meet) => {
      const folder = await smallStore();
      const store = await openJsonStore(folder, { mode: 'write' });
      await store.transact(async (transaction) => transaction.put('Settings', 'first', entity<'Settings'>({})));
      const path = join(folder, 'snapshot-000002.ndjson');
      const text = await readFile(path, 'latin1');
      await writeFile(path, text.replace('"n":1', '"n":2'), 'latin1');
      const before = await contentsOf(folder);

      const damage = {
        message: expect.stringContaining(`${path} is damaged at byte 0`),
        hint: expect.not.stringContaining('changed'),
      };
      await expect(meet(store)).rejects.toMatchObject(damage);
      await expect(putUser(store, 'd', {})).rejects.toMatchObject(damage);
      await expect(store.close()).rejects.toMatchObject(damage);
      expect(await contentsOf(folder)).toEqual(new Map([...before].filter(([name]) => name !== 'lock')));
    },
  );

  it('and met by the checkpoint at the end is told as what it is', async () => {
    const folder = await smallStore();
    const warnings: string[] = [];
    const store = await openJsonStore(folder, {
      mode: 'write',
      checkpointAfterBytes: 400,
      onWarning: (message) => warnings.push(message),
    });
    const path = join(folder, 'snapshot-000002.ndjson');
    await writeFile(path, (await readFile(path, 'latin1')).replace('"n":1', '"n":2'), 'latin1');
    await store.transact(async (transaction) =>
      transaction.put('Settings', 'first', entity<'Settings'>({ text: 'x'.repeat(400) })),
    );
    await expect(store.close()).rejects.toThrow(`${path} is damaged at byte 0`);
    expect(warnings).toEqual([]);
  });
});
