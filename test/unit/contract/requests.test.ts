import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/contract/problem.ts';
import { checkCollectionRequest, checkScheduleRequest, checkUserRequest } from '../../../src/contract/requests.ts';

const CANDIDATE = { CandidateExtId: 'c-1', FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.edu' };
const SCHEDULE = {
  AssessmentExtId: 'A-1',
  StartDateTime: '2027-01-11T08:00:00.000Z',
  GroupExtId: 'G-1',
  GroupName: 'G',
};
const REQUEST = { Schedule: SCHEDULE, Candidates: [CANDIDATE] };
const USER = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace' };

function rulesOf({ problems }: { readonly problems: readonly Problem[] }): string[] {
  return problems.map(({ rule }) => rule);
}

function placesOf({ problems }: { readonly problems: readonly Problem[] }): string[] {
  return problems.map(({ path, rule }) => `${path.join('.')} ${rule}`);
}

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
  it('are told at once, whatever the depth of their fields', () => {
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

  it('of a user are told at once, the rules between fields included', () => {
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

describe('unknown fields', () => {
  it.each([
    ['Tittle', 'did you mean Title?'],
    ['start_date_time', 'did you mean StartDateTime?'],
    ['AssessmentExtID', 'did you mean AssessmentExtId?'],
    ['pin', 'did you mean PIN?'],
    ['GroupExtld', 'did you mean GroupExtId?'],
    ['Nickname', undefined],
    ['x'.repeat(100_000), undefined],
    ['', undefined],
  ])('are refused by name, with what was probably meant: %.20s', (name, suggestion) => {
    const { problems } = checkScheduleRequest({ ...REQUEST, Schedule: { ...SCHEDULE, [name]: null } });
    expect(problems).toMatchObject([{ path: ['Schedule', name], rule: 'schedule.field.unknown', code: null }]);
    expect(problems[0]?.suggestion).toBe(suggestion);
    expect(problems[0]?.message.length).toBeLessThan(200);
  });

  it('of candidates are looked for among the fields of candidates', () => {
    const { problems } = checkScheduleRequest({ ...REQUEST, Candidates: [{ ...CANDIDATE, Frstname: 'x' }] });
    expect(problems).toMatchObject([{ rule: 'candidate.field.unknown', suggestion: 'did you mean FirstName?' }]);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'named %s are as unknown as others',
    (name) => {
      const user = JSON.parse(
        `{ ${JSON.stringify(name)}: { "FirstName": "Ada", "polluted": true }, "ExternalId": "u-1" }`,
      );
      expect(placesOf(checkUserRequest(user)).toSorted()).toEqual([
        'FirstName user.first-name.required',
        'LastName user.last-name.required',
        `${name} user.field.unknown`,
      ]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it('named __proto__ give no candidate an attempt or a percentage', () => {
    const inherited = JSON.parse('{ "__proto__": { "AttemptExtId": "a", "ReasonableAdjustmentPercentage": 20 } }');
    const request = { ...REQUEST, Candidates: [{ ...CANDIDATE, ...inherited }] };
    expect(rulesOf(checkScheduleRequest(request)).filter((rule) => !rule.endsWith('.unknown'))).toEqual([]);
  });
});

describe('duplicates', () => {
  it('are told at each repetition, with the number of the entry that they repeat', () => {
    const candidates = [CANDIDATE, { ...CANDIDATE, CandidateExtId: 'c-2' }, CANDIDATE, CANDIDATE];
    const { problems } = checkScheduleRequest({ ...REQUEST, Candidates: candidates });
    expect(problems).toMatchObject([
      { path: ['Candidates', 2, 'CandidateExtId'], message: 'CandidateExtId repeats entry 1' },
      { path: ['Candidates', 3, 'CandidateExtId'], message: 'CandidateExtId repeats entry 1' },
    ]);
  });

  it.each([
    ['labels that differ in case', { Labels: ['a', 'A'] }, []],
    ['labels that differ in composition', { Labels: ['é', 'e\u0301'] }, []],
    ['addresses that differ in case', { AllowedIpAddresses: ['2001:DB8::1', '2001:db8::1'] }, [239]],
    [
      'hierarchies with another action',
      { Hierarchies: [{ ExternalId: 'A' }, { ExternalId: 'A', Action: 'DELETE' }] },
      [243],
    ],
    ['ids that differ in case', { Hierarchies: [{ ExternalId: 'A' }, { ExternalId: 'a' }] }, []],
    ['names of an object', { Labels: ['__proto__', 'constructor'] }, []],
  ])('among %s', (_, more, codes) => {
    expect(checkUserRequest({ ...USER, ...more }).problems.map(({ code }) => code)).toEqual(codes);
  });
});

describe('requests that are no objects', () => {
  it.each([null, [], 'text', 7, true, undefined])('are refused as a whole: %j', (body) => {
    for (const check of [checkScheduleRequest, checkUserRequest, checkCollectionRequest]) {
      expect(check(body).problems).toMatchObject([{ path: [] }]);
    }
  });

  it.each([{}, { Schedule: {}, Candidates: [] }, { Schedule: null, Candidates: null, Workflow: '' }])(
    'have no schedule where all fields are empty: %j',
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

  it('may stand under both names if they are the same, in any order', () => {
    const both = { Title: 'C', ObjectiveRepositories: ['LO1', 'LO2'], LoRepositoryExternalIds: ['LO2', 'LO1'] };
    expect(checkCollectionRequest(both).problems).toEqual([]);
  });
});
