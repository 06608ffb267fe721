import { describe, expect, it } from 'vitest';
import { checkScheduleRequest, checkUserRequest } from '../../../src/platform/request-rules.ts';
import { CANDIDATE, REQUEST, USER } from './valid-requests.ts';

describe('duplicates', () => {
  it('are reported at each repetition, with the path of the first entry', () => {
    const candidates = [CANDIDATE, { ...CANDIDATE, CandidateExtId: 'c-2' }, CANDIDATE, CANDIDATE];
    const { problems } = checkScheduleRequest({ ...REQUEST, Candidates: candidates });
    expect(problems).toMatchObject([
      { path: ['Candidates', 2, 'CandidateExtId'], message: 'CandidateExtId is the same as in Candidates[0]' },
      { path: ['Candidates', 3, 'CandidateExtId'], message: 'CandidateExtId is the same as in Candidates[0]' },
    ]);
  });

  it('of texts name both entries by their paths', () => {
    const { problems } = checkUserRequest({ ...USER, Labels: ['a', 'b', 'a'] });
    expect(problems).toMatchObject([{ path: ['Labels', 2], message: 'Labels[2] is the same as Labels[0]' }]);
  });
});
