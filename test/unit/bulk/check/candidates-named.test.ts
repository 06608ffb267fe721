/** Findings about a candidate of a schedule name the candidate. */
import { describe, expect, it } from 'vitest';
import { answerFinding } from '../../../../src/bulk/check/findings.ts';
import { validateDrafts } from '../../../../src/bulk/check/validate.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import { draftSchedules } from '../../../../src/input/schedules/drafts.ts';
import { csv, row } from '../../../support/cli/sitting-list.ts';
import { candidate, scheduleRequest } from '../../../support/conformance/requests.ts';
import { fileOf } from '../../input/reading.ts';
import { draftOf } from './drafts.ts';

async function messagesOf(text: string, ending?: string): Promise<string[]> {
  const source = await draftSchedules(await openInput(fileOf(text, ending), {}), { preset: { Schedule: {} } });
  const messages: string[] = [];
  for await (const { findings } of validateDrafts([source], scheduleKind)) {
    messages.push(...findings.map(({ message }) => message));
  }
  return messages;
}

describe('a finding about a candidate', () => {
  it('names the candidate, in a table', async () => {
    expect(await messagesOf(csv([row(1), row(2, { Email: 'x' }), row(3, { FirstName: ' Ada' })]))).toEqual([
      'Candidate c-2: Email is not a valid e-mail address',
      'Candidate c-3: FirstName has white space before or after the text',
    ]);
  });

  it('names the candidate, in JSON', async () => {
    const request = scheduleRequest({
      candidates: [candidate({ CandidateExtId: 'c-1' }), candidate({ CandidateExtId: 'c-2', Email: 'x' })],
    });
    expect(await messagesOf(JSON.stringify(request), '.json')).toEqual([
      'Candidate c-2: Email is not a valid e-mail address',
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

  it('who is repeated in JSON names the path of the first one', async () => {
    const request = scheduleRequest({ candidates: [candidate(), candidate()] });
    expect((await messagesOf(JSON.stringify(request), '.json')).join()).toMatch(
      /CandidateExtId is the same as in Candidates\[0\]$/,
    );
  });
});
