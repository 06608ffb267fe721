import { describe, expect, it } from 'vitest';
import { checkCollectionRequest, checkScheduleRequest, checkUserRequest } from '../../../src/platform/request-rules.ts';
import { CANDIDATE, placesOf, REQUEST, rulesOf, SCHEDULE, USER } from './valid-requests.ts';

describe('a request that keeps the rules', () => {
  it.each([
    ['of a schedule', () => checkScheduleRequest(REQUEST), REQUEST],
    ['of a user', () => checkUserRequest(USER), USER],
    ['of a collection', () => checkCollectionRequest({ Title: 'C' }), { Title: 'C', ObjectiveRepositories: [] }],
  ])('%s comes back as it is', (_, check, value) => {
    expect(check()).toEqual({ problems: [], value });
  });

  it('may hold null for what is optional', () => {
    const { problems } = checkScheduleRequest({ ...REQUEST, Workflow: null, Schedule: { ...SCHEDULE, Title: null } });
    expect(problems).toEqual([]);
  });

  it('may have no candidates', () => {
    expect(checkScheduleRequest({ ...REQUEST, Candidates: [] }).problems).toEqual([]);
  });

  it('may carry a percentage for a candidate whose special needs are the text true', () => {
    const candidate = { ...CANDIDATE, SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 20 };
    expect(checkScheduleRequest({ ...REQUEST, Candidates: [candidate] }).problems).toEqual([]);
  });
});

describe('all problems of a request', () => {
  it('are reported at once, whatever the depth of their fields', () => {
    const request = {
      Workflow: 'EXTERN',
      Schedule: { ...SCHEDULE, StartDateTime: 'tomorrow', PIN: '12345', Titel: 'x' },
      Candidates: [{ ...CANDIDATE, Email: 'ada', ReasonableAdjustmentPercentage: 20 }, CANDIDATE, { FirstName: 'Ada' }],
    };
    expect(placesOf(checkScheduleRequest(request)).toSorted()).toEqual([
      'Candidates.0.Email candidate.email.invalid',
      'Candidates.0.ReasonableAdjustmentPercentage candidate.reasonable-adjustment-percentage.without-special-needs',
      'Candidates.1.CandidateExtId candidate.candidate-ext-id.duplicates',
      'Candidates.2.CandidateExtId candidate.candidate-ext-id.required',
      'Candidates.2.Email candidate.email.required',
      'Candidates.2.LastName candidate.last-name.required',
      'Schedule.PIN schedule.pin.too-long',
      'Schedule.StartDateTime schedule.start-date-time.invalid',
      'Schedule.Titel schedule.field.unknown',
      'Workflow schedule-request.workflow.choice',
    ]);
  });

  it('of a user are reported at once, the rules between fields included', () => {
    const user = { FirstName: '', Email: 'x', ReasonableAdjustmentPercentage: 20, Labels: ['a', '', 'a'] };
    const codes = checkUserRequest(user).problems.map(({ code }) => code);
    expect(codes.toSorted()).toEqual([209, 210, 212, 235, 236, 250]);
  });

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

  it('is no text for users', () => {
    const { problems } = checkUserRequest({ ...USER, SpecialNeeds: 'true' });
    expect(problems).toMatchObject([{ message: 'SpecialNeeds must be true or false' }]);
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

describe('requests that are no objects', () => {
  it.each([null, [], 'text', 7, true, undefined])('are refused as a whole: %j', (body) => {
    for (const check of [checkScheduleRequest, checkUserRequest, checkCollectionRequest]) {
      expect(check(body).problems).toMatchObject([{ path: [] }]);
    }
  });

  it.each([{}, { Schedule: {}, Candidates: [] }, { Schedule: null, Candidates: null, Workflow: '' }])(
    'have no schedule if all fields are empty: %j',
    (body) => {
      expect(rulesOf(checkScheduleRequest(body))).toEqual(['schedule-request.body.empty']);
    },
  );
});

describe('the workflow', () => {
  const withAttempt = { ...CANDIDATE, AttemptExtId: 'a-1' };

  it.each([
    ['DEFAULT without attempts', { Workflow: 'DEFAULT', Candidates: [CANDIDATE] }, []],
    [
      'DEFAULT with attempts',
      { Workflow: 'DEFAULT', Candidates: [withAttempt] },
      ['candidate.attempt-ext-id.not-allowed'],
    ],
    ['none with attempts', { Candidates: [withAttempt] }, ['candidate.attempt-ext-id.not-allowed']],
    ['none with attempts, of a schedule that may exist', { Upsert: true, Candidates: [withAttempt] }, []],
    ['EXTERNAL_ATTEMPTS with attempts', { Workflow: 'EXTERNAL_ATTEMPTS', Candidates: [withAttempt] }, []],
    [
      'EXTERNAL_ATTEMPTS without',
      { Workflow: 'EXTERNAL_ATTEMPTS', Candidates: [CANDIDATE] },
      ['candidate.attempt-ext-id.missing'],
    ],
  ])('%s', (_, more, rules) => {
    expect(rulesOf(checkScheduleRequest({ ...REQUEST, ...more }))).toEqual(rules);
  });
});

describe('repositories of a collection', () => {
  it('may be objects or plain ids under either name, and become objects under one', () => {
    const expected = { Title: 'C', ObjectiveRepositories: [{ ExternalId: 'LO1' }] };
    for (const name of ['ObjectiveRepositories', 'LoRepositoryExternalIds']) {
      for (const entry of ['LO1', { ExternalId: 'LO1' }]) {
        expect(checkCollectionRequest({ Title: 'C', [name]: [entry] })).toEqual({ problems: [], value: expected });
      }
    }
  });

  it('may have both names if they are the same, in any order', () => {
    const both = { Title: 'C', ObjectiveRepositories: ['LO1', 'LO2'], LoRepositoryExternalIds: ['LO2', 'LO1'] };
    expect(checkCollectionRequest(both).problems).toEqual([]);
  });
});
