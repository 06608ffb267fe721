/** A run that was done, on a store that nobody has changed since, ends at once; whatever differs is compared in full. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { csv, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const SETTLED = 'The input and the store are as run';
const USERS = `ExternalId,FirstName,LastName,Role,Hierarchies
new-1,Ann,Peeters,Candidate,LAW-1
new-2,Bob,O'Brien,Candidate,LAW-2
`;

const SITTING = csv([row()]);
const REMOVAL = 'ScheduleExtId,UserExtId\nS-9,u-7\n';
const WITH_INVIGILATOR = {
  Schedules: [
    {
      Schedule: { ...SCHEDULE, ScheduleExtId: 'S-9', EndDateTime: '2027-03-01T12:00:00Z', Owner: 'scheduler.one' },
      Status: 'ACTIVATED',
      Candidates: [],
      Invigilators: ['u-7'],
    },
  ],
};

let workspace: Workspace;
let sync: string[];

beforeEach(async () => {
  workspace = await createWorkspace();
  await workspace.load(WITH_INVIGILATOR);
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

test.each([
  ['collections, which are refused where they have changed', ['collection', 'add'], 'Title\nLaw\n', 0],
  ['removals, which are refused the second time', ['invigilators', 'remove', '--yes', '--file'], REMOVAL, 4],
  ['schedules that exist, which are refused without --upsert', ['schedule', 'push'], SITTING, 4],
] as const)('what would be done again is no such run, however it is told: %s', async (_, command, text, code) => {
  const again = [...command, await workspace.file('again.csv', text)];
  expect((await workspace.run(again)).code).toBe(0);
  const told = await workspace.run(again);
  expect(told).toMatchObject({ code, stderr: expect.not.stringContaining(SETTLED) as string });
  expect((await workspace.json(again)).code).toBe(code);
});

test('users who must not be sent again are no such run', async () => {
  await workspace.load({ Settings: { UserMode: 'create' } });
  const list = ['user', 'sync', await workspace.file('new.csv', USERS.replaceAll('new-', 'newer-'))];
  expect((await workspace.run(list)).code).toBe(0);
  const again = await workspace.run(list);
  expect(again).toMatchObject({ code: 4, stderr: expect.not.stringContaining(SETTLED) as string });
});

test('without the records of runs everything is compared', async () => {
  await rm(join(workspace.folder, '.examctl'), { recursive: true });
  const again = await workspace.run(sync);
  expect(again.stderr).not.toContain(SETTLED);
  expect(again.stdout).toContain('Nothing to change');
});
