import { describe, expect, it } from 'vitest';
import { openInput } from '../../../../src/input/open-input.ts';
import { draftSchedules } from '../../../../src/input/schedules/drafts.ts';
import type { ScheduleDraftOptions } from '../../../../src/input/schedules/groups.ts';
import type { Draft } from '../../../../src/model/draft.ts';
import { candidate, csv, row, SCHEDULE } from '../../../support/cli/sitting-list.ts';
import { fileOf } from '../reading.ts';

async function drafts(
  text: string,
  options: Partial<ScheduleDraftOptions> = {},
  candidates?: string,
): Promise<Draft[]> {
  const format = text.startsWith('{') ? 'json' : 'csv';
  const source = await draftSchedules(await openInput(fileOf(text), { format }), {
    preset: { Schedule: {} },
    ...options,
    ...(candidates === undefined ? {} : { candidates: await openInput(fileOf(candidates), {}) }),
  });
  const found: Draft[] = [];
  for await (const draft of source.drafts) found.push(draft);
  return found;
}

const idsOf = (found: readonly Draft[]) => found.map(({ key }) => key);

describe('a row', () => {
  it('is converted at most once, whether schedules and candidates stand together or apart', async () => {
    const read: string[] = [];
    const onDateTime = (utc: string) => read.push(utc);
    await drafts(csv([row(1), row(2)]), { onDateTime });
    expect(read).toHaveLength(1);
    await drafts(csv([SCHEDULE]), { onDateTime }, csv([{ ScheduleExtId: 'S-1', ...candidate(1) }]));
    expect(read).toHaveLength(2);
  });
});

describe('rows of one schedule', () => {
  it('become one request, wherever in the file they stand', async () => {
    const found = await drafts(csv([row(1), row(2, { ScheduleExtId: 'S-2' }), row(3)]));
    expect(idsOf(found)).toEqual(['S-1', 'S-2']);
    expect(found[0]).toMatchObject({
      rows: [{ line: 2 }, { line: 4 }],
      request: {
        Schedule: { Title: 'Contract law' },
        Candidates: [{ CandidateExtId: 'c-1' }, { CandidateExtId: 'c-3' }],
      },
    });
  });

  it('may leave out a value of an earlier row, but not differ from it', async () => {
    const [draft] = await drafts(csv([row(1), row(2, { Title: '' }), row(3, { Title: 'Another' })]));
    expect(draft?.findings).toMatchObject([{ line: 4, column: 'Title', rule: 'schedule.title.disagrees' }]);
    expect(draft?.findings[0]?.message).toContain('line 2');
  });

  it('are right if most of them agree, even if the first one differs', async () => {
    const rows = [row(1, { Title: 'Contrct law' }), row(2), row(3, { Title: '' }), row(4), row(5, { Title: 'Law' })];
    const [draft] = await drafts(csv(rows));
    expect(draft?.findings).toMatchObject([
      { line: 2, column: 'Title', message: 'Title is not the same as in line 3 and 1 more row of the same schedule' },
      { line: 6, column: 'Title' },
    ]);
  });

  it('do not count with a value that cannot be read', async () => {
    const wrong = { StartDateTime: 'tomorrow' };
    const [draft] = await drafts(csv([row(1), row(2, wrong), row(3, wrong)]));
    expect(draft?.findings).toMatchObject([
      { line: 3, column: 'StartDateTime' },
      { line: 4, column: 'StartDateTime' },
    ]);
    const [other] = await drafts(csv([row(1, wrong), row(2), row(3, wrong)]));
    expect(other?.findings).toMatchObject([{ line: 2 }, { line: 4 }]);
  });

  it('give each value the place of its cell', async () => {
    const [draft] = await drafts(csv([row(1, { Title: '' }), row(2)]));
    expect(draft?.locate(['Schedule', 'Title'])).toMatchObject({ line: 3, column: 'Title' });
    expect(draft?.locate(['Schedule', 'StartDateTime'])).toMatchObject({ line: 2, column: 'StartDateTime' });
    expect(draft?.locate(['Candidates', 1, 'Email'])).toMatchObject({ line: 3, column: 'Email' });
    expect(draft?.locate(['Candidates', 1])).toMatchObject({ line: 3, column: 'CandidateExtId' });
    expect(draft?.locate([])).toMatchObject({ line: 2, column: 'ScheduleExtId' });
  });

  it('do not include rows with empty cells only, also in a table of candidates', async () => {
    const [header = '', ...rows] = csv([row(1), row(2)])
      .trimEnd()
      .split('\n');
    const blank = header.replaceAll(/[^,]/g, '');
    const [draft, ...others] = await drafts([header, rows[0], blank, rows[1], blank, ''].join('\n'));
    expect(others).toEqual([]);
    expect(draft?.rows.map(({ line, record }) => [line, record])).toEqual([
      [2, 1],
      [4, 2],
    ]);
    expect(await drafts(csv([row(1)]), {}, 'ScheduleExtId,CandidateExtId\n,\n')).toHaveLength(1);
  });
});

describe('a value of the command line', () => {
  it('replaces the value of the file', async () => {
    const preset = { Upsert: true, Workflow: 'DEFAULT', Schedule: { Title: 'Mine' } } as const;
    const [draft] = await drafts(csv([row(1)]), { preset });
    expect(draft?.request).toMatchObject({ Upsert: true, Workflow: 'DEFAULT', Schedule: { Title: 'Mine' } });
  });

  const UPSERT = { Upsert: true, Workflow: 'DEFAULT', Schedule: {} } as const;
  const OTHERWISE = { Upsert: false, Workflow: 'EXTERNAL_ATTEMPTS' };

  it.each([
    ['a row', () => csv([row(1, { Upsert: 'false', Workflow: OTHERWISE.Workflow })])],
    ['a JSON request', () => JSON.stringify({ Schedule: SCHEDULE, Candidates: [], ...OTHERWISE })],
  ])('is a warning for each value of %s that differs', async (_, text) => {
    const [draft] = await drafts(text(), { preset: UPSERT });
    expect(draft?.request).toMatchObject({ Upsert: true, Workflow: 'DEFAULT' });
    expect(draft?.warnings?.map(({ path, rule }) => [path, rule])).toEqual([
      [['Upsert'], 'schedule-request.upsert.overridden'],
      [['Workflow'], 'schedule-request.workflow.overridden'],
    ]);
  });

  it('is a warning for a field of the schedule too, which quotes nothing', async () => {
    const [draft] = await drafts(csv([row(1)]), { preset: { Schedule: { Title: 'Mine', Owner: 'me' } } });
    expect(draft?.warnings).toMatchObject([
      {
        path: ['Schedule', 'Title'],
        rule: 'schedule.title.overridden',
        message: '--title decides, and the Title that the file gives here is not sent',
      },
    ]);
  });

  it('decides also where the rows of a schedule differ', async () => {
    const rows = csv([row(1), row(2, { Title: 'Another' })]);
    const [draft] = await drafts(rows, { preset: { Schedule: { Title: 'Mine' } } });
    expect(draft?.findings).toEqual([]);
    expect(draft?.warnings).toMatchObject([{ rule: 'schedule.title.overridden' }]);
  });
});

describe('a schedule without an id', () => {
  it('has all rows with the same values', async () => {
    const { ScheduleExtId: _, ...first } = row(1);
    const found = await drafts(csv([first, { ...first, ...candidate(2) }, { ...first, Title: 'Other' }]));
    expect(found.map(({ rows }) => rows.length)).toEqual([2, 1]);
    expect(new Set(idsOf(found)).size).toBe(2);
  });
});

describe('two tables', () => {
  it('give one rejects file, with the cells of both', async () => {
    const candidates = csv([
      { ScheduleExtId: 'S-1', ...candidate(1) },
      { ScheduleExtId: 'S-9', ...candidate(2) },
    ]);
    const [joined, orphan] = await drafts(csv([SCHEDULE]), {}, candidates);
    expect(joined?.rows[0].content).toEqual({ cells: [...Object.values(SCHEDULE), ...Object.values(candidate(1))] });
    expect(orphan).toMatchObject({
      unusable: true,
      findings: [{ rule: 'candidate.schedule-ext-id.unknown', line: 3 }],
    });
    expect(orphan?.rows[0].content).toEqual({ cells: ['S-9', '', '', '', '', '', ...Object.values(candidate(2))] });
  });

  it('give one record for all candidates of a schedule that has no row, and one for those who name none', async () => {
    const named = ['S-9', '', 'S-9', '', 'S-8'];
    const candidates = csv(named.map((id, index) => ({ ScheduleExtId: id, ...candidate(index) })));
    const [joined, ...orphans] = await drafts(csv([SCHEDULE]), {}, candidates);
    expect(joined?.key).toBe('S-1');
    expect(orphans.map(({ key, rows, findings }) => [key, rows.map(({ line }) => line), findings.length])).toEqual([
      ['S-9', [2, 4], 2],
      [null, [3, 5], 2],
      ['S-8', [6], 1],
    ]);
  });

  it.each([
    ['S-1', 'S-1 ', 'write "S-1"'],
    ['S-1', 's-1', 'write "S-1"'],
    ['S-1', 'S1', 'write "S-1"'],
    ['EXAM-007', ' exam-7', 'write "EXAM-007"'],
    [' S-1', 'S-1', 'write " S-1"'],
    [' S-1', 's-1', 'write " S-1"'],
    ['S-1', 'S-2', 'write the id of a schedule of the other file, or add its row there'],
    ['S-1', '', 'write the ScheduleExtId of its schedule'],
  ])('say what to write where schedule %j has the candidates of %j', async (schedule, named, suggestion) => {
    const candidates = csv([{ ScheduleExtId: named, ...candidate(1) }]);
    const [, orphan] = await drafts(csv([{ ...SCHEDULE, ScheduleExtId: schedule }]), {}, candidates);
    expect(orphan?.findings.map((finding) => finding.suggestion)).toEqual([suggestion]);
  });

  it('show white space in an unknown id, and choose none of several ids that are alike', async () => {
    const schedules = csv(['S-1', 's-1'].map((ScheduleExtId) => ({ ...SCHEDULE, ScheduleExtId })));
    const candidates = csv(['S-1 ', 'S1'].map((ScheduleExtId) => ({ ScheduleExtId, ...candidate(1) })));
    const [, , ...orphans] = await drafts(schedules, {}, candidates);
    expect(orphans.flatMap(({ findings }) => findings.map(({ message, suggestion }) => [message, suggestion]))).toEqual(
      [
        ['No schedule of the other file has the ScheduleExtId "S-1 "', 'write "S-1"'],
        [
          'No schedule of the other file has the ScheduleExtId "S1"',
          'write the id of a schedule of the other file, or add its row there',
        ],
      ],
    );
  });

  it('say of a repeated header that it is no record, and nothing else', async () => {
    const candidates = csv([{ ScheduleExtId: 'S-1', ...candidate(1) }]);
    const [joined, orphan] = await drafts(csv([SCHEDULE]), {}, `${candidates}${candidates.split('\n')[0]}\n`);
    expect(joined?.key).toBe('S-1');
    expect(orphan?.findings.map(({ rule }) => rule)).toEqual(['input.row.header']);
  });
});

describe('a rejects file of this program', () => {
  it('loses the guards of its cells, and other files stay as they are', async () => {
    const guarded = row(1, { FirstName: "'=1+1" });
    const [other] = await drafts(csv([guarded]));
    expect(other?.request).toMatchObject({ Candidates: [{ FirstName: "'=1+1" }] });
    const [ours] = await drafts(csv([{ ...guarded, _line: '2' }]));
    expect(ours?.request).toMatchObject({ Candidates: [{ FirstName: '=1+1' }] });
  });
});
