/** What a dry run says of a real store is what the run does to it, although some records wait for a slow hash. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const PAIRS = 10;

it('of two schedules whose candidates want one user name, the first gets it, in the dry run and in the run', async () => {
  const { json, file, folder } = await createWorkspace();
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const rows = Array.from({ length: PAIRS }, (_, pair) => [
    row(2 * pair, { ScheduleExtId: `A-${pair}`, UserName: `same-${pair}`, Password: 'Slow-to-hash-1' }),
    row(2 * pair + 1, { ScheduleExtId: `B-${pair}`, UserName: `same-${pair}`, Password: '' }),
  ]);
  await file('s.csv', csv(rows.flat()));
  const planned = await json(['schedule', 'push', 's.csv', '-n', '--rejects', 'planned.csv']);
  const done = await json(['schedule', 'push', 's.csv', '--rejects', 'done.csv']);
  expect(planned.report.results.map(({ key, outcome }) => [key, outcome])).toEqual(
    rows.flatMap((_, pair) => [
      [`A-${pair}`, 'would-succeed'],
      [`B-${pair}`, 'would-fail'],
    ]),
  );
  expect(done.report.results.map(({ key, outcome }) => [key, outcome])).toEqual(
    rows.flatMap((_, pair) => [
      [`A-${pair}`, 'succeeded'],
      [`B-${pair}`, 'failed'],
    ]),
  );
  expect(done.report.findings).toEqual(planned.report.findings);
  expect([planned.code, done.code]).toEqual([4, 4]);
  expect(await read('done.csv')).toBe(await read('planned.csv'));
});

it('with --skip-invalid, a file with a wrong record ends with 4, in the dry run and in the run', async () => {
  const { json, file } = await createWorkspace();
  await file('u.csv', 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\nu-2,,Byron\n');
  await file('none.csv', 'ExternalId,FirstName,LastName\nu-2,,Byron\n');
  const codesOf = async (...args: string[]) => {
    const planned = await json(['user', 'sync', ...args, '-n']);
    return [planned.code, (await json(['user', 'sync', ...args])).code];
  };
  expect(await codesOf('u.csv')).toEqual([3, 3]);
  expect(await codesOf('u.csv', '--skip-invalid')).toEqual([4, 4]);
  // Nothing is left that could be sent.
  expect(await codesOf('none.csv', '--skip-invalid')).toEqual([3, 3]);
});

it('if a wrong row stops all sending, only the dry run says what the engine would answer to the others', async () => {
  const { json, file } = await createWorkspace();
  const rows = ['u-1,Ada,Byron,Nobody', 'u-2,Alan,Turing,Candidate', 'u-3,,Byron,Candidate'];
  await file('u.csv', `ExternalId,FirstName,LastName,Role\n${rows.join('\n')}\n`);
  const told = async (...flags: string[]) => {
    const { code, report } = await json(['user', 'sync', 'u.csv', ...flags]);
    return [code, ...report.findings.map(({ line, rule }) => `${line} ${rule}`)];
  };
  const wrong = '4 user.first-name.required';
  expect(await told('-n')).toEqual([3, '2 user.role.not-found', wrong]);
  expect(await told()).toEqual([3, wrong]);
  expect(await told('--skip-invalid')).toEqual([4, '2 user.role.not-found', wrong]);
});
