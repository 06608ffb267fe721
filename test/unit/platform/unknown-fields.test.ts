import { describe, expect, it } from 'vitest';
import { checkScheduleRequest, checkUserRequest } from '../../../src/platform/request-rules.ts';
import { CANDIDATE, placesOf, REQUEST, SCHEDULE } from './valid-requests.ts';

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
  ])('are refused by name, with the likely correct name: %.20s', (name, suggestion) => {
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
});
