/** Reports of a plan: the names of records, and their values before and after. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createStoreInProcess } from '../../support/cli/store-in-process.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { candidate, scheduleRequest } from '../../support/conformance/requests.ts';
import { unpackPage } from '../output/unpack-page.ts';

beforeAll(() => {
  // Loads the commands, so that their loading time does not count for a test.
  return import('../../../src/commands/program.ts');
});

async function startPlatform() {
  const { folder, run, file, load } = await createStoreInProcess();
  await load(BASE_CATALOGUE);
  return { path: (name: string) => join(folder, name), run: (...args: string[]) => run([...args, '--yes']), file };
}

const userList = (email: string) =>
  `ExternalId;FirstName;LastName;Email\nu-90;Ada;Lovelace;${email}\nu-91;Alan;Turing;alan@example.org\n`;

it('a changed user is named, and the change told from the old to the new value, masked unless it is to be revealed', async () => {
  const { run, file, path } = await startPlatform();
  await run('user', 'sync', await file('u.csv', userList('jane@example.org')));
  const users = await file('u.csv', userList('ada@example.org'));
  const masked = await run('user', 'sync', users, '--dry-run', '--report', path('r.csv'));
  expect(masked.stdout).toContain('changed  Ada L. (u-90): Email changed\n');
  expect(masked.stdout).toMatch(/^Compared with the local platform in .*store, \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/m);
  const rows = (await readFile(path('r.csv'), 'utf8')).split('\r\n');
  expect(rows[0]?.startsWith('\ufeffseverity;file;')).toBe(true);
  expect(rows.slice(1, -1).map((row) => row.split(';').slice(2))).toEqual([
    [
      ...['2', '', '', 'Email', 'u-90', '', '', '', '', 'Ada L.', 'update', 'would-succeed', '', ''],
      ...['j•••••@•••••.org', 'a•••••@•••••.org', '', ''],
    ],
    ['3', '', '', '', 'u-91', '', '', '', '', 'Alan T.', 'unchanged', 'would-succeed', '', '', '', '', '', ''],
  ]);
  expect((await stat(path('r.csv'))).mode & 0o777).toBe(0o600);
  const revealed = await run('user', 'sync', users, '--dry-run', '--reveal');
  expect(revealed.stdout).toContain('changed  Ada Lovelace (u-90): Email jane@example.org → ada@example.org\n');
  const pushed = await run('user', 'sync', users, '-o', 'csv');
  expect(
    pushed.stdout
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(';').slice(11)),
  ).toEqual([
    ['Ada L.', 'update', 'succeeded', '', '', 'j•••••@•••••.org', 'a•••••@•••••.org', '', ''],
    ['Alan T.', 'unchanged', 'succeeded', '', '', '', '', '', ''],
  ]);
});

it('a changed schedule names the candidates who are new and what changes of the others, and no link', async () => {
  const { run, file } = await startPlatform();
  const other = candidate({ CandidateExtId: 'c-2', FirstName: 'Alan', LastName: 'Turing', Email: 'c2@example.edu' });
  const push = async (candidates: readonly object[], ...flags: string[]) =>
    run(
      'schedule',
      'push',
      await file('s.json', JSON.stringify([scheduleRequest({ candidates })])),
      '--upsert',
      ...flags,
    );
  await push([candidate()]);
  const { stdout } = await push([candidate({ PhoneNumber: '0612345678' }), other], '--dry-run');
  expect(stdout).toMatch(/^ {2}changed {2}.*: Candidates 1 → 2, 2 of them new or changed$/m);
  expect(stdout).toMatch(/^ {4}changed {2}\S+ \w\. \(c-1\): PhoneNumber changed$/m);
  expect(stdout).toContain('\n    new  Alan T. (c-2)\n');
  expect(stdout).not.toMatch(/session=|https?:/);
});

it('a schedule names the users whom it changes, also where it is new or stays as it is', async () => {
  const { run, file } = await startPlatform();
  await run('user', 'sync', await file('u.csv', userList('ada@example.org')));
  const ada = { CandidateExtId: 'u-90', FirstName: 'Ada', LastName: 'Byron', Email: 'ada@example.org' };
  const push = async (changes: object, ...flags: string[]) => {
    const candidates = [candidate(), candidate({ ...ada, Password: 'Canary-1', ...changes })];
    const path = await file('s.json', JSON.stringify([scheduleRequest({ candidates })]));
    return run('schedule', 'push', path, '--upsert', ...flags);
  };
  const planned = await push({}, '--dry-run');
  expect(planned.stdout).toMatch(/^ {2}new {2}.*: Candidates \(none\) → 2, 1 of them known and changed$/m);
  const change = 'changed  Ada B. (u-90): LastName changed, UserName changed, Password changed';
  expect(planned.stdout).not.toContain('Canary-1');
  const pushed = await push({});
  for (const { stdout } of [planned, pushed]) expect(stdout).toContain(change);
  const again = await push({ Password: 'Canary-2' }, '--dry-run', '-o', 'json');
  const { results } = JSON.parse(again.stdout) as { results: unknown[] };
  expect(results).toMatchObject([
    {
      action: 'update',
      changes: [
        { field: 'Candidates', before: '2', after: '2, 1 of them new or changed' },
        { field: 'Password', before: '(not shown)', after: '(not shown)', candidate: 'u-90', name: 'Ada B.' },
      ],
    },
  ]);
});

it('the HTML report shows no cell of a file, and its times in the zone of --timezone', async () => {
  const { run, file, path } = await startPlatform();
  const users = await file(
    'u.csv',
    'ExternalId,FirstName,LastName,Email,Password,Role\nu-90,Grace,Hopper,nobody,Canary-1,Candidate\n',
  );
  const zone = ['--timezone', 'Europe/Amsterdam'];
  await run('user', 'sync', users, ...zone, '--dry-run', '--report', path('r.html'), '--reveal');
  const page = await readFile(path('r.html'), 'utf8');
  expect(page).toMatch(/\d\d:\d\d Europe\/Amsterdam\./);
  const texts = JSON.stringify(unpackPage(page));
  expect(texts).toContain('u-90');
  expect(texts).not.toMatch(/Grace|Canary-1/);
});
