import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonFolders } from '../../../src/store/json/backend.ts';
import { acquireLock } from '../../../src/store/json/lock.ts';
import { openTokenStore } from '../../../src/store/json/tokens.ts';
import { temporaryFolder, temporaryStore } from '../../support/store/temporary-folder.ts';

describe('the tokens of a store', () => {
  test('are given out once, and kept as digests that only the owner may read', async () => {
    const folder = await temporaryStore();
    const tokens = await openTokenStore(folder);
    expect(await tokens.list()).toEqual([]);
    const { token, stored } = await tokens.add('ci');
    expect(token).toMatch(/^examctl_[A-Za-z0-9_-]{43}$/);
    const digest = createHash('sha256').update(token).digest('hex');
    const created = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(stored).toEqual({ id: expect.stringMatching(/^[0-9a-f]{8}$/), name: 'ci', created, digest });
    expect(await tokens.list()).toEqual([stored]);
    const file = join(folder, 'tokens.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(token.slice(8));
    expect((await readdir(folder)).filter((name) => /tmp|lock/.test(name))).toEqual([]);
  });

  test('are seen by those who opened the store before, added or revoked, also while another process holds its lock', async () => {
    const folder = await temporaryStore();
    const lock = await acquireLock(folder, { timeoutMs: 0 });
    const reader = await openTokenStore(folder);
    const writer = await openTokenStore(folder);
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      ids.push((await writer.add(null)).stored.id);
      expect((await reader.list()).map(({ id }) => id)).toEqual(ids);
    }
    expect(await writer.revoke(ids[3]!)).toBe(true);
    expect(await writer.revoke(ids[3]!)).toBe(false);
    expect((await reader.list()).map(({ id }) => id)).toEqual(ids.toSpliced(3, 1));
    await rm(join(folder, 'tokens.json'));
    expect(await reader.list()).toEqual([]);
    lock.release();
  });

  test('none is lost when several are added at once', async () => {
    const folder = await temporaryStore();
    const added = await Promise.all(Array.from({ length: 12 }, async () => (await openTokenStore(folder)).add(null)));
    const ids = (await (await openTokenStore(folder)).list()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(added.map(({ stored }) => stored.id).toSorted());
  });

  test.each(['', '{', '[]', '{"format":2,"tokens":[]}', '{"format":1,"tokens":[{"id":"x"}]}'])(
    'a file that holds %j lets nobody in, and is not overwritten',
    async (text) => {
      const folder = await temporaryStore();
      await writeFile(join(folder, 'tokens.json'), text);
      const tokens = await openTokenStore(folder);
      await expect(tokens.list()).rejects.toThrow('not a file of tokens');
      await expect(tokens.list()).rejects.toThrow('not a file of tokens');
      await expect(tokens.add(null)).rejects.toThrow('not a file of tokens');
      expect(readFileSync(join(folder, 'tokens.json'), 'utf8')).toBe(text);
      expect(await jsonFolders.verify(folder)).toEqual([
        expect.stringContaining('tokens.json is not a file of tokens'),
      ]);
    },
  );

  test('a folder with the name of their file is reported, with what to do', async () => {
    const folder = await temporaryStore();
    await mkdir(join(folder, 'tokens.json'));
    const hint = expect.stringContaining('move it away');
    await expect((await openTokenStore(folder)).list()).rejects.toMatchObject({ name: 'StoreError', hint });
    expect(await jsonFolders.verify(folder)).toEqual([expect.stringContaining('Cannot read')]);
  });

  test('are not read through a symbolic link', async () => {
    const folder = await temporaryStore();
    const elsewhere = join(await temporaryFolder(), 'tokens.json');
    await writeFile(elsewhere, '{"format":1,"tokens":[]}');
    await symlink(elsewhere, join(folder, 'tokens.json'));
    await expect((await openTokenStore(folder)).list()).rejects.toThrow('Cannot read');
  });

  test('are those of a store: a folder without one is refused', async () => {
    const folder = await temporaryFolder();
    await expect(openTokenStore(folder)).rejects.toMatchObject({ name: 'UsageError', exitCode: 2 });
    await expect(openTokenStore(join(folder, 'no'))).rejects.toMatchObject({ name: 'UsageError' });
  });
});
