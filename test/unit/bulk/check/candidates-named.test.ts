/** Findings about a candidate of a schedule name the candidate. */
import { describe, expect, it } from 'vitest';
import { answerFinding } from '../../../../src/bulk/check/findings.ts';
import { csv, row } from '../../../support/cli/sitting-list.ts';
import { candidate, scheduleRequest } from '../../../support/conformance/requests.ts';
import { readRequests } from '../../input/pipeline.ts';
import { draftOf } from './drafts.ts';

async function messagesOf(text: string): Promise<string[]> {
  return (await readRequests('schedules', text, '.csv')).findings.map(({ message }) => message);
}

describe('a finding about a candidate', () => {
  it('names the candidate, in a table', async () => {
    expect(await messagesOf(csv([row(1), row(2, { Email: 'x' }), row(3, { FirstName: ' Ada' })]))).toEqual([
      'Candidate c-2: Email is not a valid e-mail address',
      'Candidate c-3: FirstName has white space before or after the text',
    ]);
  });

  it.each(['ada@example.edu', 'Ada Lovelace', '', 'c'.repeat(65)])(
    'does not name the candidate by a text that is no id: %j',
    async (id) => {
      for (const message of await messagesOf(csv([row(1, { CandidateExtId: id, Email: 'x' })]))) {
        expect(message).not.toMatch(/^Candidate |lovelace|ada@/i);
      }
    },
  );

  it('names the candidate if a target refuses a field', () => {
    const draft = draftOf(scheduleRequest({ candidates: [candidate({ CandidateExtId: 'c-1' })] }));
    const refusal = { Code: null, Error: 'UserName is taken', Field: 'Candidates[0].UserName' };
    expect(answerFinding(draft, refusal).message).toBe('Candidate c-1: UserName is taken');
    expect(answerFinding(draft, { ...refusal, Field: 'Candidates[7].UserName' }).message).toBe('UserName is taken');
  });

  it('who is repeated names the line of the first one', async () => {
    expect(await messagesOf(csv([row(1), row(2), row(1)]))).toEqual([
      'Candidate c-1: CandidateExtId is the same as in line 2',
    ]);
  });
});
