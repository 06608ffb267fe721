import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExamctlError } from '../../../../src/errors.ts';
import { jsonFolders } from '../../../../src/store/json/backend.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { openTokenStore } from '../../../../src/store/json/tokens.ts';
import { step } from '../../../support/amount.ts';
import { contentOf, getUser, putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const BITS = 8;
/** Flips so many bits apart. */
const STEP = step(29);
const LOG = 'store.ndjson';
const TOKENS = 'tokens.json';

const CONTENT = {
  Users: new Map<string, unknown>([
    ['a', { n: 1 }],
    ['b', { name: 'Zoë' }],
    ['c', { n: 3 }],
  ]),
};

/** A store of three commits, and a token. */
async function smallStore(): Promise<string> {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'a', { n: 1 });
  await putUser(store, 'b', { name: 'Zoë' });
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
    expect([...whole.keys()]).toEqual([LOG, TOKENS]);
    let refused = 0;
    for (const [name, text] of whole) {
      for (let bit = 0; bit < text.length * BITS; bit += STEP) {
        const damaged = Buffer.from(text, 'latin1');
        damaged[Math.floor(bit / BITS)]! ^= 1 << (bit % BITS);
        await writeFile(join(folder, name), damaged);
        const place = `${name}, bit ${bit}`;
        const told = expect.stringContaining(join(folder, name));
        const problems = await jsonFolders.verify(folder).catch((error: ExamctlError) => [error.message]);
        expect(problems, place).toContainEqual(told);
        if (name === TOKENS) await expect(openTokenStore(folder).then(({ list }) => list())).rejects.toThrow(TOKENS);
        const read = await readOrWrite(folder);
        if (read instanceof Error) expect(read, place).toMatchObject({ name: 'StoreError', message: told });
        else expect(read, place).toMatchObject(CONTENT);
        if (read instanceof Error) refused += 1;
        expect(await contentsOf(folder)).toEqual(new Map([...whole, [name, damaged.toString('latin1')]]));
      }
      await writeFile(join(folder, name), text, 'latin1');
    }
    expect(refused).toBeGreaterThan(50);
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

it('a line that is damaged while a writer has the store open stops the writer', async () => {
  const folder = await smallStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  const path = join(folder, LOG);
  await writeFile(path, (await readFile(path, 'latin1')).replace('"id":"a"', '"id":"x"'), 'latin1');
  const before = await contentsOf(folder);
  const damage = { message: expect.stringContaining(`${path} is damaged at byte `) };
  await expect(getUser(store, 'a')).rejects.toMatchObject(damage);
  await expect(putUser(store, 'd', {})).rejects.toMatchObject(damage);
  await expect(store.close()).rejects.toMatchObject(damage);
  for (const [name, text] of await contentsOf(folder)) expect(text).toBe(before.get(name));
});
