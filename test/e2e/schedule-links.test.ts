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

it('schedule links has the name, address and sitting of each candidate, also in a file for its owner alone', async () => {
  const { run, folder } = await pushed();
  const [row] = JSON.parse((await run(LINKS)).stdout) as [Record<string, string>];
  expect(row).toMatchObject({
    ScheduleExtId: 'S-1',
    FirstName: 'Anna',
    LastName: 'Jansen',
    Email: 'anna@example.org',
    StartDateTime: '2027-03-01T09:00:00.000Z',
  });
  const { code, stdout } = await run(['schedule', 'links', 'S-1', '--out', 'links.csv']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const file = join(folder, 'links.csv');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  expect(text).toBe(`\ufeff${(await run(['schedule', 'links', 'S-1', '-o', 'csv'])).stdout}`);
  expect(text).toContain(',Anna,Jansen,anna@example.org,c-1,');
  expect(text).toBe((await run(['schedule', 'links', 'S-1', '--out', '-'])).stdout);
  expect((await run(['schedule', 'links', 'S-1', '--out', 'links.txt'])).code).toBe(2);
});

it('schedule links has all named sittings and those of a file in one list, by sitting and name, in a zone', async () => {
  const { run, file } = await createWorkspace();
  const second = { ...SCHEDULE, ScheduleExtId: 'S-2', StartDateTime: '2027-02-01T09:00:00Z' };
  const beda = { CandidateExtId: 'c-0', FirstName: 'Beda', LastName: 'Adams', Email: 'beda@example.org' };
  await file('s.csv', csv([SCHEDULE, { ...SCHEDULE, ...beda }, { ...second, CandidateExtId: 'c-2' }]));
  expect((await run(['schedule', 'push', 's.csv'])).code).toBe(0);
  const list = async (...args: string[]) => {
    const { code, stdout } = await run(['schedule', 'links', ...args, '--out', '-', '--delimiter', ';']);
    expect(code).toBe(0);
    const lines = stdout.replace('\ufeff', '').trimEnd().split('\r\n').slice(1);
    return lines.map((line) => line.split(';')).map((cells) => [cells[0], cells[2], cells[5]]);
  };
  const all = [
    ['S-2', '2027-02-01T10:00+01:00', 'Jansen'],
    ['S-1', '2027-03-01T10:00+01:00', 'Adams'],
    ['S-1', '2027-03-01T10:00+01:00', 'Jansen'],
  ];
  expect(await list('S-1', 'S-2', '--timezone', 'Europe/Amsterdam')).toEqual(all);
  expect(await list('--from', 's.csv', '--timezone', 'Europe/Amsterdam')).toEqual(all);
  expect(await run(['schedule', 'links'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--from FILE') });
});

it('schedule links finds the sittings of a file that has no ids of them, if it is read as the push read it', async () => {
  const { run, file } = await createWorkspace();
  const rows = [
    'Nr;Naam;Mail;Datum;Tijd',
    'c-1;Lovelace, Ada;a@b.nl;01-03-2027;09:00',
    'c-2;Turing, Alan;b@b.nl;02-03-2027;09:00',
  ];
  await file('s.csv', `${rows.join('\n')}\n`);
  const draft = [
    'mapping',
    'draft',
    'schedules',
    's.csv',
    '--map',
    'Nr=CandidateExtId',
    '--date-format',
    'D-M-YYYY HH:mm',
  ];
  expect((await run([...draft, '--out', 's.json'])).code).toBe(0);
  const read = ['--mapping', 's.json', '--timezone', 'Europe/Amsterdam'];
  for (const value of ['AssessmentExtId=LAW-101', 'GroupExtId=LAW-1', 'GroupName=L']) read.push('--set', value);
  expect((await run(['schedule', 'push', 's.csv', ...read])).code).toBe(0);
  const { code, stdout } = await run(['schedule', 'links', '--from', 's.csv', ...read, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ LastName: 'Lovelace' }, { LastName: 'Turing' }]);
  expect((await run(['schedule', 'links', 'S-1', '--mapping', 's.json'])).code).toBe(2);
});

it('schedule links at a terminal names the sitting once, and cuts no link however narrow it is', async () => {
  const { run, folder, store } = await pushed();
  const [row] = JSON.parse((await run(LINKS)).stdout) as [Record<string, string>];
  const env = { EXAMCTL_STORE: store };
  const { stdout } = await runInProcess(LINKS.slice(0, 3), { cwd: folder, env, terminal: { columns: 40 } });
  const [sitting = '', ...candidates] = stdout.split('\n\n');
  expect(sitting).toMatch(/^S-1, .*:\s+2027-03-01T09:00:00.000Z to/);
  expect(Math.max(...sitting.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(candidates).toEqual([`c-1  Anna Jansen  anna@example.org\n  StartupLink  ${row['StartupLink']}\n`]);
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
  expect(rows[0]?.cells.slice(4, 8)).toEqual(['Anna', 'Jansen', 'anna@example.org', 'c-1']);
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
    const Candidates = [{ CandidateExtId: 'c-1', StartupLink: linkOf(++count) }];
    return { body: JSON.stringify({ Content: 'S-1', Success: true, Errors: null, Candidates }) };
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
        ScheduleExtId: 'S-1',
        CandidateExtId: 'c-1',
        ...{ FirstName: 'Anna', LastName: 'Jansen', Email: 'anna@example.org', ScheduleTitle: null },
        ...{ StartDateTime: '2027-03-01T09:00:00.000Z', EndDateTime: null },
        ...{ StartupLink: linkOf(2), LaunchUrl: null },
      },
    ]);
  }
});
