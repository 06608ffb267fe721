import { describe, expect, it } from 'vitest';
import { candidate, csv, request, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

interface StoredSchedule {
  readonly Schedule: Readonly<Record<string, string>>;
  readonly Candidates: readonly Readonly<Record<string, string>>[];
}

const PUSH = ['schedule', 'push'] as const;

async function stored(entries: (kind: string) => Promise<StoredSchedule[]>, id = 'S-1') {
  return (await entries('schedules')).find(({ Schedule }) => Schedule['ScheduleExtId'] === id);
}

describe('schedules and candidates in two files', () => {
  const schedules = csv([SCHEDULE, { ...SCHEDULE, ScheduleExtId: 'S-2' }]);
  const candidates = [
    { ScheduleExtId: 'S-1', ...candidate(1) },
    { ScheduleExtId: 'S-2', ...candidate(2) },
    { ScheduleExtId: 'S-1', ...candidate(3) },
  ];

  it('are not sent if a candidate names no schedule of the other file, or a schedule is repeated', async () => {
    const { file, json } = await createWorkspace();
    await file('s.csv', schedules + csv([SCHEDULE]).split('\n')[1]);
    await file('c.csv', csv([...candidates, { ScheduleExtId: 'S-9', ...candidate(4) }, { ...candidate(5) }]));
    const { code, report } = await json([...PUSH, 's.csv', '--candidates', 'c.csv', '--rejects', 'r.csv']);
    expect(code).toBe(3);
    expect(report.findings.map(({ file: name, line, rule }) => [name, line, rule])).toEqual([
      ['s.csv', 4, 'schedule.schedule-ext-id.repeated'],
      ['c.csv', 5, 'candidate.schedule-ext-id.unknown'],
      ['c.csv', 6, 'candidate.schedule-ext-id.required'],
    ]);
  });

  it('are one file of schedules and one of candidates', async () => {
    const { file, json } = await createWorkspace();
    await file('s.csv', schedules);
    await file('c.csv', csv(candidates));
    const two = await json([...PUSH, 's.csv', 's.csv', '--candidates', 'c.csv']);
    expect(two.report.error?.message).toBe('--candidates goes with one file of schedules');
    expect((await json([...PUSH, '-', '--candidates', '-'])).report.error?.message).toMatch(/read once only/);
    expect((await json(['validate', 'schedules', 's.csv', 's.csv', '--candidates', 'c.csv'])).code).toBe(2);
  });
});

it('a file of candidates alone is one schedule where --set gives the fields of the schedule', async () => {
  const { file, json, entries } = await createWorkspace();
  await file('c.csv', csv([candidate(1), candidate(2)]));
  const set = Object.entries(SCHEDULE).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const { code, report } = await json([...PUSH, 'c.csv', ...set]);
  expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
  expect((await stored(entries))?.Candidates.map(({ CandidateExtId }) => CandidateExtId)).toEqual(['c-1', 'c-2']);
});

it('standard input is a file like any other', async () => {
  const { run, json } = await createWorkspace();
  const { code, report } = await json([...PUSH, '-'], { input: csv([row()]) });
  expect({ code, file: report.results[0]?.file }).toEqual({ code: 0, file: 'standard input' });
  const ndjson = JSON.stringify(request({ ...SCHEDULE, ScheduleExtId: 'S-2' }, [candidate(1)]));
  expect((await run([...PUSH, '-', '--format', 'ndjson'], { input: ndjson })).code).toBe(0);
  expect((await json([...PUSH, '-', '-'], { input: csv([row()]) })).report.error?.message).toMatch(/once only/);
});

describe('a schedule that flags describe', () => {
  const flags = Object.entries({
    'assessment-ext-id': 'LAW-101',
    'start-date-time': '2027-03-01T10:00+01:00',
    'group-ext-id': 'LAW-1',
    'group-name': 'Law, year 1',
    title: 'Resit',
  }).flatMap(([name, value]) => [`--${name}`, value]);

  it('takes its candidates from a file, and has an id that follows from it: pushed twice it is one', async () => {
    const { file, json, entries } = await createWorkspace();
    await file('c.csv', csv([candidate(1), candidate(2)]));
    const first = await json([...PUSH, 'c.csv', ...flags]);
    expect(first.code).toBe(0);
    const id = first.report.results[0]?.key ?? '';
    expect(id).toMatch(/^auto-[0-9a-f]{24}$/);
    expect((await stored(entries, id))?.Schedule).toMatchObject({
      Title: 'Resit',
      StartDateTime: '2027-03-01T09:00:00.000Z',
    });
    const again = await json([...PUSH, '--candidates', 'c.csv', '--upsert', ...flags]);
    expect(again.report.results).toMatchObject([{ key: id, action: 'unchanged' }]);
  });
});

describe('the flags for reading', () => {
  it('--fix leaves out a row that is an exact copy of an earlier one, and says so', async () => {
    const { file, json, entries } = await createWorkspace();
    await file('s.csv', csv([row(1), row(2), row(1), row(1)]));
    expect((await json([...PUSH, 's.csv'])).code).toBe(3);
    const { code, report } = await json([...PUSH, 's.csv', '--fix']);
    expect({ code, candidates: report.counts.candidates }).toEqual({ code: 0, candidates: 2 });
    const copied = (line: number) => ({
      ...{ severity: 'note', rule: 'input.row.copy', line },
      message: 'The row is an exact copy of that in line 2; --fix leaves it out',
    });
    expect(report.findings).toMatchObject([copied(4), copied(5)]);
    expect((await stored(entries))?.Candidates).toHaveLength(2);
  });

  it('--accept lets text through that was read in the wrong encoding, which is an error without it', async () => {
    const { file, json, entries } = await createWorkspace();
    await file('s.csv', csv([row(1, { FirstName: 'RenÃ©e', LastName: 'Müller' })]));
    const refused = await json([...PUSH, 's.csv']);
    expect(refused.code).toBe(3);
    expect(await stored(entries)).toBeUndefined();
    const rule = 'candidate.first-name.misread';
    expect(refused.report.findings).toMatchObject([{ severity: 'error', rule }]);
    const accepted = await json([...PUSH, 's.csv', '--accept', rule]);
    expect(accepted.code).toBe(0);
    expect(accepted.report.findings).toMatchObject([{ severity: 'warning', rule }]);
    await file('good.csv', csv([row(2, { ScheduleExtId: 'S-2', FirstName: 'Renée', LastName: 'Müller' })]));
    expect(await json([...PUSH, 'good.csv'])).toMatchObject({ code: 0, report: { findings: [] } });
  });
});

it('a PIN comes from a file, never from the value of a flag, and no report replaces that file', async () => {
  const { run, file, json } = await createWorkspace();
  await file('s.csv', csv([row(1)]));
  await file('pin.csv', '9173\n');
  const push = ['schedule', 'push', 's.csv'];
  for (const typed of [['--pin', '9173'], ['--pin=9173']]) {
    const { code, stderr } = await run([...push, ...typed]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'examctl: Unknown option: --pin\n  Did you mean --pin-file?\n',
    });
  }
  expect((await run([...push, '--pin-file', 'none.txt'])).stderr).toContain('Name another with --pin-file FILE.');
  expect((await run([...push, '--pin-file', 'pin.csv', '--report', './pin.csv'])).code).toBe(2);
  expect((await json([...push, '--pin-file', 'pin.csv'])).code).toBe(0);
  const { stdout } = await run(['local', 'show', 'schedules', 'S-1', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ Schedule: { PIN: '9173' } });
});
