import iconv from 'iconv-lite';
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

  it('are joined by ScheduleExtId', async () => {
    const { file, json, entries } = await createWorkspace();
    await file('s.csv', schedules);
    await file('c.csv', csv(candidates));
    const { code, report } = await json([...PUSH, 's.csv', '--candidates', 'c.csv']);
    expect(code).toBe(0);
    expect(report.counts).toMatchObject({ read: 2, succeeded: 2, candidates: 3 });
    const one = await stored(entries);
    expect(one?.Candidates.map(({ CandidateExtId }) => CandidateExtId)).toEqual(['c-1', 'c-3']);
  });

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

describe('a file of candidates alone', () => {
  it('is one schedule where --set gives the fields of the schedule', async () => {
    const { file, json, entries } = await createWorkspace();
    await file('c.csv', csv([candidate(1), candidate(2)]));
    const set = Object.entries(SCHEDULE).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    const { code, report } = await json([...PUSH, 'c.csv', ...set]);
    expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
    expect((await stored(entries))?.Candidates.map(({ CandidateExtId }) => CandidateExtId)).toEqual(['c-1', 'c-2']);
  });
});

describe('requests as JSON', () => {
  const requests = [
    request(SCHEDULE, [candidate(1)]),
    request({ ...SCHEDULE, ScheduleExtId: 'S-2' }, [candidate(2), candidate(3)]),
  ];

  it.each([
    ['r.json', JSON.stringify(requests, null, 2)],
    ['r.ndjson', requests.map((one) => JSON.stringify(one)).join('\n')],
  ])('are sent as they are: %s', async (name, content) => {
    const { file, json, entries } = await createWorkspace();
    await file(name, content);
    const { code, report } = await json([...PUSH, name]);
    expect(code).toBe(0);
    expect(report.results.map(({ key, outcome }) => [key, outcome])).toEqual([
      ['S-1', 'succeeded'],
      ['S-2', 'succeeded'],
    ]);
    expect((await stored(entries, 'S-2'))?.Candidates).toHaveLength(2);
  });

  it('are not sent if two of them have one id', async () => {
    const { file, json } = await createWorkspace();
    await file('r.json', JSON.stringify([requests[0], request({ ...SCHEDULE, Title: 'Another' }, [])], null, 1));
    const { code, report } = await json([...PUSH, 'r.json']);
    expect(code).toBe(3);
    expect(report.findings).toMatchObject([
      { rule: 'schedule-request.candidates.none', record: 2, severity: 'warning' },
      { rule: 'schedule.schedule-ext-id.repeated', record: 2, field: 'Schedule.ScheduleExtId', key: 'S-1' },
    ]);
  });

  it('name the path of what is wrong', async () => {
    const { file, json } = await createWorkspace();
    await file('r.json', JSON.stringify([request(SCHEDULE, [candidate(1), { ...candidate(2), Email: 'x' }])]));
    const { report } = await json([...PUSH, 'r.json']);
    expect(report.findings).toMatchObject([{ field: 'Candidates[1].Email', column: null, record: 1 }]);
  });
});

describe('standard input', () => {
  it('is a file like any other', async () => {
    const { run, json } = await createWorkspace();
    const { code, report } = await json([...PUSH, '-'], { input: csv([row()]) });
    expect({ code, file: report.results[0]?.file }).toEqual({ code: 0, file: 'standard input' });
    const ndjson = JSON.stringify(request({ ...SCHEDULE, ScheduleExtId: 'S-2' }, [candidate(1)]));
    expect((await run([...PUSH, '-', '--format', 'ndjson'], { input: ndjson })).code).toBe(0);
    expect((await json([...PUSH, '-', '-'], { input: csv([row()]) })).report.error?.message).toMatch(/once only/);
  });
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

  it('is refused before anything is read if a flag makes no sense', async () => {
    const { json } = await createWorkspace();
    const { code, report } = await json([...PUSH, 'none.csv', '--start-date-time', '2027-03-01T10:00']);
    expect({ code, message: report.error?.message }).toEqual({ code: 2, message: 'StartDateTime has no time zone' });
  });
});

describe('schedules without an id', () => {
  it('get the same ids from the same file, so that pushing twice makes one of each', async () => {
    const { file, json } = await createWorkspace();
    const { ScheduleExtId: _, ...withoutId } = row();
    await file('s.csv', csv([withoutId, { ...withoutId, ...candidate(2) }, { ...withoutId, Title: 'Other' }]));
    const first = await json([...PUSH, 's.csv', '--upsert']);
    expect(first.report.counts).toMatchObject({ read: 2, create: 2, candidates: 3 });
    const second = await json([...PUSH, 's.csv', '--upsert']);
    expect(second.report.counts).toMatchObject({ read: 2, create: 0, unchanged: 2 });
    expect(second.report.results.map(({ key }) => key)).toEqual(first.report.results.map(({ key }) => key));
  });
});

describe('the flags for reading', () => {
  it('--map names fields by other headers', async () => {
    const { file, json } = await createWorkspace();
    await file('s.csv', csv([row()]).replace('FirstName', 'Voorste naam').replace('LastName', 'Laatste naam'));
    expect((await json([...PUSH, 's.csv'])).code).toBe(3);
    const last = ['--map', 'Laatste naam=LastName'];
    expect((await json([...PUSH, 's.csv', ...last, '--map', 'Voorste naam=FirstName'])).code).toBe(0);
    expect((await json([...PUSH, 's.csv', ...last, '--map', 'Voorste naam=Nothing'])).code).toBe(2);
  });

  it('--timezone reads local times, and refuses those that do not exist or exist twice', async () => {
    const { file, json, entries } = await createWorkspace();
    const at = (StartDateTime: string) => file('s.csv', csv([row(1, { StartDateTime })]));
    const push = () => json([...PUSH, 's.csv', '--upsert', '--timezone', 'Europe/Amsterdam']);
    await at('2027-07-01 09:00');
    expect((await push()).code).toBe(0);
    expect((await stored(entries))?.Schedule['StartDateTime']).toBe('2027-07-01T07:00:00.000Z');
    await at('2027-03-28T02:30');
    expect((await push()).report.findings).toMatchObject([{ rule: 'schedule.start-date-time.nonexistent' }]);
    await at('2027-10-31T02:30');
    expect((await push()).report.findings).toMatchObject([{ rule: 'schedule.start-date-time.ambiguous' }]);
    expect((await json([...PUSH, 's.csv'])).report.findings).toMatchObject([
      { rule: 'schedule.start-date-time.no-zone' },
    ]);
    expect((await json([...PUSH, 's.csv', '--timezone', 'Mars/Olympus'])).code).toBe(2);
  });

  it('--fix trims what is otherwise reported, and says so', async () => {
    const { file, json, entries } = await createWorkspace();
    await file('s.csv', csv([row(1, { Email: ' c1@example.org ', FirstName: ' Ann ' })]));
    const strict = await json([...PUSH, 's.csv']);
    expect(strict.report.findings.map(({ severity, field }) => [severity, field])).toEqual([
      ['warning', 'FirstName'],
      ['error', 'Email'],
    ]);
    const fixed = await json([...PUSH, 's.csv', '--fix']);
    expect(fixed.code).toBe(0);
    expect(fixed.report.findings.map(({ severity, field }) => [severity, field])).toEqual([
      ['note', 'FirstName'],
      ['note', 'Email'],
    ]);
    expect((await stored(entries))?.Candidates).toMatchObject([{ FirstName: 'Ann', Email: 'c1@example.org' }]);
  });

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

  it('--delimiter takes any one character', async () => {
    const { file, json } = await createWorkspace();
    await file('s.csv', csv([row()], '^'));
    expect((await json([...PUSH, 's.csv', '--delimiter', '^'])).code).toBe(0);
    await file('t.csv', csv([row(1, { ScheduleExtId: 'S-2' })], '\t'));
    expect((await json([...PUSH, 't.csv', '--delimiter', 'tab'])).code).toBe(0);
    expect((await json([...PUSH, 't.csv', '--delimiter', ';;'])).code).toBe(2);
  });

  it('--encoding and byte order marks bring every letter through', async () => {
    const { file, json, entries } = await createWorkspace();
    const content = (id: string) => csv([row(1, { ScheduleExtId: id, Title: 'Größe', LastName: 'Ñandú' })]);
    await file('w.csv', iconv.encode(content('S-1'), 'windows-1252'));
    expect((await json([...PUSH, 'w.csv'])).code).toBe(3);
    expect((await json([...PUSH, 'w.csv', '--encoding', 'windows-1252'])).code).toBe(0);
    await file('u.csv', iconv.encode(content('S-2'), 'utf-16le', { addBOM: true }));
    expect((await json([...PUSH, 'u.csv'])).code).toBe(0);
    for (const id of ['S-1', 'S-2']) {
      expect(await stored(entries, id)).toMatchObject({
        Schedule: { Title: 'Größe' },
        Candidates: [{ LastName: 'Ñandú' }],
      });
    }
    expect((await json([...PUSH, 'w.csv', '--encoding', 'klingon'])).code).toBe(2);
  });
});
