/** A run that was done, on a store that nobody has changed since, ends at once; whatever differs is compared in full. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const SETTLED = 'The input and the store are as run';
const USERS = `ExternalId,FirstName,LastName,Role,Hierarchies
new-1,Ann,Peeters,Candidate,LAW-1
new-2,Bob,O'Brien,Candidate,LAW-2
`;

let workspace: Workspace;
let sync: string[];

beforeEach(async () => {
  workspace = await createWorkspace();
  sync = ['user', 'sync', await workspace.file('users.csv', USERS)];
  expect((await workspace.run(sync)).code).toBe(0);
});

test('the same run again has nothing to do and says whose work it found', async () => {
  const again = await workspace.run(sync);
  expect(again.code).toBe(0);
  expect(again.stderr).toContain(SETTLED);
  expect(again.stdout).toContain('Nothing to change: all 2 users are as the file says.');
});

test('what is expected of it is checked all the same', async () => {
  const again = await workspace.run([...sync, '--expect', 'create=2']);
  expect(again.code).toBe(8);
});

test('a report of every record is made by comparing every record', async () => {
  const { report, stderr } = await workspace.json(sync);
  expect(stderr).not.toContain(SETTLED);
  expect(report.results.map(({ key, action }) => [key, action])).toEqual([
    ['new-1', 'unchanged'],
    ['new-2', 'unchanged'],
  ]);
});

test('a changed file is read, and what changed in it is done', async () => {
  await workspace.file('users.csv', USERS.replace('Peeters', 'Pieters'));
  const again = await workspace.run(sync);
  expect(again.stderr).not.toContain(SETTLED);
  expect(again.stdout).toContain('2 users: 1 updated, 1 unchanged.');
});

test('a store that somebody else has changed is compared, and set right again', async () => {
  const other = await workspace.file('other.csv', USERS.replace('Peeters', 'Jansen'));
  expect((await workspace.run(['user', 'sync', other])).code).toBe(0);
  const again = await workspace.run(sync);
  expect(again.stderr).not.toContain(SETTLED);
  expect(again.stdout).toContain('1 updated');
  const users = await workspace.entries<{ ExternalId: string; LastName: string }>('users');
  expect(users.find(({ ExternalId }) => ExternalId === 'new-1')?.LastName).toBe('Peeters');
});

test('other flags make another run of it', async () => {
  expect((await workspace.run([...sync, '--fix'])).stderr).not.toContain(SETTLED);
});

test('a run that left something to do is done in full the next time', async () => {
  const list = await workspace.file('refused.csv', USERS.replace('Candidate,LAW-2', 'Nobody,LAW-2'));
  const refused = ['user', 'sync', list];
  expect((await workspace.run(refused)).code).toBe(4);
  const again = await workspace.run(refused);
  expect(again.code).toBe(4);
  expect(again.stderr).not.toContain(SETTLED);
});

test('without the records of runs everything is compared', async () => {
  await rm(join(workspace.folder, '.examctl'), { recursive: true });
  const again = await workspace.run(sync);
  expect(again.stderr).not.toContain(SETTLED);
  expect(again.stdout).toContain('Nothing to change');
});
