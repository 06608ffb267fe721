/** Schedules that the platform accepts, although they probably change what nobody means to change: warnings. */
import { expect, test } from 'vitest';
import { candidate, csv, request, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const USER = { ExternalId: 'c-1', FirstName: 'First1', LastName: 'Last1', Email: 'c1@example.org' };

/** A workspace whose store has c-1 with the user name `known`. */
async function withUser(settings: object = {}) {
  const space = await createWorkspace();
  await space.file('settings.json', JSON.stringify({ Settings: { Owner: 'scheduler.one', ...settings } }));
  expect((await space.run(['local', 'load', 'settings.json'])).code).toBe(0);
  await space.file('users.csv', csv([{ ...USER, UserName: 'known' }]));
  expect((await space.run(['user', 'sync', 'users.csv'])).code).toBe(0);
  const push = async (content: string, ...flags: string[]) => {
    const path = await space.file(content.startsWith('{') ? 'list.json' : 'list.csv', content);
    const { code, report } = await space.json(['schedule', 'push', path, ...flags]);
    const told = report.findings.map(({ line, column, rule }) => [line, column, rule]);
    return { code, told, findings: report.findings };
  };
  return { ...space, push };
}

test('a candidate who takes the user name from a user is told of, and one who keeps or gets one is not', async () => {
  const { push } = await withUser();
  const list = csv([row(1, { UserName: 'new' }), row(2, { UserName: 'two' })]);
  const warned = [2, 'UserName', 'candidate.user-name.another'];
  for (const flags of [['--dry-run'], []]) {
    const { code, told, findings } = await push(list, ...flags);
    expect([code, told]).toEqual([0, [warned]]);
    expect(findings[0]).toMatchObject({ severity: 'warning', message: expect.stringContaining('another UserName') });
    expect(JSON.stringify(findings)).not.toMatch(/"[^"]*\bknown\b/);
  }
  expect((await push(list, '--upsert')).told).toEqual([]);
  const unnamed = csv([row(1, { Title: 'Another' }), row(2, { Title: 'Another' })]);
  expect((await push(unnamed, '--upsert')).told).toEqual([]);
  const cleared = JSON.stringify({
    ...request(SCHEDULE, [{ ...candidate(1), UserName: null } as never]),
    Upsert: true,
  });
  expect((await push(cleared, '--dry-run')).told).toContainEqual([1, null, 'candidate.user-name.another']);
});

test('a user who is another person is reported once', async () => {
  const { push } = await withUser();
  const other = row(1, { FirstName: 'Alan', LastName: 'Turing', Email: 'alan@example.org', UserName: 'alan' });
  expect((await push(csv([other]), '--dry-run')).told).toEqual([[2, 'CandidateExtId', 'candidate.other-person']]);
});

test('with --strict, a new user name stops the list', async () => {
  const { push, entries } = await withUser();
  const before = await entries('users');
  expect((await push(csv([row(1, { UserName: 'new' })]), '--strict')).code).toBe(3);
  expect(await entries('users')).toEqual(before);
});

test('each group that a schedule makes is named once, where it is first named', async () => {
  const { push, entries } = await withUser({ CreateMissingHierarchies: true });
  const list = csv([
    row(1, { GroupExtId: 'LAW-l', ScheduleGroupExtId: 'LAW-l', ScheduleGroupName: 'Law, year 1' }),
    row(2, { ScheduleExtId: 'S-2', GroupExtId: 'LAW-1', ScheduleGroupExtId: 'TYPO', ScheduleGroupName: 'Typo' }),
    row(3, {
      ScheduleExtId: 'S-3',
      GroupExtId: 'LAW-l',
      ScheduleGroupExtId: 'LAW-1',
      ScheduleGroupName: 'Law, year 1',
    }),
  ]);
  const told = [
    [2, 'GroupExtId', 'schedule.hierarchy.new'],
    [3, 'ScheduleGroupExtId', 'schedule.hierarchy.new'],
  ];
  const planned = await push(list, '--dry-run');
  expect(planned).toMatchObject({ code: 0, told });
  expect(planned.findings.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'No hierarchy has the external id LAW-l, so it is made, below the root'],
    ['warning', 'No hierarchy has the external id TYPO, so it is made, below the root'],
  ]);
  expect((await push(list, '--dry-run', '--strict')).code).toBe(3);
  expect(await push(list)).toMatchObject({ code: 0, told });
  const ids = (await entries<{ ExternalId: string }>('hierarchies')).map(({ ExternalId }) => ExternalId);
  expect(ids).toEqual(expect.arrayContaining(['LAW-l', 'TYPO']));
});
