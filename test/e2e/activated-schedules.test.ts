/** A list that is sent every night goes on to be sent when its first exams have begun. */
import { beforeEach, describe, expect, it } from 'vitest';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace, digestsOf, type Workspace } from '../support/cli/workspace.ts';

const REFUSED = 'Schedule S-1 is activated and cannot be updated';

let workspace: Workspace;
const rows = [row(1), row(2, { ScheduleExtId: 'S-2' })];

async function push(changed: readonly ReturnType<typeof row>[], ...flags: string[]) {
  const path = await workspace.file('sittings.csv', csv(changed));
  return workspace.json(['schedule', 'push', path, '--upsert', ...flags]);
}

beforeEach(async () => {
  workspace = await createWorkspace();
  expect((await push(rows)).code).toBe(0);
  expect((await workspace.run(['local', 'schedule', 'activate', 'S-1'])).code).toBe(0);
});

describe('an activated schedule', () => {
  it('that is as the file says is not sent, so that nothing is refused', async () => {
    const before = await digestsOf(workspace.store);
    for (const flags of [[], ['--dry-run']]) {
      const { code, report } = await push(rows, ...flags);
      expect(code).toBe(0);
      expect(report.counts).toMatchObject({ unchanged: 2, sent: 0 });
    }
    expect(await digestsOf(workspace.store)).toEqual(before);
  });

  it('does not keep the others from being updated', async () => {
    const { code, report } = await push([row(1), row(2, { ScheduleExtId: 'S-2', Title: 'Another title' })]);
    expect(code).toBe(0);
    expect(report.results.map(({ key, action }) => [key, action])).toEqual([
      ['S-1', 'unchanged'],
      ['S-2', 'update'],
    ]);
  });

  it.each([
    ['of its own', { Title: 'Another title' }],
    ['of a candidate', { LastName: 'Byron' }],
    ['of the password of a user', { Password: 'secret-1' }],
  ])('is refused where the file has another value %s', async (_, change) => {
    const { code, report } = await push([row(1, change)]);
    expect(code).toBe(4);
    expect(report.findings.map(({ message, rule }) => [message, rule])).toEqual([[REFUSED, 'schedule.activated']]);
  });

  it('is refused with all that is wrong, once each', async () => {
    const { code, report } = await push([row(1, { GroupExtId: 'NONE' })], '--dry-run');
    expect(code).toBe(4);
    expect(report.findings.map(({ rule }) => rule).sort()).toEqual([
      'schedule.activated',
      'schedule.hierarchy.not-found',
    ]);
  });
});
