import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExamctlError } from '../../../../src/errors.ts';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { openTokenStore } from '../../../../src/store/json/tokens/token-store.ts';
import { verifyJsonStore } from '../../../../src/store/json/verify.ts';
import { step } from '../../../support/amount.ts';
import { contentOf, entity, getUser, idsOf, putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const BITS = 8;
/** Flips so many bits apart. */
const STEP = step(29);
/** The page of keys is long, and one checksum is over it all. */
const PAGE_STEP = 10;
const LOG = 'log-000001.ndjson';
const KEYS = 'keys-000002.bin';
const TOKENS = 'tokens.json';

const CONTENT = {
  Users: new Map<string, unknown>([
    ['a', { n: 1 }],
    ['b', { name: 'Zoë' }],
    ['c', { n: 3 }],
  ]),
};

/** A store of keys of two records, one commit behind them, and a token. */
async function smallStore(): Promise<string> {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'a', { n: 1 });
  await putUser(store, 'b', { name: 'Zoë' });
  await store.checkpoint();
  await putUser(store, 'c', { n: 3 });
  await store.close();
  await (await openTokenStore(folder)).add('ci');
  return folder;
}

async function contentsOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const)),
  );
}

describe('a store in which one bit has flipped, wherever that is,', () => {
  it('is never read wrong, and its check names the file', async () => {
    const folder = await smallStore();
    const whole = await contentsOf(folder);
    expect([...whole.keys()]).toEqual([KEYS, LOG, 'store.json', TOKENS]);
    let refused = 0;
    for (const [name, text] of whole) {
      for (let bit = 0; bit < text.length * BITS; bit += name === KEYS ? STEP * PAGE_STEP : STEP) {
        const damaged = Buffer.from(text, 'latin1');
        damaged[Math.floor(bit / BITS)]! ^= 1 << (bit % BITS);
        await writeFile(join(folder, name), damaged);
        const place = `${name}, bit ${bit}`;
        const told = expect.stringContaining(join(folder, name));
        const problems = await verifyJsonStore(folder).catch((error: ExamctlError) => [error.message]);
        expect(problems, place).toContainEqual(told);
        if (name === TOKENS) await expect(openTokenStore(folder).then(({ list }) => list())).rejects.toThrow(TOKENS);
        const read = await readOrWrite(folder);
        // What is damaged may not be needed: the header of a commit that the keys cover.
        if (read instanceof Error) expect(read, place).toMatchObject({ name: 'StoreError', message: told });
        else expect(read, place).toMatchObject(CONTENT);
        if (read instanceof Error) refused += 1;
        expect(await contentsOf(folder)).toEqual(new Map([...whole, [name, damaged.toString('latin1')]]));
      }
      await writeFile(join(folder, name), text, 'latin1');
    }
    expect(refused).toBeGreaterThan(100);
  });
});

async function readOrWrite(folder: string): Promise<unknown> {
  const store = await openJsonStore(folder, { mode: 'write' }).catch((error: ExamctlError) => error);
  if (store instanceof Error) {
    expect(store).toHaveProperty('hint', expect.stringMatching(/Nothing was changed|was not changed/));
    return store;
  }
  const content = await contentOf(store).catch((error: ExamctlError) => error);
  await store.close().catch(() => undefined);
  return content;
}

describe('a line that is damaged while a writer has the store open', () => {
  it.each([
    ['a transaction', (store) => store.transact((transaction) => void transaction.get('Users', 'a'))],
    ['a reader', (store) => getUser(store, 'a')],
    ['a walk over ids', (store) => store.read((view) => idsOf(view, 'Users'))],
    ['a plan', (store) => store.plan().run([(transaction) => transaction.get('Users', 'a')])],
    ['a compaction', (store) => store.compact()],
  ] satisfies [string, (store: Awaited<ReturnType<typeof openJsonStore>>) => Promise<unknown>][])(
    'and met by %s lets nothing more be written, and does not claim that nothing was',
    async (_, meet) => {
      const folder = await smallStore();
      const store = await openJsonStore(folder, { mode: 'write' });
      await store.transact((transaction) => transaction.put('Settings', 'first', entity<'Settings'>({})));
      const path = join(folder, LOG);
      const text = await readFile(path, 'latin1');
      await writeFile(path, text.replace('"n":1', '"n":2'), 'latin1');
      const before = await contentsOf(folder);

      const damage = {
        message: expect.stringContaining(`${path} is damaged at byte `),
        hint: expect.not.stringContaining('changed'),
      };
      await expect(meet(store)).rejects.toMatchObject(damage);
      await expect(putUser(store, 'd', {})).rejects.toMatchObject(damage);
      await expect(store.close()).rejects.toMatchObject(damage);
      expect(await contentsOf(folder)).toEqual(new Map([...before].filter(([name]) => name !== 'lock')));
    },
  );

  it('and found by the compaction at the end is reported as damage', async () => {
    const folder = await smallStore();
    const warnings: string[] = [];
    const store = await openJsonStore(folder, {
      mode: 'write',
      checkpointAfterBytes: 400,
      onWarning: (message) => warnings.push(message),
    });
    const path = join(folder, LOG);
    await writeFile(path, (await readFile(path, 'latin1')).replace('"n":1', '"n":2'), 'latin1');
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        store.transact((transaction) =>
          transaction.put('Settings', 'first', entity<'Settings'>({ n, text: 'x'.repeat(400) })),
        ),
      ),
    );
    await expect(store.close()).rejects.toThrow(`${path} is damaged at byte 0`);
    expect(warnings).toEqual([]);
  });
});
