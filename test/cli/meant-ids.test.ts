import { expect, it } from 'vitest';
import { createWorkspace } from '../support/cli/workspace.ts';

const SITTING = '--title x --start-date-time 2027-03-01T09:00:00Z --group-ext-id LAW-1 --group-name x';

it.each([
  [`schedule push --assessment-ext-id LAW-1O1 ${SITTING}`, 4, 'LAW-1O1 → did you mean LAW-101?'],
  ['invigilators remove LAW-101-2026-01O u-6 --yes', 4, '→ did you mean LAW-101-2026-010?'],
  ['collection add --title x --taxonomy TAXI1', 4, '→ did you mean TAX1?'],
  ['schedule links LAW-101-2O26-010', 2, 'Did you mean LAW-101-2026-010?'],
  ['local show users u-O1', 2, 'Did you mean u-1?'],
])('an unknown id is reported with a similar existing one: %s', async (line, code, says) => {
  const { run } = await createWorkspace();
  const ended = await run(line.split(' '));
  expect(ended.code).toBe(code);
  expect(ended.stdout + ended.stderr).toContain(says);
});

it.each([
  [
    'Teaching asistant',
    'LAW-1',
    'column Role: No role has the title Teaching asistant (code 241) → did you mean Teaching assistant?',
  ],
  [
    'Student',
    'LAW-1',
    'column Role: No role has the title Student (code 241) → the platform has Candidate, Exam office, Examiner,',
  ],
  ['Candidate', 'LAW-l', 'column Hierarchies: LAW-l: Hierarchy not found (code 131) → did you mean LAW-1?'],
  ['Candidate', 'LAW-7', 'column Hierarchies: LAW-7: Hierarchy not found (code 131) → did you mean LAW-1 or LAW-2?'],
  ['Candidate', 'LAW-O1', 'column Hierarchies: LAW-O1: Hierarchy not found (code 131) → did you mean LAW-1?'],
])('an unknown role or hierarchy is reported with similar existing ones: %s, %s', async (role, hierarchy, says) => {
  const { run, file } = await createWorkspace();
  await file('users.csv', `ExternalId,FirstName,LastName,Role,Hierarchies\nn-1,Ada,Lovelace,${role},${hierarchy}\n`);
  const { stdout } = await run(['user', 'sync', 'users.csv', '--dry-run']);
  expect(stdout).toContain(says);
});

it.each([
  [`schedule push --assessment-ext-id LAW-1O1 ${SITTING}`, 'error    --assessment-ext-id: No'],
  ['collection add --external-id a-b --title x', 'error    --external-id: ExternalId'],
  ['invigilators remove S-1 u-1 --yes', 'error    ScheduleExtId of S-1/u-1: Schedule not found'],
])('flags and arguments have no line numbers: %s', async (line, says) => {
  const { run } = await createWorkspace();
  const { stdout } = await run(line.split(' '));
  expect(stdout).toContain(says);
  expect(stdout).not.toMatch(/command line|:\\d/);
});

it('an unknown id without a similar one has no suggestion', async () => {
  const { run } = await createWorkspace();
  const { stderr } = await run(['schedule', 'links', 'SOMETHING-ELSE']);
  expect(stderr).not.toContain('Did you mean');
});
