import { chmod, lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonFolders } from '../../../../src/store/json/backend.ts';
import { createJsonStore } from '../../../../src/store/json/folder.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { contentOf, getUser, putUser } from '../../../support/store/entities.ts';
import { filledStore, LOG, openMoving, readAll } from '../../../support/store/filled-store.ts';
import { temporaryFolder, temporaryStore } from '../../../support/store/temporary-folder.ts';

const FORMAT = 3;

async function editLog(folder: string, edit: (text: string) => string): Promise<void> {
  const path = join(folder, LOG);
  await writeFile(path, edit(await readFile(path, 'utf8')));
}

describe('the folder of a store', () => {
  it('belongs to its owner only, with every file in it', async () => {
    const folder = await filledStore();
    const store = await openJsonStore(folder, { mode: 'write' });
    await putUser(store, 'c', {});
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
    const names = await readdir(folder);
    expect(names.sort()).toEqual(['lock', LOG]);
    for (const name of names) expect([name, (await lstat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    await store.close();
  });

  it('is not changed by one byte when it is read, nor locked', async () => {
    const folder = await filledStore();
    await writeFile(join(folder, `${LOG}.tmp`), 'left behind');
    await writeFile(join(folder, LOG), (await readAll(folder)).get(LOG)!.subarray(0, -3));
    const before = await readAll(folder);
    await chmod(folder, 0o500);
    const store = await openJsonStore(folder, { mode: 'read' });
    expect(await getUser(store, 'a')).toEqual({ n: 1 });
    await expect(store.transact(() => {})).rejects.toThrow('for reading only');
    await store.close();
    await chmod(folder, 0o700);
    expect(await readAll(folder)).toEqual(before);
  });

  it('can be read while a writer moves its state to new files', async () => {
    const folder = await filledStore();
    const reader = await openJsonStore(folder, { mode: 'read' });
    const before = await contentOf(reader);
    const moves = (async () => {
      for (let n = 0; n < 10; n += 1) {
        const writer = await openMoving(folder);
        await putUser(writer, `n-${n}`, { n });
        await writer.close();
      }
    })();
    const readers = Array.from({ length: 30 }, async () => {
      const other = await openJsonStore(folder, { mode: 'read' });
      expect(await getUser(other, 'a')).toEqual({ n: 1 });
      await other.close();
    });
    await Promise.all([moves, ...readers]);
    expect(await contentOf(reader)).toEqual(before);
    await reader.close();
  });

  it('is written anew by the next writer once more than half of it is outdated, and more than 8 MiB', async () => {
    const folder = await filledStore();
    const store = await openJsonStore(folder, { mode: 'write' });
    const text = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 40; n += 1) await putUser(store, `n-${n % 2}`, { n, text });
    await store.close();
    await (await openJsonStore(folder, { mode: 'write' })).close();
    expect((await lstat(join(folder, LOG))).size).toBeLessThan(4 * 1024 * 1024);
    const reader = await openJsonStore(folder, { mode: 'read' });
    expect([await getUser(reader, 'a'), await getUser(reader, 'n-1')]).toEqual([{ n: 1 }, { n: 39, text }]);
    await reader.close();
  });

  it('is refused when it, or a file in it, is a symbolic link', async () => {
    const folder = await filledStore();
    const link = join(await temporaryFolder(), 'link');
    await symlink(folder, link);
    for (const mode of ['read', 'write'] as const) {
      await expect(openJsonStore(link, { mode })).rejects.toThrow('is a symbolic link');
    }
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      await rename(path, `${path}.moved`);
      await symlink(`${path}.moved`, path);
      await expect(openJsonStore(folder, { mode: 'read' })).rejects.toMatchObject({ name: 'StoreError' });
      await rename(`${path}.moved`, path);
    }
    await expect(createJsonStore(link)).rejects.toThrow('is a symbolic link');
  });
});

describe('opening a store', () => {
  it.each(['read', 'write'] as const)('names the command that makes one if there is none (%s)', async (mode) => {
    const folder = await temporaryFolder();
    for (const path of [folder, join(folder, 'missing')]) {
      await expect(openJsonStore(path, { mode })).rejects.toMatchObject({
        exitCode: 2,
        message: `There is no store in ${path}`,
        hint: expect.stringContaining('examctl local init'),
      });
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['a newer examctl', FORMAT + 1],
    ['an examctl before its first release', FORMAT - 1],
  ])('refuses a store that %s wrote', async (writer, format) => {
    const folder = await filledStore();
    await editLog(folder, (text) => text.replace(`"format":${FORMAT}`, `"format":${format}`));
    const before = await readAll(folder);
    for (const mode of ['read', 'write'] as const) {
      await expect(openJsonStore(folder, { mode })).rejects.toMatchObject({
        message: expect.stringContaining(`was written by ${writer} (format ${format}, known: ${FORMAT})`),
        hint: expect.stringContaining('was not changed'),
      });
    }
    expect(await readAll(folder)).toEqual(before);
  });
});

describe('making a store', () => {
  it('refuses a folder with a store or with anything else in it', async () => {
    const folder = await temporaryStore();
    await expect(createJsonStore(folder)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('already'),
    });
    const home = await temporaryFolder();
    await mkdir(join(home, 'documents'));
    await chmod(home, 0o755);
    await expect(createJsonStore(home)).rejects.toMatchObject({ exitCode: 2, message: `${home} is not empty` });
    expect((await lstat(home)).mode & 0o777).toBe(0o755);
  });

  it('replaces the leftovers of an initialisation that was cut short', async () => {
    const folder = join(await temporaryFolder(), 'store');
    await mkdir(folder);
    await writeFile(join(folder, `${LOG}.tmp`), '{');
    await createJsonStore(folder);
    await (await openJsonStore(folder, { mode: 'write' })).close();
  });
});

describe('a folder that the system does not let anyone look into', () => {
  /** As where the user may not search a folder above: the system answers neither yes nor no. */
  const path = `/tmp/${'x'.repeat(300)}`;

  it.each([
    ['exists', () => jsonFolders.exists(path)],
    ['open', () => jsonFolders.open(path, { mode: 'read' })],
    ['verify', () => jsonFolders.verify(path)],
    ['tokens', () => jsonFolders.tokens(path)],
    ['unlock', () => jsonFolders.unlock(path, '1234')],
  ] as const)('is a failure of the store, and not a missing one: %s', async (_, call) => {
    await expect(call()).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining('ENAMETOOLONG'),
    });
  });
});

it('a symbolic link is refused as the name of a store by every part of it', async () => {
  const link = join(await temporaryFolder(), 'link');
  await symlink(await filledStore(), link);
  const { exists, verify, tokens } = jsonFolders;
  for (const call of [exists, verify, tokens]) {
    await expect(call(link)).rejects.toMatchObject({ name: 'UsageError', message: `${link} is a symbolic link` });
  }
});
