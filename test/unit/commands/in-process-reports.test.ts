import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { createStoreInProcess } from '../../support/cli/store-in-process.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { candidate, scheduleRequest, userRequest } from '../../support/conformance/requests.ts';

beforeAll(() => {
  // Loads the commands, so that their loading time does not count for a test.
  return import('../../../src/commands/program.ts');
});

async function startPlatform() {
  const { json, file, load, entries } = await createStoreInProcess();
  await load(BASE_CATALOGUE);
  return {
    entries,
    report: async (...args: string[]) => (await json([...args, '--yes', '--no-input'])).report,
    file: (name: string, content: unknown) =>
      file(name, typeof content === 'string' ? content : JSON.stringify(content)),
  };
}

const told = (findings: readonly Finding[]) => findings.map(({ code, rule, field }) => [code, rule, field]);

describe('a finding of what the platform refuses in a part', () => {
  it.each([
    ['NOWHERE', 131, 'user.hierarchy.not-found'],
    ['PLAIN:IsCoordinator', 133, 'user.hierarchy.permissions'],
    ['CLOSED', 1134, 'user.hierarchy.inactive'],
  ])('has the rule of its number for the hierarchy %s', async (cell, code, rule) => {
    const { file, report } = await startPlatform();
    const users = await file('u.csv', `ExternalId,FirstName,LastName,Hierarchies\nu-1,Ada,Lovelace,${cell}\n`);
    for (const flags of [['--dry-run'], []]) {
      const { findings, results } = await report('user', 'sync', users, ...flags);
      expect(told(findings)).toEqual([[code, rule, 'Hierarchies']]);
      expect(results[0]?.errors).toMatchObject([{ Code: code, Rule: rule }]);
    }
  });

  it.each([
    ['S-DRAFT', 'u-office', 319, 'invigilators.user.not-invigilator', 'UserExtId'],
    ['NOWHERE', 'u-7', 301, 'invigilators.schedule.not-found', 'ScheduleExtId'],
    ['', 'u-7', 300, 'invigilators.schedule-ext-id.required', 'ScheduleExtId'],
    ['S-DRAFT', '', 200, 'invigilators.body.no-valid-id', 'UserExtId'],
  ])('has it where from the schedule %j the user %j is removed', async (schedule, user, code, rule, field) => {
    const { file, report } = await startPlatform();
    const rows = await file('i.csv', `ScheduleExtId,UserExtId,_x\n${schedule},${user},x\n`);
    const removals = [
      ['--file', rows],
      ['--file', await file('i.json', [{ ScheduleExtId: schedule, UserExtId: user }])],
    ];
    for (const args of [...removals, [schedule, user]]) {
      expect(told((await report('invigilators', 'remove', ...args)).findings)).toEqual([[code, rule, field]]);
    }
  });
});

describe('an empty record', () => {
  it.each(['validate users', 'user sync'])('is 102 alone for %s', async (command) => {
    const { file, report } = await startPlatform();
    const { findings } = await report(...command.split(' '), await file('u.json', [{}, []]));
    expect(told(findings)).toEqual([
      [102, 'user.body.empty', null],
      [102, 'user.body.type', null],
    ]);
  });
});

describe('extra time that does not fit', () => {
  it('is warned of in a dry run, in the run and in the next one, and stops nothing', async () => {
    const { file, report } = await startPlatform();
    const needs = { SpecialNeeds: true, ReasonableAdjustmentPercentage: 100 };
    await report('user', 'sync', await file('u.json', [userRequest({ ExternalId: 'c-2', ...needs })]));
    const candidates = [
      candidate({ ...needs, SpecialNeeds: 'true' }),
      candidate({ CandidateExtId: 'c-2', Email: 'c2@example.edu' }),
      candidate({ CandidateExtId: 'c-3', Email: 'c3@example.edu' }),
    ];
    const requests = await file('s.json', [scheduleRequest({ candidates })]);
    const dry = await report('schedule', 'push', requests, '--upsert', '--dry-run');
    expect(dry.findings).toMatchObject([
      {
        severity: 'warning',
        field: 'Candidates[0].ReasonableAdjustmentPercentage',
        rule: 'candidate.adjustment.exceeds-window',
        message: expect.stringContaining('76 are missing'),
        suggestion: 'set EndDateTime to 2027-03-01T13:16:00.000Z or later',
      },
      { severity: 'warning', message: expect.stringContaining('extra time of the user (100%) candidate c-2') },
    ]);
    for (const _ of ['the run', 'the next one']) {
      const { findings, exitCode } = await report('schedule', 'push', requests, '--upsert');
      expect([findings, exitCode]).toEqual([dry.findings, 0]);
    }
  });
});

describe('a generated title', () => {
  const START = '2027-01-12 08:00';
  it.each([
    ['Z', ['--timezone', 'Asia/Tokyo'], '2027-01-12T08:00:00Z', '2027-01-12'],
    ['the zone of the command', ['--timezone', 'Asia/Tokyo'], START, '2027-01-12'],
    ['an offset', [], `${START}+09:00`, '2027-01-12'],
    ['UTC and a zone', ['--timezone', 'Asia/Tokyo'], '2027-01-11T23:00:00Z', '2027-01-12'],
    ['UTC', [], '2027-01-11T23:00:00Z', '2027-01-11'],
  ])('has the day of the sitting where the file has %s', async (_, flags, start, day) => {
    const { file, report, entries } = await startPlatform();
    const header =
      'ScheduleExtId,AssessmentExtId,StartDateTime,GroupExtId,GroupName,CandidateExtId,FirstName,LastName,Email';
    const row = `S-1,LAW-101,${start},LAW-1,Law,c-1,Ada,Lovelace,ada@example.edu`;
    const push = await report('schedule', 'push', await file('s.csv', `${header}\n${row}\n`), ...flags);
    expect(push.exitCode).toBe(0);
    const schedules = await entries<{ Schedule: { ScheduleExtId: string; Title: string } }>('schedules');
    const made = schedules.find(({ Schedule }) => Schedule.ScheduleExtId === 'S-1');
    expect(made?.Schedule.Title).toBe(`Contract law ${day}`);
  });
});
