/** A sitting without an id that moves: what becomes of it is never silent. */
import { describe, expect, it } from 'vitest';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const AT_9 = row(1, { ScheduleExtId: '' });
const AT_10 = { ...AT_9, StartDateTime: '2027-03-01T10:00:00Z' };
const AT_14 = { ...AT_9, StartDateTime: '2027-03-01T14:00:00Z' };
const OTHER = { ...row(2, { ScheduleExtId: '' }), StartDateTime: AT_14.StartDateTime, AssessmentExtId: 'LAW-102' };

const PUSH = ['schedule', 'push', 'again.csv'];

async function prepared(first: readonly (typeof AT_9)[], again: readonly (typeof AT_9)[]) {
  const space = await createWorkspace();
  await space.file('first.csv', csv(first));
  await space.file('again.csv', csv(again));
  const pushed = await space.json(['schedule', 'push', 'first.csv']);
  expect(pushed).toMatchObject({ code: 0, report: { findings: [] } });
  const inOrder = pushed.report.results.toSorted((a, b) => a.line - b.line);
  return { ...space, ids: inOrder.map(({ key }) => key) };
}

describe('a sitting without an id that moves by an hour', () => {
  it('is told as a second one, beside the stored one, in a dry run and in the run alike', async () => {
    const { json, ids } = await prepared([AT_9], [AT_10]);
    const overlap = { rule: 'candidate.candidate-ext-id.overlaps' };
    const expected = {
      severity: 'warning',
      line: 2,
      rule: 'schedule.second-sitting',
      message: expect.stringContaining(`${ids[0]} (2027-03-01T09:00:00.000Z)`),
      suggestion: expect.stringContaining(`(${ids[0]})`),
    };
    for (const flags of [['-n'], ['-n', '--upsert'], []]) {
      const { code, report } = await json([...PUSH, ...flags]);
      expect({ code, findings: report.findings }).toMatchObject({ code: 0, findings: [expected, overlap] });
    }
    expect((await json([...PUSH, '--upsert'])).report).toMatchObject({ findings: [overlap], counts: { unchanged: 1 } });
  });

  it('is not reported beside a sitting that the file names, that is another exam, or that is over', async () => {
    const { json, run, ids } = await prepared([AT_9, AT_14, OTHER], [AT_9, AT_10, OTHER]);
    const { report } = await json([...PUSH, '--upsert', '-n']);
    expect(report.findings).toMatchObject([{ line: 3, message: expect.stringContaining(String(ids[1])) }]);
    expect(report.findings[0]?.message).not.toContain(String(ids[0]));
    for (const verb of ['activate', 'finish']) {
      expect((await run(['local', 'schedule', verb, String(ids[1])])).code).toBe(0);
    }
    expect((await json([...PUSH, '--upsert', '-n'])).report.findings).toEqual([]);
  });

  it('is not reported for a sitting that has an id of its own', async () => {
    const { json } = await prepared([AT_9], [{ ...AT_14, ScheduleExtId: 'S-2' }]);
    expect((await json(PUSH)).report).toMatchObject({ findings: [], counts: { create: 1 } });
  });
});

describe('rows without an id that only seem to be one sitting', () => {
  it.each([
    ['the case of a name', { GroupName: 'law, Year 1' }],
    ['a blank', { GroupName: 'Law,  year 1' }],
    ['an empty cell', { Title: '' }],
    ['the id, which only one has', { ScheduleExtId: 'S-2' }],
  ])('are told as two, if they differ in %s', async (_, changes) => {
    const { json, file } = await createWorkspace();
    await file('again.csv', csv([AT_9, { ...row(2), ScheduleExtId: '', ...changes }, OTHER]));
    const { code, report } = await json(PUSH);
    const message = expect.stringContaining('This is another sitting than in line 2');
    expect({ code, findings: report.findings }).toMatchObject({
      code: 0,
      findings: [{ severity: 'warning', line: 3, rule: 'schedule.second-sitting', message }],
    });
  });

  it.each([{ EndDateTime: '2027-03-01T13:00:00Z' }, { GroupExtId: 'LAW-2' }])(
    'are two by %j, of which nothing is told',
    async (changes) => {
      const { json, file } = await createWorkspace();
      const rows = [AT_9, { ...row(2), ScheduleExtId: '', ...changes }];
      await file('again.csv', csv(rows.map((one) => ({ EndDateTime: '', ...one }))));
      const { report } = await json([...PUSH, '-n']);
      expect(report.findings.filter(({ rule }) => rule === 'schedule.second-sitting')).toEqual([]);
    },
  );

  it('have one error if they are alike in all fields of the schedule, and no warning that they differ', async () => {
    const { json, file } = await createWorkspace();
    await file('again.csv', csv([AT_9]));
    await file('more.csv', csv([row(2, { ScheduleExtId: '' })]));
    const { report } = await json([...PUSH, 'more.csv', '-n']);
    expect(report.findings.map(({ rule }) => rule)).toEqual(['schedule.schedule-ext-id.repeated']);
  });
});
