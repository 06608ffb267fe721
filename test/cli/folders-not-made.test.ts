/** A store whose folder cannot be made is reported at once, with the place. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const IMPOSSIBLE = '/proc/none/of/it';
const onLinux = it.runIf(process.platform === 'linux');

describe('local init', () => {
  onLinux('ends where no folder can be made', async () => {
    const { run } = await createWorkspace();
    const { code, stderr } = await run(['local', 'init', '--store', IMPOSSIBLE]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`No folder can be made at ${IMPOSSIBLE}`),
    });
  });

  it.each(['afile', 'afile/store'])('refuses a file in place of a folder: %s', async (store) => {
    const { run, file, folder } = await createWorkspace();
    await file('afile', 'x');
    const { code, stderr } = await run(['local', 'init', '--store', store]);
    expect(code).toBe(2);
    expect(stderr).toBe(`examctl: ${store} is not a folder\n  Name a new or an empty folder for the store.\n`);
    expect((await readdir(folder)).sort()).toEqual(['afile', 'store']);
  });

  it.each([['init'], ['show', 'users'], ['verify']])('%s refuses a store without a name', async (...verb) => {
    const { run } = await createWorkspace();
    const { code, stderr } = await run(['local', ...verb, '--store', '']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('The name of the store is empty') });
  });
});

it('init and restore write nothing into a store that has lost its file, and say what to do', async () => {
  const { run, store } = await createWorkspace();
  await run(['local', 'backup', 'state.ndjson']);
  await run(['local', 'token', 'add']);
  await rm(join(store, 'store.ndjson'));
  const before = await digestsOf(store);
  for (const verb of [['init'], ['init', '--example'], ['restore', 'state.ndjson'], ['verify'], ['show', 'users']]) {
    const { code, stderr } = await run(['local', ...verb]);
    expect({ verb, code, stderr }).toEqual({
      verb,
      code: 2,
      stderr: expect.stringMatching(/is not empty|There is no store/),
    });
    expect(await digestsOf(store)).toEqual(before);
  }
});
