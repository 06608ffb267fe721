import { describe, expect, it } from 'vitest';
import { checkCollectionRequest, checkScheduleRequest, checkUserRequest } from '../../../src/platform/request-rules.ts';
import { CANDIDATE, REQUEST, rulesOf, SCHEDULE, USER } from './valid-requests.ts';

describe('a request that keeps the rules', () => {
  it.each([
    ['of a schedule', () => checkScheduleRequest(REQUEST), REQUEST],
    ['of a user', () => checkUserRequest(USER), USER],
    ['of a collection', () => checkCollectionRequest({ Title: 'C' }), { Title: 'C', ObjectiveRepositories: [] }],
  ])('%s comes back as it is', (_, check, value) => {
    expect(check()).toEqual({ problems: [], value });
  });
});

describe('all problems of a request', () => {
  it('hold no value of a password, a PIN or a person in message or suggestion', () => {
    const candidate = {
      ...CANDIDATE,
      Password: ` canary${'x'.repeat(500)}`,
      Email: 'canary',
      AddressLine1: ' canary ',
    };
    const request = { Schedule: { ...SCHEDULE, PIN: ' canary' }, Candidates: [candidate] };
    const { problems } = checkScheduleRequest(request);
    expect(problems).toHaveLength(4);
    expect(JSON.stringify(problems)).not.toContain('canary');
  });
});

describe('a yes or no that is a text on the wire', () => {
  it.each([true, false, 'TRUE', 'yes', '', 1])('is asked for as a text if it is %j', (SpecialNeeds) => {
    const { problems } = checkScheduleRequest({ ...REQUEST, Candidates: [{ ...CANDIDATE, SpecialNeeds }] });
    const message = 'SpecialNeeds must be the text "true" or "false"';
    expect(problems).toMatchObject([{ rule: 'candidate.special-needs.type', message }]);
  });
});

describe('a date and time', () => {
  it.each(['2027-01-11T08:00:00+00:00', '2027-01-11T09:00:00+01:00', '2027-01-11T08:00:00', 'tomorrow'])(
    'is asked for in UTC and with a Z at its end if it is %s',
    (StartDateTime) => {
      const { problems } = checkScheduleRequest({ ...REQUEST, Schedule: { ...SCHEDULE, StartDateTime } });
      const message = 'StartDateTime must be an RFC 3339 date and time in UTC that ends in Z';
      const suggestion = 'write it like 2026-11-21T09:00:00.000Z';
      expect(problems).toMatchObject([{ rule: 'schedule.start-date-time.invalid', message, suggestion }]);
    },
  );
});

describe('an end that is not after the start', () => {
  it.each(['2027-01-11T08:00:00Z', '2027-01-11T07:59:59.999Z', '2027-01-11T08:30:00+01:00'])(
    'is told with what else is wrong with the form: %s',
    (EndDateTime) => {
      const body = { Schedule: { ...SCHEDULE, EndDateTime, GroupName: '' }, Candidates: [CANDIDATE] };
      const rules = ['schedule.group-name.required', 'schedule.end-date-time.too-early'];
      expect(rulesOf(checkScheduleRequest(body))).toEqual(rules);
    },
  );
});
