import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import { csv } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const LINKS = ['schedule', 'links', 'S-1', '-o', 'json'];
const REMOTE = { EXAMCTL_BASE_URL: 'https://exams.example.org' };

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

it('schedule links does not answer from the store where a remote is named, unless the store is named too', async () => {
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
    { args: [], env: { EXAMCTL_BASE_URL: server.url } },
  ]) {
    const { code, stdout } = await workspace.run([...LINKS, ...named.args], { env: named.env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([{ CandidateExtId: 'c-1', StartupLink: linkOf(2), LaunchUrl: null }]);
  }
});
