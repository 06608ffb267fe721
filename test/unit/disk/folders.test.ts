import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../src/disk/folders.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';

it('makes a folder and those above it for their owner alone, at once or one after the other', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
  for (const made of [path, join(folder, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
});

it('leaves a folder that is there as it is', async () => {
  const path = join(await temporaryFolder(), 'open');
  await mkdir(path);
  await chmod(path, 0o755);
  await makeFolder(`${path}/`);
  expect((await stat(path)).mode & 0o777).toBe(0o755);
});

it('a folder is not made if a file has its name', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder('')).rejects.toMatchObject({ code: 'ENOENT' });
});
