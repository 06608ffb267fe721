/** Ids and user names that differ only by case, Unicode form or leading zeros get a warning. */
import { describe, expect, it } from 'vitest';
import type { KindChecks } from '../../../../src/bulk/check/validate.ts';
import { validateDrafts } from '../../../../src/bulk/check/validate.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { userKind } from '../../../../src/bulk/kinds/users.ts';
import { candidate, scheduleRequest, userRequest } from '../../../support/conformance/requests.ts';
import { draftOf, sourceOf } from './drafts.ts';

const COMPOSED = 'ren\u00e9e';
const DECOMPOSED = 'rene\u0301e';

async function findingsOf(checks: KindChecks<unknown>, requests: readonly unknown[], keyOf = (_: unknown) => '') {
  const found = [];
  const drafts = (async function* () {
    for (const [index, request] of requests.entries()) yield draftOf(request, index + 1, { key: keyOf(request) });
  })();
  for await (const { findings, request } of validateDrafts([{ ...sourceOf([]), drafts }], checks)) {
    found.push(...findings.map(({ severity, line, rule, message }) => ({ severity, line, rule, message })));
    expect(request === undefined).toBe(findings.some(({ severity }) => severity === 'error'));
  }
  return found;
}

const users = (...ids: string[]) => ids.map((ExternalId) => userRequest({ ExternalId }));
const named = (...names: string[]) =>
  names.map((UserName, index) => userRequest({ ExternalId: `u-${index}`, UserName }));

describe('ids and names of users that look alike', () => {
  it('are told by the line of the other', async () => {
    expect(await findingsOf(userKind, users('Ada.L', 'u-9', 'ada.l'))).toEqual([
      {
        severity: 'warning',
        line: 4,
        rule: 'user.external-id.alike',
        message:
          'ExternalId differs only by case, Unicode form or leading zeros from the one in line 2: they are treated as two',
      },
    ]);
  });

  it.each([
    ['Ada.L', 'ada.l'],
    [COMPOSED, DECOMPOSED],
    [DECOMPOSED, 'REN\u00c9E'],
    ['\u03b1\u03c3', '\u03b1\u03c2'],
    ['stra\u00dfe', 'STRASSE'],
  ])('may be user names: %s and %s', async (one, other) => {
    const found = await findingsOf(userKind, named(one, 'u-9', other));
    expect(found).toMatchObject([{ severity: 'warning', line: 4, rule: 'user.user-name.alike' }]);
  });

  it('are repeats of the first id with exactly the same spelling', async () => {
    const found = await findingsOf(userKind, users('AB', 'ab', 'ab', 'AB', 'Ab', 'Ab'));
    expect(found.map(({ line, rule, message }) => [line, rule, /line \d/.exec(message)?.[0]])).toEqual([
      [3, 'user.external-id.alike', 'line 2'],
      [4, 'user.external-id.repeated', 'line 3'],
      [5, 'user.external-id.repeated', 'line 2'],
      [6, 'user.external-id.alike', 'line 2'],
      [7, 'user.external-id.repeated', 'line 6'],
    ]);
  });

  it('do not differ by anything else', async () => {
    expect(await findingsOf(userKind, named('ab-1', 'ab-2', 'ab1', 'e', '\u00e9'))).toEqual([]);
  });
});

it('ids of schedules that look alike get a warning', async () => {
  const requests = ['S-1', 's-1'].map((ScheduleExtId, index) =>
    scheduleRequest({
      schedule: { ScheduleExtId },
      candidates: [candidate({ CandidateExtId: `c-${index}`, Email: `c${index}@example.edu` })],
    }),
  );
  const found = await findingsOf(scheduleKind, requests, (request) => {
    return (request as (typeof requests)[0]).Schedule.ScheduleExtId ?? '';
  });
  expect(found).toMatchObject([{ severity: 'warning', line: 3, rule: 'schedule.schedule-ext-id.alike' }]);
});

it('ids and names of candidates that look alike in one schedule get a warning that names the path of the other', async () => {
  const people = [
    { CandidateExtId: 'AB12' },
    { CandidateExtId: 'c-1', UserName: COMPOSED },
    { CandidateExtId: 'ab12' },
    { CandidateExtId: 'c-2', UserName: DECOMPOSED },
  ];
  const candidates = people.map((person, index) => candidate({ ...person, Email: `c${index}@example.edu` }));
  const found = await findingsOf(scheduleKind, [scheduleRequest({ candidates })]);
  const little = 'differs only by case, Unicode form or leading zeros from the one in';
  expect(found.map(({ rule, message }) => [rule, message])).toEqual([
    [
      'candidate.candidate-ext-id.alike',
      `Candidate ab12: CandidateExtId ${little} Candidates[0]: they are treated as two`,
    ],
    ['candidate.user-name.alike', `Candidate c-2: UserName ${little} Candidates[1]: they are treated as two`],
  ]);
});
