/** Runs that are resumed from another working folder: what they sent to, and what they read, is what it was. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
  return { here, elsewhere, run, env };
}

async function cutAfterSeal(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.slice(0, text.indexOf('{"type":"begun"')));
}

it('shows paths as they are seen from the working folder, whichever folder the run was made in', async () => {
  const { here, elsewhere, run, env } = await setUp();
  const file = join(here.folder, 'users.csv');
  const shown = async (space: Workspace) =>
    JSON.parse((await space.run(['runs', 'show', run, '--json'], { env })).stdout);
  expect(await shown(here)).toMatchObject({
    input: 'users.csv',
    target: 'store',
    records: [{ file: 'users.csv' }, {}],
  });
  expect(await shown(elsewhere)).toMatchObject({ input: file, target: here.store, records: [{ file }, {}] });
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
