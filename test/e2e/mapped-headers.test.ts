/** `--map` of a header that is nowhere: a slip that would leave a column unread is told before anything is read. */
import { describe, expect, it } from 'vitest';
import { candidate, csv, request, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const PUSH = ['schedule', 'push'] as const;

/** A folder with one sitting list, in which first names stand under another header. */
async function setUp() {
  const space = await createWorkspace();
  await space.file('s.csv', csv([row()]).replace('FirstName', 'Voornaam'));
  return space;
}

describe('a header of --map that no input file has', () => {
  it('is refused, with the one that was probably meant', async () => {
    const { json } = await setUp();
    const { code, report } = await json([...PUSH, 's.csv', '--map', 'Vornaam=FirstName']);
    expect(code).toBe(2);
    expect(report.error).toEqual({
      name: 'UsageError',
      message: '--map: no input file has a column "Vornaam"',
      hint: 'Did you mean Voornaam?',
    });
  });

  it('is refused if nothing is like it, with what there is', async () => {
    const { json } = await setUp();
    const { report } = await json([...PUSH, 's.csv', '--map', 'Zzz=FirstName']);
    expect(report.error?.hint).toMatch(/^The columns are ScheduleExtId, AssessmentExtId, /);
  });

  it('is refused in each command that reads files', async () => {
    const { json, file } = await setUp();
    await file('u.csv', 'ExternalId\nu-1\n');
    for (const command of [
      ['user', 'sync', 'u.csv'],
      ['collection', 'add', 'u.csv'],
      ['invigilators', 'remove', '--file', 'u.csv'],
      ['validate', 'users', 'u.csv'],
      ['validate', 'schedules', 's.csv'],
      [...PUSH, '-', '--format', 'csv'],
    ]) {
      const { code, report } = await json([...command, '--map', 'Nowhere=Email'], { input: csv([row()]) });
      expect(code, command.join(' ')).toBe(2);
      expect(report.error?.message, command.join(' ')).toContain('"Nowhere"');
    }
  });

  it('is refused if JSON is read, which has no columns', async () => {
    const { json, file } = await setUp();
    await file('r.json', JSON.stringify([request(SCHEDULE, [candidate(1)])]));
    const { code, report } = await json([...PUSH, 'r.json', '--map', 'Voornaam=FirstName']);
    expect(code).toBe(2);
    expect(report.error?.hint).toBe('JSON names fields as they are; --map is for the columns of CSV files.');
  });
});

it.each(['FIRST_NAAM'])('is meant without regard to line breaks, blanks and case: %s', async (name) => {
  const { json, file } = await setUp();
  await file('s.csv', csv([row()]).replace('FirstName', '"First\nNaam"'));
  expect(await json([...PUSH, 's.csv', '--map', `${name}=FirstName`])).toMatchObject({
    code: 0,
    report: { counts: { create: 1 } },
  });
});

it('a header that two columns could be is meant exactly', async () => {
  const { json, file } = await setUp();
  await file('s.csv', csv([row(1, { 'Given name': 'A', given_name: 'B' })]).replace('FirstName', 'Other'));
  const { code, report } = await json([...PUSH, 's.csv', '--map', 'GivenName=FirstName']);
  expect({ code, message: report.error?.message }).toEqual({
    code: 2,
    message: '--map: no input file has a column "GivenName"',
  });
  const exact = await json([...PUSH, 's.csv', '--map', 'given_name=FirstName', '--dry-run']);
  expect(exact.report.findings).not.toContainEqual(expect.objectContaining({ field: 'FirstName', severity: 'error' }));
});

it('a header that --map names exactly is not meant by another --map', async () => {
  const { json } = await setUp();
  const push = [...PUSH, 's.csv', '--dry-run', '--map', 'Voornaam=FirstName'];
  expect((await json(push)).code).toBe(0);
  const { code, report } = await json([...push, '--map', 'voornaam=Title']);
  expect({ code, message: report.error?.message }).toEqual({
    code: 2,
    message: '--map: no input file has a column "voornaam"',
  });
});

it('one of several files is enough, and the file of candidates is one of them', async () => {
  const { json, file } = await setUp();
  await file('t.csv', csv([row(2, { ScheduleExtId: 'S-2' })]));
  expect((await json([...PUSH, 's.csv', 't.csv', '--map', 'Voornaam=FirstName', '--dry-run'])).code).toBe(0);
  await file('schedules.csv', csv([SCHEDULE]));
  await file('c.csv', csv([{ Sched: 'S-1', ...candidate(1) }]).replace('FirstName', 'Voornaam'));
  const joined = [
    'schedules.csv',
    '--candidates',
    'c.csv',
    '--map',
    'Voornaam=FirstName',
    '--map',
    'Sched=ScheduleExtId',
  ];
  expect((await json(['validate', 'schedules', ...joined])).code).toBe(0);
  expect((await json([...PUSH, ...joined])).code).toBe(0);
});

it('a header of both files is mapped in the one that has the field', async () => {
  const { json, file, entries } = await createWorkspace();
  await file('s.csv', csv([{ ...SCHEDULE, Name: 'x' }]));
  await file('c.csv', csv([{ ScheduleExtId: 'S-1', ...candidate(1) }]).replace('LastName', 'Name'));
  const push = [...PUSH, 's.csv', '--candidates', 'c.csv', '--ignore', 'Name', '--map'];
  const { code, report } = await json([...push, 'Name=LastName']);
  expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
  expect(JSON.stringify(await entries('schedules'))).toContain('"LastName":"Last1"');
  const wrong = await json([...push, 'Name=LstName']);
  const [message, hint] = ['"Name" is mapped to "LstName", which is no field here', 'Did you mean LastName?'];
  expect(wrong).toMatchObject({ code: 2, report: { error: { message, hint } } });
  const word = await json([...push, 'Name=Surname']);
  expect(word.report.error?.hint).toBe(hint);
  const strange = await json([...push, 'Name=Shoe size']);
  expect(strange.report.error?.hint).toMatch(/^The fields are .*\bScheduleExtId, .*\bCandidateExtId, .*\.$/);
});
