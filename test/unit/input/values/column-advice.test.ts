/** Words of other languages, and dates in another order: the advice comes once for each column. */
import { describe, expect, it } from 'vitest';
import type { KindName } from '../../../../src/bulk/kinds/names.ts';
import { type ReadFlags, readRequests } from '../pipeline.ts';

const ZONE = { timezone: 'Europe/Amsterdam' };
const read = (kind: KindName, text: string, flags: ReadFlags = {}, ending = '.csv') =>
  readRequests(kind, text, ending, flags);

const USERS = 'ExternalId,FirstName,LastName,Email,SpecialNeeds,DateOfBirth';
const users = (cells: readonly string[]) =>
  `${[USERS, ...cells.map((cell, at) => `u-${at},Ada,Lovelace,a${at}@example.edu,${cell}`)].join('\n')}\n`;

describe('a yes or no', () => {
  it.each([
    ['ja', 'nee', 'ja is read as yes, nee is read as no'],
    ['Ja', 'NEIN', 'ja is read as yes, nein is read as no'],
    ['oui', 'non', 'non is read as no, oui is read as yes'],
    ['sí', 'no', 'sí is read as yes'],
    ['WAHR', 'FALSCH', 'falsch is read as no, wahr is read as yes'],
    ['VRAI', 'FAUX', 'faux is read as no, vrai is read as yes'],
  ])('in another language (%s, %s) is read, which is said once', async (yes, no, said) => {
    const { requests, findings } = await read('users', users([`${yes},`, `${no},`, `${yes},`]));
    expect(requests).toMatchObject([{ SpecialNeeds: true }, { SpecialNeeds: false }, { SpecialNeeds: true }]);
    const message = `In the column "SpecialNeeds", ${said}`;
    const place = { severity: 'note', line: 1, record: 0, column: 'SpecialNeeds', field: 'SpecialNeeds' };
    expect(findings).toMatchObject([{ ...place, rule: 'input.value.other-word', message }]);
  });

  it.each(['j', 'n', 'x', 'maybe', 'nope'])('is not guessed from "%s"', async (word) => {
    const { findings } = await read('users', users([`${word},`]));
    expect(findings).toMatchObject([{ severity: 'error', rule: 'user.special-needs.type' }]);
  });

  it('in JSON is reported by the name of its field, once for all entries of a list', async () => {
    const candidate = { FirstName: 'Ada', LastName: 'Lovelace', SpecialNeeds: 'ja' };
    const Candidates = [1, 2].map((n) => ({ CandidateExtId: `${n}`, Email: `a${n}@example.edu`, ...candidate }));
    const schedule = { ScheduleExtId: 'LAW-1', AssessmentExtId: 'A', GroupExtId: 'G', GroupName: 'G' };
    const Schedule = { ...schedule, StartDateTime: '2027-01-11T08:00:00Z' };
    const { requests, findings } = await read('schedules', JSON.stringify([{ Schedule, Candidates }]), {}, '.json');
    expect(requests).toMatchObject([{ Candidates: [{ SpecialNeeds: 'true' }, { SpecialNeeds: 'true' }] }]);
    expect(findings.map(({ field }) => field)).toEqual(['Candidates[].SpecialNeeds']);
  });
});

const SCHEDULES = [
  'ScheduleExtId,AssessmentExtId,StartDateTime,GroupExtId,GroupName',
  'CandidateExtId,FirstName,LastName,Email',
].join(',');
const schedules = (starts: readonly string[]) =>
  `${[SCHEDULES, ...starts.map((start, at) => `S-${at},A,${start},G,G,c-${at},Ada,Lovelace,a@example.edu`)].join('\n')}\n`;

describe('dates in another order', () => {
  const order = (findings: readonly { rule: string }[]) =>
    findings.filter(({ rule }) => rule === 'input.value.date-order');

  it('are refused, and the finding names the only order that fits all of them', async () => {
    const { findings } = await read('schedules', schedules(['11-1-2027 09:00', '31-1-2027 09:00', '31-1-2027 09:00']));
    expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(3);
    const message = 'All 2 different dates of the column "StartDateTime" fit D-M-YYYY, and no other order';
    expect(order(findings)).toMatchObject([{ message, suggestion: 'give --date-format D-M-YYYY' }]);
  });

  it('that fit several orders are not guessed', async () => {
    const { findings } = await read('schedules', schedules(['1/11/27 09:00']));
    expect(order(findings)).toMatchObject([
      {
        message: 'The date of the column "StartDateTime" fits D/M/YY as well as M/D/YY'.replace(' fit ', ' fits '),
        suggestion: 'say what is meant: --date-format D/M/YY or --date-format M/D/YY',
      },
    ]);
  });

  it('that fit no common order are reported', async () => {
    const { findings } = await read('schedules', schedules(['1/31/2027 09:00', '31/1/2027 09:00']));
    const message = 'No order of day, month and year fits all dates of the column "StartDateTime"';
    expect(order(findings)).toMatchObject([{ message }]);
  });

  it.each([
    ['D-M-YYYY', '11-1-2027 09:00'],
    ['D-M-YYYY HH:mm', '11-1-2027 09:00'],
    ['M/D/YYYY h:mm A', '1/11/2027 9:00 AM'],
    ['D/M/YY', '11/1/27 9:00'],
    ['D-M-YYYY', '2027-01-11T08:00:00Z'],
    ['D-M-YYYY', '11-1-2027T08:00:00Z'],
  ])('are read by --date-format %s: %s', async (format, start) => {
    const { requests, findings } = await read('schedules', schedules([start]), { ...ZONE, dateFormat: format });
    expect(findings).toEqual([]);
    expect(requests).toMatchObject([{ Schedule: { StartDateTime: '2027-01-11T08:00:00.000Z' } }]);
  });

  it('need a time zone, as all local times do', async () => {
    const { findings } = await read('schedules', schedules(['11-1-2027 09:00']), { dateFormat: 'D-M-YYYY' });
    expect(findings).toMatchObject([{ rule: 'schedule.start-date-time.no-zone' }]);
  });

  it.each([
    ['11/1/2027 09:00', 'StartDateTime does not fit --date-format D-M-YYYY'],
    ['31-2-2027 09:00', 'StartDateTime names a day that does not exist'],
    ['11-13-2027 09:00', 'StartDateTime names a day that does not exist'],
  ])('that do not fit --date-format are errors: %s', async (start, message) => {
    const { findings } = await read('schedules', schedules([start]), { ...ZONE, dateFormat: 'D-M-YYYY' });
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'schedule.start-date-time.invalid', message }));
  });

  it.each([
    ['D-M-YYYY HH:mm', '11-1-2027 09:00:30', 'write it like 31-1-2027 13:30'],
    ['D-M-YYYY HH:mm:ss', '11-1-2027 09:00', 'write it like 31-1-2027 13:30:00'],
    ['D-M-YYYY HH:mm', '11-1-2027', 'write it like 31-1-2027 13:30'],
    ['D-M-YYYY HH:mm', '11-1-2027 9h00', 'write it like 31-1-2027 13:30'],
    ['M/D/YYYY h:mm A', '6/1/2027 13:30 PM', 'write it like 1/31/2027 1:30 PM'],
    ['D-M-YYYY', '11/1/2027 09:00', 'write it like 31-1-2027 13:30'],
  ])('show what --date-format %s expects in place of %s', async (format, start, suggestion) => {
    const { findings } = await read('schedules', schedules([start]), { ...ZONE, dateFormat: format });
    const message = `StartDateTime does not fit --date-format ${format}`;
    expect(findings).toContainEqual(expect.objectContaining({ message, suggestion }));
  });

  it('of birth are read by the date of the same format', async () => {
    const dates = users([',31-1-2000', ',2000-01-31']);
    const { requests, findings } = await read('users', dates, { dateFormat: 'D-M-YYYY HH:mm' });
    expect(findings).toEqual([]);
    expect(requests).toMatchObject([{ DateOfBirth: '2000-01-31' }, { DateOfBirth: '2000-01-31' }]);
  });

  it('of birth without a format are refused, and the finding names the order', async () => {
    const { findings } = await read('users', users([',31-1-2000', ',1-2-2000']));
    expect(order(findings)).toMatchObject([{ suggestion: 'give --date-format D-M-YYYY' }]);
  });
});
