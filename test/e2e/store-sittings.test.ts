/** Who has another exam at the same time in the store is told before a list is sent. */
import { expect, it } from 'vitest';
import { csv, type Row, row } from '../support/cli/sitting-list.ts';
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
  return { ...space, push };
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

it('an invigilator of a stored sitting who sits an exam of the list at the same time is told', async () => {
  const { push, run } = await stored(sitting(1, 'S-1', 9, 14), sitting(2, 'S-2', 15, 20));
  expect((await run(['local', 'invigilators', 'add', 'S-1', 'c-2'])).code).toBe(0);
  const { told } = await push([sitting(2, 'S-3', 9, 14)], '-n');
  expect(told).toMatchObject([{ line: 2, message: expect.stringContaining('watches candidates in schedule S-1') }]);
});
