/** A list that was renumbered is stopped before it overwrites people with each other. */
import { expect, it } from 'vitest';
import { csv, row } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const NAMES = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra'];
const user = (number: number, id = number, changes: object = {}) => {
  const [FirstName = '', LastName = ''] = (NAMES[number] ?? '').split(' ');
  const Email = `${FirstName.toLowerCase()}@example.org`;
  return {
    ExternalId: `n-${id}`,
    FirstName,
    LastName,
    Email,
    DateOfBirth: `2001-01-0${number + 1}`,
    Role: 'Candidate',
    ...changes,
  };
};
const SYNC = ['user', 'sync', 'users.csv', '--no-input'];

async function known() {
  const space = await createWorkspace();
  const sync = async (users: readonly Record<string, string>[], ...flags: string[]) => {
    await space.file('users.csv', csv(users));
    const { code, report } = await space.json([...SYNC, ...flags]);
    const told = report.findings.map(({ severity, line, rule }) => `${severity} ${line} ${rule}`);
    return { code, told, counts: report.counts, findings: report.findings };
  };
  expect(await sync([user(0), user(1), user(2)])).toMatchObject({ code: 0, told: [] });
  return { ...space, sync };
}

it('users who exchange their ids stop the run, also with --skip-invalid, and nothing is sent', async () => {
  const { sync, entries } = await known();
  const before = await entries('users');
  const list = [user(0, 1), user(1, 0), user(2), user(3)];
  for (const flags of [['-n'], [], ['--skip-invalid']]) {
    const { code, told, counts, findings } = await sync(list, ...flags);
    expect([code, counts.sent]).toEqual([3, 0]);
    expect(told).toEqual(
      [2, 3].flatMap((line) => [
        `warning ${line} user.external-id.other-person`,
        `error ${line} user.external-id.renumbered`,
      ]),
    );
    expect(findings[1]?.message).toContain('renumbered');
    expect(findings[1]?.suggestion).toContain('n-0');
  }
  expect(await entries('users')).toEqual(before);
  expect(await sync(list, '--allow-renumbering')).toMatchObject({ code: 0, counts: { succeeded: 4 } });
});

it('a known person under a new id is an error with a birth date, and a warning without', async () => {
  const { sync } = await known();
  expect(await sync([user(0, 9), user(1)], '-n')).toMatchObject({
    code: 3,
    told: ['error 2 user.external-id.renumbered'],
  });
  const without = [user(0, 9, { DateOfBirth: '' }), user(1)];
  const told = ['warning 2 user.external-id.renumbered'];
  expect(await sync(without, '-n')).toMatchObject({ code: 0, told });
  expect(await sync(without, '-n', '--strict')).toMatchObject({
    code: 3,
    told: [told[0]?.replace('warning', 'error')],
  });
  expect(await sync(without, '-n', '--strict', '--allow-renumbering')).toMatchObject({ code: 0, told });
});

it('somebody who stands in the list under the known id as well is a duplicate, and no error', async () => {
  const { sync } = await known();
  expect(await sync([user(0), user(0, 9)], '-n')).toMatchObject({
    code: 0,
    told: ['warning 3 user.external-id.same-person'],
  });
});

it('candidates whom the store knows under other ids, or as other people, are warnings, and a wrong name of a group', async () => {
  const { json, file } = await known();
  const person = (number: number, id: number) => {
    const { ExternalId: CandidateExtId, FirstName, LastName, Email } = user(number, id);
    return { CandidateExtId, FirstName, LastName, Email };
  };
  const rows = [row(1, { ...person(0, 1), GroupName: 'Medicine' }), row(1, { ...person(3, 8), GroupName: 'Medicine' })];
  await file('sittings.csv', csv(rows));
  const { report } = await json(['schedule', 'push', 'sittings.csv', '-n']);
  expect(report.findings.map(({ severity, line, rule }) => [severity, line, rule])).toEqual([
    ['warning', 2, 'schedule.group-name.another'],
    ['warning', 2, 'candidate.candidate-ext-id.other-person'],
    ['warning', 2, 'candidate.candidate-ext-id.renumbered'],
  ]);
});
