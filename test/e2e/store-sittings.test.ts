/** Who has another exam at the same time in the store is told before a list is sent. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.ts';
import { candidate, csv, type Row, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const RULE = 'candidate.candidate-ext-id.overlaps';
const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00Z`;
const sitting = (number: number, id: string, from: number, to: number): Row =>
  row(number, { ScheduleExtId: id, StartDateTime: at(from), EndDateTime: at(to) });

async function stored(...rows: readonly Row[]) {
  const space = await createWorkspace();
  const push = async (list: readonly Row[], ...flags: string[]) => {
    await space.file('sittings.csv', csv(list));
    const { code, report } = await space.json(['schedule', 'push', 'sittings.csv', '--upsert', '--no-input', ...flags]);
    return { code, told: report.findings.filter(({ rule }) => rule === RULE) };
  };
  expect(await push(rows)).toEqual({ code: 0, told: [] });
  /** All warnings of people in two sittings, in their order. */
  const all = async (list: readonly Row[] | undefined, name = 'sittings.csv'): Promise<Finding[]> => {
    if (list !== undefined) await space.file(name, csv(list));
    const { report } = await space.json(['schedule', 'push', name, '--upsert', '--no-input', '-n']);
    const told = report.findings.filter(({ rule }) => rule.endsWith('.overlaps'));
    return told.toSorted((a, b) => a.line - b.line || (a.field ?? '').localeCompare(b.field ?? ''));
  };
  return { ...space, push, all };
}

it('a candidate is told who has a stored sitting at the same time, and with --strict nothing is sent', async () => {
  const { push } = await stored(sitting(1, 'S-1', 9, 14), sitting(2, 'S-2', 9, 14));
  const list = [sitting(3, 'S-3', 9, 14), sitting(1, 'S-4', 13, 18), sitting(2, 'S-5', 14, 19)];
  const { code, told } = await push(list, '-n');
  expect([code, told.length]).toEqual([0, 1]);
  expect(told[0]).toMatchObject({
    ...{ severity: 'warning', line: 3, key: 'S-4' },
    message: expect.stringMatching(
      /^Candidate c-1: .*schedule S-1 of the store, from 2027-03-01T09:00Z to 2027-03-01T14:00Z/,
    ),
  });
  expect(await push(list, '--strict')).toMatchObject({ code: 3, told: [{ severity: 'error' }] });
  expect((await push(list)).told).toHaveLength(1);
});

it('a stored sitting that the list moves away is no obstacle, and who stays in a moved one is told', async () => {
  const { push } = await stored(sitting(1, 'S-1', 9, 14), sitting(2, 'S-1', 9, 14), sitting(2, 'S-2', 15, 20));
  expect((await push([sitting(1, 'S-1', 15, 20), sitting(1, 'S-2', 9, 14)], '-n')).told).toEqual([]);
  const { told } = await push([sitting(1, 'S-1', 15, 20)], '-n');
  expect(told).toMatchObject([{ line: 2, message: expect.stringContaining('Candidate c-2') }]);
});

it('a candidate whom the list moves to another of its sittings, and who stays in the stored one, is told', async () => {
  const { push } = await stored(sitting(1, 'S-1', 9, 14), sitting(2, 'S-1', 9, 14));
  const { code, told } = await push([sitting(1, 'S-1', 9, 14), sitting(2, 'S-2', 9, 14)], '-n');
  expect(code).toBe(0);
  expect(told).toMatchObject([
    { line: 3, key: 'S-2', message: expect.stringMatching(/^Candidate c-2: .*schedule S-1 of the store, from/) },
  ]);
  expect((await push([sitting(1, 'S-1', 9, 14), sitting(2, 'S-2', 14, 19)], '-n')).told).toEqual([]);
});

it('an invigilator of a stored sitting who sits an exam of the list at the same time is reported', async () => {
  const { push, run } = await stored(sitting(1, 'S-1', 9, 14), sitting(2, 'S-2', 15, 20));
  expect((await run(['local', 'invigilators', 'add', 'S-1', 'c-2'])).code).toBe(0);
  const { told } = await push([sitting(2, 'S-3', 9, 14)], '-n');
  expect(told).toMatchObject([{ line: 2, message: expect.stringContaining('watches candidates in schedule S-1') }]);
});

describe('who has a stored sitting at the same time is told where the list has them', () => {
  const proctored = (number: number, id: string, proctors: string) => ({
    ...sitting(number, id, 9, 14),
    ProctorUIds: proctors,
  });
  const where = ({ line, record, column, field, key }: Finding) => [line, record, column, field, key];

  it('in the row of a candidate, and in that of a proctor, who is called one', async () => {
    const { push, all } = await stored(proctored(1, 'S-1', 'p-1'));
    const list = [proctored(5, 'S-2', ''), proctored(6, 'S-2', 'p-2|p-1'), proctored(1, 'S-2', '')];
    const { code } = await push(list, '-n');
    expect(code).toBe(0);
    const told = await all(list);
    expect(told.map(where)).toEqual([
      [3, 2, 'ProctorUIds', 'ProctorUIds[1]', 'S-2'],
      [4, 3, 'CandidateExtId', 'CandidateExtId', 'S-2'],
    ]);
    expect(told.map(({ rule }) => rule)).toEqual(['candidate.proctor-u-ids.overlaps', RULE]);
    expect(told[0]?.message).toMatch(/^Proctor p-1: ProctorUIds names a proctor who also watches/);
    expect(told[1]?.message).toMatch(/^Candidate c-1: The candidate also sits an exam/);
  });

  it('if a row names no candidate', async () => {
    const { all } = await stored(sitting(1, 'S-1', 9, 14));
    const none = { CandidateExtId: '', FirstName: '', LastName: '', Email: '' };
    const list = [{ ...sitting(5, 'S-2', 9, 14), ...none }, sitting(1, 'S-2', 9, 14)];
    expect((await all(list)).map(where)).toEqual([[3, 2, 'CandidateExtId', 'CandidateExtId', 'S-2']]);
  });

  it('in JSON, with the path', async () => {
    const { file, all } = await stored(proctored(1, 'S-1', 'p-1'));
    const Schedule = { ...SCHEDULE, ScheduleExtId: 'S-2', EndDateTime: at(14) };
    const Candidates = [{ ...candidate(5), ProctorUIds: ['p-2', 'p-1'] }, candidate(1)];
    await file('sittings.json', JSON.stringify([{ Schedule, Candidates }]));
    expect((await all(undefined, 'sittings.json')).map(where)).toEqual([
      [1, 1, null, 'Candidates[0].ProctorUIds[1]', 'S-2'],
      [1, 1, null, 'Candidates[1].CandidateExtId', 'S-2'],
    ]);
  });
});
