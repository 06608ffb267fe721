import { expect, it } from 'vitest';
import { csv } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const LINKS = ['schedule', 'links', 'S-1', '-o', 'json'];
const REMOTE = { EXAMCTL_BASE_URL: 'https://exams.example.org' };

async function pushed() {
  const workspace = await createWorkspace();
  const schedule = {
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
  await workspace.file('s.csv', csv([schedule]));
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
  const refused = await run(['schedule', 'links', 'S-1'], { env: REMOTE });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('EXAMCTL_BASE_URL names a remote platform');
  expect(refused.stderr).toContain('schedule push --json');
  expect((await run([...LINKS, '--store', store], { env: REMOTE })).code).toBe(0);
  expect((await run(LINKS, { env: { EXAMCTL_BASE_URL: '' } })).code).toBe(0);
});
