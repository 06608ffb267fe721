/** A store of which a file is gone, as after a copy that was taken too early. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonFolders } from '../../../../src/store/json/backend.ts';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { verifyJsonStore } from '../../../../src/store/json/verify.ts';
import { filledStore, KEYS, LOG, MANIFEST, readAll } from '../../../support/store/filled-store.ts';

describe('a folder with a state, but without the manifest that describes it,', () => {
  it.each([
    ['exists', (path) => jsonFolders.exists(path)],
    ['create', (path) => jsonFolders.create(path)],
    ['open', (path) => jsonFolders.open(path, { mode: 'write' })],
    ['verify', (path) => jsonFolders.verify(path)],
    ['tokens', (path) => jsonFolders.tokens(path)],
  ] satisfies [string, (path: string) => Promise<unknown>][])('is damaged, and left as it is: %s', async (_, call) => {
    const folder = await filledStore();
    await rm(join(folder, MANIFEST));
    const whole = await readAll(folder);
    for (const left of [KEYS, LOG]) {
      await expect(call(folder)).rejects.toMatchObject({
        exitCode: 1,
        message: `${folder} has ${left}, which is a file of a store, but no ${MANIFEST}`,
        hint: expect.stringContaining('Nothing was changed. Take a copy'),
      });
      expect(await readAll(folder)).toEqual(whole);
      await rm(join(folder, KEYS), { force: true });
      whole.delete(KEYS);
    }
  });
});

it.each([KEYS, LOG])('says what to do where %s is missing', async (name) => {
  const folder = await filledStore();
  await rm(join(folder, name));
  for (const mode of ['read', 'write'] as const) {
    await expect(openJsonStore(folder, { mode })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(name),
      hint: expect.stringContaining('Take a copy of the store folder, then restore a backup'),
    });
  }
  expect(await verifyJsonStore(folder)).toEqual([expect.stringContaining(name)]);
});
