/** Runs that are resumed from another working folder: what they sent to, and what they read, is what it was. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName,Email\nnew-1,Ada,Byron,a@example.org\nnew-2,Bob,Byron,b@example.org\n';

/** A run of one project that has not sent anything yet, and a project beside it; both know the same records of runs. */
async function setUp() {
  const [here, elsewhere] = [await createWorkspace(), await createWorkspace()];
  const env = { EXAMCTL_RUNS: join(here.folder, 'shared') };
  for (const space of [here, elsewhere]) await space.file('users.csv', USERS);
  const { report } = await here.json(['user', 'sync', 'users.csv', '--store', 'store'], { env });
  const run = String(report.run);
  const path = join(env.EXAMCTL_RUNS, `${run}.ndjson`);
  await cutAfterSeal(path);
  await rm(here.store, { recursive: true });
  await cp(elsewhere.store, here.store, { recursive: true });
  return { here, elsewhere, run, path, env };
}

async function cutAfterSeal(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.slice(0, text.indexOf('{"type":"begun"')));
}

/** As an earlier version wrote the record. */
async function writeRelativePaths(path: string, { folder }: Workspace): Promise<void> {
  const text = await readFile(path, 'utf8');
  const relative = text.replace(/,"names":\{[^}]*\}/, '').replaceAll(`"${folder}/`, '"');
  expect(relative.length).toBeLessThan(text.length);
  await writeFile(path, relative);
}

async function usersOf(space: Workspace): Promise<string[]> {
  return (await space.entries<{ ExternalId: string }>('users')).map(({ ExternalId }) => ExternalId);
}

it('names in its record whole paths, and shows them as they are seen from the working folder', async () => {
  const { here, elsewhere, run, path, env } = await setUp();
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  const [header, intent] = lines.map((line) => JSON.parse(line));
  const file = join(here.folder, 'users.csv');
  expect(header).toMatchObject({ target: { where: here.store }, inputs: [{ file }], options: { file } });
  expect(intent).toMatchObject({ file });
  const shown = async (space: Workspace) =>
    JSON.parse((await space.run(['runs', 'show', run, '--json'], { env })).stdout);
  expect(await shown(here)).toMatchObject({
    input: 'users.csv',
    target: 'store',
    records: [{ file: 'users.csv' }, {}],
  });
  expect(await shown(elsewhere)).toMatchObject({ input: file, target: here.store, records: [{ file }, {}] });
});

describe('resumed in another folder, a run', () => {
  it('continues with its own store and its own files', async () => {
    const { here, elsewhere, run, path, env } = await setUp();
    await elsewhere.file('users.csv', USERS.replaceAll('Byron', 'Other'));
    const { code, report } = await elsewhere.json(['runs', 'resume', run], { env });
    expect(report.error).toBeNull();
    expect(code).toBe(0);
    expect(report.target).toEqual({ kind: 'local', where: here.store });
    expect(await usersOf(here)).toEqual(expect.arrayContaining(['new-1', 'new-2']));
    expect(await usersOf(elsewhere)).not.toContain('new-1');
    // They are the records of the run, and no others.
    expect((await readFile(path, 'utf8')).match(/"intent"/g)).toHaveLength(2);
    expect(report.counts).toMatchObject({ sent: 2, succeeded: 2 });
  });

  it('goes where it was sent, also where the environment names both a store and a remote', async () => {
    const { here, elsewhere, run, env } = await setUp();
    const both = { ...env, EXAMCTL_BASE_URL: 'https://x.example', EXAMCTL_STORE: elsewhere.store };
    expect((await elsewhere.run(['runs', 'resume', run], { env: both })).code).toBe(0);
    expect(await usersOf(here)).toContain('new-1');
    expect(await usersOf(elsewhere)).not.toContain('new-1');
  });

  it('is refused if its store or its file is not there any more', async () => {
    const { here, elsewhere, run, env } = await setUp();
    await rm(join(here.folder, 'users.csv'));
    const withoutFile = await elsewhere.run(['runs', 'resume', run], { env });
    expect(withoutFile.code).toBe(2);
    expect(withoutFile.stderr).toContain(`${join(here.folder, 'users.csv')}: no such file`);
    await rm(here.store, { recursive: true });
    const withoutStore = await elsewhere.run(['runs', 'resume', run], { env });
    expect(withoutStore.code).toBe(2);
    expect(withoutStore.stderr).toContain(`was sent to the store ${here.store}, which is not there any more`);
    expect(await usersOf(elsewhere)).not.toContain('new-1');
  });

  it('is refused with the store of that folder', async () => {
    const { here, elsewhere, run, env } = await setUp();
    const { code, stderr } = await elsewhere.run(['runs', 'resume', run, '--store', 'store'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(`was sent to ${here.store}, not to store`);
  });

  it('finds its store and its files if the record of an earlier version names them by relative paths', async () => {
    const { here, elsewhere, run, path, env } = await setUp();
    await elsewhere.file('users.csv', USERS.replaceAll('Byron', 'Other'));
    await writeRelativePaths(path, here);
    const { code, report } = await elsewhere.json(['runs', 'resume', run], { env });
    expect(code).toBe(0);
    expect(await usersOf(here)).toEqual(expect.arrayContaining(['new-1', 'new-2']));
    expect((await readFile(path, 'utf8')).match(/"intent"/g)).toHaveLength(2);
    expect(report.counts).toMatchObject({ sent: 2, succeeded: 2 });
  });

  it('uses the current folder if the record of an earlier version does not name one', async () => {
    const { here, elsewhere, run, path, env } = await setUp();
    await writeRelativePaths(path, here);
    await writeFile(path, (await readFile(path, 'utf8')).replace(/"cwd":"[^"]*",/, ''));
    expect((await elsewhere.json(['runs', 'resume', run], { env })).code).toBe(0);
    expect(await usersOf(elsewhere)).toContain('new-1');
    expect(await usersOf(here)).not.toContain('new-1');
  });
});

it.each(['./store', 'store/', '../STORE'])('a store is the same one by whichever name: %s', async (name) => {
  const { here, run, env } = await setUp();
  const store = name.replace('../STORE', here.store);
  const { code, report } = await here.json(['runs', 'resume', run, '--store', store], { env });
  expect(code).toBe(0);
  expect(report.target?.where).toBe(store);
});

it('a base URL is the same one with a slash, and with the path of the interface', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer();
  const env = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  await space.file('users.csv', USERS);
  const { report } = await space.json(['user', 'sync', 'users.csv', '--base-url', server.url], { env });
  const resume = (url: string) => space.run(['runs', 'resume', String(report.run), '--base-url', url], { env });
  for (const url of ['/', '/api/v1/integrations', '/api/v1/integrations/'])
    expect((await resume(`${server.url}${url}`)).code).toBe(0);
  expect((await resume(server.url.replace('http', 'HTTP'))).code).toBe(0);
  const other = await resume(`${server.url}/other`);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain(`was sent to ${server.url}, not to ${server.url}/other`);
});

it('a run of a remote is resumed whatever store the environment names', async () => {
  const space = await createWorkspace();
  const server = await startAnsweringServer();
  const env = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  await space.file('users.csv', USERS);
  const { report } = await space.json(['user', 'sync', 'users.csv', '--base-url', server.url], { env });
  const elsewhere = { ...env, EXAMCTL_STORE: 'mysql://example.org/exams' };
  expect(await space.run(['runs', 'resume', String(report.run)], { env: elsewhere })).toMatchObject({ code: 0 });
});
