/** A row that the delimiter of the header does not split is one cell. No part of it may be shown. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const HEADER = ['ExternalId', 'FirstName', 'LastName', 'Email', 'Password'];
const SECRET = 'Canary-4711!';
const ROW = ['r-2', 'Ada', 'Lovelace', 'ada@example.edu', SECRET];
const FORMS = ['json', 'csv', 'html', 'md', 'xml', 'sarif'];

it.each([
  ['semicolons below a header with commas', ',', ';'],
  ['commas below a header with semicolons', ';', ','],
  ['tabs below a header with commas', ',', '\t'],
  ['a sign that is no delimiter', ',', '#'],
])('no report and no message shows a row with %s', async (_what, ofHeader, ofRow) => {
  const { run, file, folder } = await createWorkspace();
  await file('users.csv', `${HEADER.join(ofHeader)}\n${ROW.join(ofRow)}\n`);
  await expectNoSecret({ run, folder }, 'users.csv');
});

it('no report and no message shows a row that was pasted into one cell of a sheet', async () => {
  const { run, folder } = await createWorkspace();
  const rows = [HEADER, [ROW.join(';'), '', '', '', '']];
  await writeFile(join(folder, 'users.xlsx'), await writeXlsx({ sheets: [{ name: 'Users', rows }] }));
  await expectNoSecret({ run, folder }, 'users.xlsx');
});

it('a row that has only the id of its schedule belongs to it, so that the schedule is not sent without that candidate', async () => {
  const { json, file } = await createWorkspace();
  const header =
    'ScheduleExtId,Title,AssessmentExtId,StartDateTime,GroupExtId,GroupName,CandidateExtId,FirstName,LastName,Email';
  const row = (id: string) => `S-9,Law,LAW-101,2027-03-01T09:00:00Z,LAW-1,Law,${id},Ada,Love,${id}@example.edu`;
  await file('sittings.csv', [header, row('c-1'), 'S-9', row('c-3'), ''].join('\n'));
  const { report } = await json(['schedule', 'push', 'sittings.csv', '--skip-invalid', '--dry-run']);
  expect(report.counts).toMatchObject({ read: 1, invalid: 1, create: 0 });
  expect(report.findings).toMatchObject([{ line: 3, key: 'S-9', rule: 'input.row.width' }]);
});

async function expectNoSecret({ run, folder }: Pick<Workspace, 'run' | 'folder'>, name: string): Promise<void> {
  const reports = FORMS.flatMap((form) => ['--report', `r.${form}`]);
  for (const command of [
    ['validate', 'users'],
    ['user', 'sync'],
    ['user', 'sync', '--skip-invalid'],
  ]) {
    const ended = await run([...command, name, ...reports, '--reveal']);
    expect(ended.code).toBe(3);
    expect(ended.stdout + ended.stderr).not.toContain(SECRET);
    for (const form of FORMS) expect(await readFile(join(folder, `r.${form}`), 'utf8')).not.toContain(SECRET);
  }
}
