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

  it('that is as the file says is not sent either where its users or the rights of its owner have changed since', async () => {
    const users = 'ExternalId,FirstName,LastName,Email\nc-1,First1,Last1,new@example.org\n';
    expect((await workspace.run(['user', 'sync', await workspace.file('users.csv', users)])).code).toBe(0);
    const settings = await workspace.file('settings.json', JSON.stringify({ Settings: { Owner: 'c-1' } }));
    expect((await workspace.run(['local', 'load', settings])).code).toBe(0);
    const before = await digestsOf(workspace.store);
    const { code, report } = await push([row(1)]);
    expect(code).toBe(0);
    expect(report.counts).toMatchObject({ unchanged: 1, sent: 0 });
    expect(await digestsOf(workspace.store)).toEqual(before);
  });

  it.each([
    ['of its own', { Title: 'Another title' }],
    ['of a candidate', { LastName: 'Byron' }],
    ['of the password of a user', { Password: 'secret-1' }],
  ])('is refused if the file has another value %s', async (_, change) => {
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

describe('a schedule that is sent as the platform shows it', () => {
  /** What `local show` prints, as a list of requests. */
  async function shown(id: string): Promise<string> {
    const { stdout } = await workspace.run(['local', 'show', 'schedules', id, '--json']);
    const entry = JSON.parse(stdout) as { Schedule: object; Candidates: Record<string, unknown>[] };
    const Candidates = entry.Candidates.map(({ StartupLink: _, LaunchUrl: __, ...candidate }) => candidate);
    const requests = [{ Upsert: true, Schedule: entry.Schedule, Candidates }];
    return workspace.file('shown.json', JSON.stringify(requests));
  }

  it.each(['DRAFT', 'ACTIVATED'])(
    'is unchanged, %s too, where the default end leaves too little extra time',
    async (status) => {
      const extra = { SpecialNeeds: 'yes', ReasonableAdjustmentPercentage: '100' };
      const created = await push([row(3, { ScheduleExtId: 'S-3', ...extra })]);
      expect(created.report.findings.map(({ severity, rule }) => [severity, rule])).toEqual([
        ['warning', 'candidate.adjustment.exceeds-window'],
      ]);
      if (status === 'ACTIVATED') await workspace.run(['local', 'schedule', 'activate', 'S-3']);
      const { code, report } = await workspace.json(['schedule', 'push', await shown('S-3')]);
      expect({ code, counts: report.counts }).toMatchObject({ code: 0, counts: { unchanged: 1, sent: 0 } });
    },
  );
});
