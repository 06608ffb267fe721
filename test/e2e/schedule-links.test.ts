import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { csv } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';
import { readTable } from '../support/xlsx/read.ts';

const LINKS = ['schedule', 'links', 'S-1', '-o', 'json'];
/** Of the environment, either a remote or a store is named. */
const REMOTE = { EXAMCTL_BASE_URL: 'https://exams.example.org', EXAMCTL_STORE: '' };

const SCHEDULE = {
  ScheduleExtId: 'S-1',
  AssessmentExtId: 'LAW-101',
  StartDateTime: '2027-03-01T09:00:00Z',
  GroupExtId: 'LAW-1',
  GroupName: 'Law, year 1',
  CandidateExtId: 'c-1',
  FirstName: 'Anna',
  LastName: 'Jansen',
  Email: 'anna@example.org',
};

async function pushed() {
  const workspace = await createWorkspace();
  await workspace.file('s.csv', csv([SCHEDULE]));
  expect((await workspace.run(['schedule', 'push', 's.csv'])).code).toBe(0);
  return workspace;
}

it('schedule links shows what the embedded engine made', async () => {
  const { run } = await pushed();
  const { code, stdout } = await run(LINKS);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ CandidateExtId: 'c-1', StartupLink: expect.stringContaining('http') }]);
});

it('schedule links has the name, address and sitting of each candidate, also in a file for its owner alone', async () => {
  const { run, folder } = await pushed();
  const [row] = JSON.parse((await run(LINKS)).stdout) as [Record<string, string>];
  expect(row).toMatchObject({
    Name: 'Anna Jansen',
    Email: 'anna@example.org',
    StartDateTime: '2027-03-01T09:00:00.000Z',
  });
  const { code, stdout } = await run(['schedule', 'links', 'S-1', '--out', 'links.csv']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const file = join(folder, 'links.csv');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toBe((await run(['schedule', 'links', 'S-1', '-o', 'csv'])).stdout);
  expect(await readFile(file, 'utf8')).toContain(`c-1,Anna Jansen,anna@example.org,${row['ScheduleTitle']},`);
  expect((await run(['schedule', 'links', 'S-1', '--out', 'links.txt'])).code).toBe(2);
});

it('schedule links at a terminal names the sitting once, and cuts no link however narrow it is', async () => {
  const { run, folder, store } = await pushed();
  const [row] = JSON.parse((await run(LINKS)).stdout) as [Record<string, string>];
  const env = { EXAMCTL_STORE: store };
  const { stdout } = await runInProcess(LINKS.slice(0, 3), { cwd: folder, env, terminal: { columns: 40 } });
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^S-1, .*: 2027-03-01 09:00 UTC to /),
    ...['', 'c-1  Anna Jansen  anna@example.org', `  StartupLink  ${row['StartupLink']}`, ''],
  ]);
});

it('schedule links writes a workbook whose links can be clicked', async () => {
  const { run, folder } = await pushed();
  const [row] = JSON.parse((await run(LINKS)).stdout) as [Record<string, string>];
  expect(await run(['schedule', 'links', 'S-1', '--out', 'links.xlsx'])).toMatchObject({
    ...{ code: 0, stdout: '' },
    stderr: 'Wrote the links of 1 candidate to links.xlsx, readable for you alone.\n',
  });
  expect((await stat(join(folder, 'links.xlsx'))).mode & 0o777).toBe(0o600);
  const { rows } = await readTable(await readFile(join(folder, 'links.xlsx')));
  expect(rows[0]?.cells.slice(0, 3)).toEqual(['c-1', 'Anna Jansen', 'anna@example.org']);
  expect(rows[0]?.cells).toContain(row['StartupLink']);
});

it('schedule links does not answer from the store if a remote is named, unless the store is named too', async () => {
  const { run, store } = await pushed();
  for (const remote of [{ env: REMOTE }, { args: ['--base-url', REMOTE.EXAMCTL_BASE_URL] }]) {
    const none = await run(['schedule', 'links', 'S-1', ...(remote.args ?? [])], { env: remote.env ?? {} });
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('No links of schedule "S-1" at https://exams.example.org');
  }
  expect((await run([...LINKS, '--store', store], { env: REMOTE })).code).toBe(0);
  expect((await run(LINKS, { env: { EXAMCTL_BASE_URL: '' } })).code).toBe(0);
});

it('links that a remote gave are kept with the run for their owner alone, and shown by schedule links', async () => {
  const workspace = await createWorkspace();
  let count = 0;
  const linkOf = (number: number) => `https://x.example/delivery/external-login?session=${number}`;
  const server = await startAnsweringServer(() => {
    const candidates = [{ candidateExtId: 'c-1', startupLink: linkOf(++count) }];
    return { body: JSON.stringify({ Result: 'Success', Schedule: { ScheduleExtId: 'S-1' }, candidates }) };
  });
  const env = { EXAMCTL_TOKEN: 'test-token-of-no-worth' };
  await workspace.file('s.csv', csv([SCHEDULE]));
  const push = ['schedule', 'push', 's.csv', '--upsert', '--base-url', server.url];
  const first = await workspace.run(push, { env });
  expect(first.code).toBe(0);
  expect(first.stdout + first.stderr).not.toContain('session=');

  const folder = join(workspace.folder, '.examctl/runs');
  const [record = '', links = ''] = (await readdir(folder))
    .filter((name) => name.startsWith('20'))
    .sort()
    .reverse();
  expect((await stat(join(folder, links))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, links), 'utf8')).toContain(linkOf(1));
  expect(await readFile(join(folder, record), 'utf8')).not.toContain('session');

  const { report } = await workspace.json(push, { env });
  expect(report.results[0]?.links).toEqual([{ CandidateExtId: 'c-1', name: 'StartupLink', url: linkOf(2) }]);
  for (const named of [
    { args: ['--base-url', `${server.url}/api/v1/integrations/`], env: {} },
    { args: [], env: { ...REMOTE, EXAMCTL_BASE_URL: server.url } },
  ]) {
    const { code, stdout } = await workspace.run([...LINKS, ...named.args], { env: named.env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        CandidateExtId: 'c-1',
        ...{ Name: 'Anna Jansen', Email: 'anna@example.org', ScheduleTitle: null },
        ...{ StartDateTime: '2027-03-01T09:00:00.000Z', EndDateTime: null },
        ...{ StartupLink: linkOf(2), LaunchUrl: null },
      },
    ]);
  }
});
