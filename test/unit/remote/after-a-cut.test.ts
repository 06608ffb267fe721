/** The answer to a second attempt, after a first one whose answer did not come. */
import { describe, expect, it } from 'vitest';
import { answered, CALLS, CUT, sendTo } from '../../support/remote/answered.ts';

const refused = (text: string, Code: number | null = null) =>
  answered(400, { Success: false, Errors: [{ Code, Error: text }] });

describe('"it exists already" counts as done, with what the platform said', () => {
  it.each([
    ['schedule', refused('Duplicate ScheduleExtId')],
    ['collection', refused('used', 810)],
    ['user', refused('taken', 233)],
  ] as const)('%s: %o', async (name, said) => {
    const { outcome, sent, answer } = await sendTo(CALLS[name], [CUT, said]);
    expect({ outcome, sent }).toEqual({ outcome: 'succeeded', sent: 2 });
    expect(answer.delivery).toMatchObject({ certainty: 'earlier-attempt', said: [{ text: expect.any(String) }] });
    expect((await sendTo(CALLS[name], [said])).outcome).toBe('failed');
  });
});

describe('an error that does not say it', () => {
  it.each([
    ['schedule', refused('The schedule S-1 already exists'), 'unknown'],
    ['schedule', refused('percentage', 249), 'failed'],
    ['user', refused('The user name is already taken', 214), 'unknown'],
    ['user', refused('bad address', 209), 'failed'],
    ['user', answered(400, '<html>'), 'unknown'],
  ] as const)('%s: %o is %s', async (name, said, outcome) => {
    expect((await sendTo(CALLS[name], [CUT, said])).outcome).toBe(outcome);
  });
});

describe('the links of an answer that was not understood', () => {
  const link = { CandidateExtId: 'c-1', StartupLink: 'https://x.example/delivery/external-login?session=1' };

  it('are kept', async () => {
    const odd = answered(200, { Candidates: [link] });
    const unknown = await sendTo(CALLS.schedule, [odd]);
    expect(unknown.outcome).toBe('unknown');
    expect(unknown.answer.delivery?.links).toEqual([
      { CandidateExtId: 'c-1', name: 'StartupLink', url: link.StartupLink },
    ]);
  });
});
