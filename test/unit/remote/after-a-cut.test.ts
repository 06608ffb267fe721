/** The answer to a second attempt, after a first one whose answer did not come. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/remote/operations.ts';
import { schedule, upsert } from '../../support/hostile/remote-under-test.ts';
import { answered, CALLS, CUT, sendTo } from '../../support/remote/answered.ts';

const refused = (text: string, Code: number | null = null) =>
  answered(400, { Success: false, Errors: [{ Code, Error: text }] });

describe('"it exists already" counts as done, with what the platform said', () => {
  it.each([
    ['already exists [SX1]', 'SX1'],
    ['An entity with external id SX1 already exists.', 'SX1'],
    ['External id is already in use [SX1]', 'SX1'],
    ['Schedule attempt-1 already exists', 'attempt-1'],
    ['already exists [LAW-candidates-1]', 'LAW-candidates-1'],
  ])('%s', async (text, id) => {
    for (const said of [
      refused(text),
      answered(400, text),
      answered(409, `<html><body>${text}</body></html>`),
      answered(200, { Message: text }),
      answered(200, { Result: 'Error', Message: text }),
    ]) {
      for (const request of [schedule(id), { ...upsert(id) }]) {
        const { outcome, sent, answer } = await sendTo(OPERATIONS.pushSchedule(request), [CUT, said]);
        expect({ outcome, sent }, said.text).toEqual({ outcome: 'succeeded', sent: 2 });
        expect(answer.delivery).toMatchObject({
          certainty: 'earlier-attempt',
          said: [{ text: expect.stringContaining(text) }],
        });
      }
      expect((await sendTo(OPERATIONS.pushSchedule(schedule(id)), [said])).outcome).toBe('failed');
    }
  });

  it.each([
    ['collection', refused('used', 810)],
    ['collection', refused('A collection with external id c1 already exists')],
    ['user', refused('taken', 233)],
    ['user', refused('User u-1 already exists')],
  ] as const)('%s: %o', async (name, said) => {
    expect((await sendTo(CALLS[name], [CUT, said])).outcome).toBe('succeeded');
  });

  it('after an answer that could not be read, too', async () => {
    const { outcome } = await sendTo(CALLS.schedule, [answered(200, 'hello'), refused('already exists [S-1]')]);
    expect(outcome).toBe('succeeded');
  });
});

describe('words that do not say it of what was sent', () => {
  it.each([
    ['schedule', refused('Candidate c-1 already exists'), 'failed'],
    ['schedule', refused('already exists [S-9]'), 'unknown'],
    ['schedule', refused('It already exists'), 'unknown'],
    ['collection', refused('The title already exists', 805), 'failed'],
    ['user', refused('The user name is already taken'), 'unknown'],
    ['user', refused('bad address', 209), 'failed'],
  ] as const)('%s: %o is %s', async (name, said, outcome) => {
    expect((await sendTo(CALLS[name], [CUT, said])).outcome).toBe(outcome);
  });
});

describe('the links of an answer that was not understood', () => {
  const link = { CandidateExtId: 'c-1', StartupLink: 'https://x.example/delivery/external-login?session=1' };

  it('are kept if the outcome stays unknown, and if the next answer settles it', async () => {
    const odd = answered(200, { Candidates: [link] });
    const unknown = await sendTo(CALLS.schedule, [odd]);
    expect(unknown.outcome).toBe('unknown');
    const settled = await sendTo(CALLS.schedule, [odd, refused('already exists [S-1]')]);
    expect(settled.outcome).toBe('succeeded');
    for (const { answer } of [unknown, settled]) {
      expect(answer.delivery?.links).toEqual([{ CandidateExtId: 'c-1', name: 'StartupLink', url: link.StartupLink }]);
    }
  });
});

it('the same answer a second time is not asked for a third time', async () => {
  expect((await sendTo(CALLS.schedule, [answered(200, { a: 1 })])).sent).toBe(2);
  expect((await sendTo(CALLS.schedule, [answered(200, { a: 1 }), answered(200, { a: 2 })], 3)).sent).toBe(3);
  expect((await sendTo(CALLS.schedule, [answered(500, 'oops')], 3)).sent).toBe(4);
});
