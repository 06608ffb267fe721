/** `local verify` on real stores. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../../../support/cli/in-process.ts';
import { createStoreInProcess } from '../../../support/cli/store-in-process.ts';

async function verify(folder: string) {
  const { code, stderr } = await runInProcess(['local', 'verify', '--store', join(folder, 'store')]);
  return { code, stderr };
}

it('says that a store is whole, and names the place where it is not', async () => {
  const { folder, load } = await createStoreInProcess();
  await load({ Roles: [{ Title: 'Candidate', Participate: true, Permissions: [] }] });
  expect(await verify(folder)).toMatchObject({ code: 0, stderr: expect.stringContaining('is whole') });
  const log = join(folder, 'store', 'store.ndjson');
  const bytes = await readFile(log);
  const middle = bytes.indexOf('Candidate');
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(log, bytes);
  const { code, stderr } = await verify(folder);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/store\.ndjson.*damaged/s);
});

it('refuses a folder without a store', async () => {
  const { folder } = await createStoreInProcess();
  expect(await verify(join(folder, 'nowhere'))).toMatchObject({ code: 2 });
});
