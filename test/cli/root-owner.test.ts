/** What root does with a store of another user. */
import { chown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWorkspace } from '../support/cli/workspace.ts';
import { putUser } from '../support/store/entities.ts';
import { openMoving } from '../support/store/filled-store.ts';

const OWNER = 4_242;
const USERS = 'ExternalId,FirstName,LastName,Role\nu-x,Ann,Peeters,Candidate\n';

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
}

it.runIf(process.getuid?.() === 0)(
  'leaves every file of the store and of the runs to the owner of its folder',
  async () => {
    const { folder, store, run, file } = await createWorkspace();
    const list = await file('users.csv', USERS);
    await run(['user', 'sync', list, '--dry-run']);
    await run(['user', 'sync', list]);
    for (const path of await pathsIn(folder)) await chown(path, OWNER, OWNER);
    const before = new Set(await pathsIn(folder));

    expect((await run(['user', 'sync', list, '--set', 'City=Gent'])).code).toBe(0);
    expect((await run(['local', 'token', 'add'])).code).toBe(0);
    const writer = await openMoving(store);
    await putUser(writer, 'a', {});
    const after = await pathsIn(folder);
    await writer.close();

    const made = after.filter((path) => !before.has(path)).map((path) => path.slice(folder.length));
    expect(made).toEqual(expect.arrayContaining(['/store/tokens.json', '/store/lock']));
    expect(made.filter((path) => /runs\/.*ndjson/.test(path))).toHaveLength(1);
    for (const path of await pathsIn(folder)) expect([path, (await lstat(path)).uid]).toEqual([path, OWNER]);
  },
);

it.runIf(process.getuid?.() === 0)(
  'makes the folder of the runs and that of a store for the owner of the folder above',
  async () => {
    const { folder, run, file } = await createWorkspace();
    const list = await file('users.csv', USERS);
    for (const path of await pathsIn(folder)) await chown(path, OWNER, OWNER);

    expect((await run(['user', 'sync', list])).code).toBe(0);
    expect((await run(['local', 'init', '--store', join(folder, 'deep', 'store')])).code).toBe(0);
    expect(await pathsIn(folder)).toEqual(
      expect.arrayContaining([join(folder, '.examctl/runs'), join(folder, 'deep')]),
    );
    for (const path of await pathsIn(folder)) expect([path, (await lstat(path)).uid]).toEqual([path, OWNER]);
  },
);
