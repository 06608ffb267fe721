import { describe, expect, it } from 'vitest';
import { answersByPerson } from '../../../src/bulk/kinds/answers-by-person.ts';
import { errorsOf } from '../../../src/bulk/report/partial-errors.ts';
import { outcomeOf } from '../../../src/bulk/report/results.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import type { InvigilatorsContent } from '../../../src/platform/resources/invigilators.ts';
import { answered, CALLS, CUT, sendTo } from '../../support/remote/answered.ts';

describe('the answer to a removal of several people counts person by person', () => {
  const ok = (Content: unknown, more: object = {}) => ({ Content, Success: true, Errors: null, ...more });
  const NONE = { UserExtId: 'b', Code: 319, Error: 'none' };
  const PARTLY = { SuccessfullyRemoved: ['a'], Errors: [NONE] };
  const DONE = { SuccessfullyRemoved: ['a', 'b'], Errors: [] };
  const each = (status: number, body: object) =>
    sendTo(CALLS['removal of two'], [answered(status, body)]).then(({ answer }) =>
      answersByPerson(answer as Answer<InvigilatorsContent>, ['a', 'b']).map((one) => [
        outcomeOf(one),
        ...errorsOf(one).map(({ Error: text }) => text),
      ]),
    );

  it.each([
    ['errors beside the content', 200, ok({ SuccessfullyRemoved: ['a'], Errors: [] }, { Errors: [NONE] })],
    ['Success: false', 200, ok(PARTLY, { Success: false })],
    [
      'Success: false, and the error beside it',
      200,
      ok({ SuccessfullyRemoved: ['a'] }, { Success: false, Errors: [NONE] }),
    ],
    ['the status 400', 400, ok(PARTLY, { Success: false })],
    ['the status 404, and the error beside it', 404, { Content: { SuccessfullyRemoved: ['a'] }, Errors: [NONE] }],
  ])('with %s', async (_, status, body) => {
    expect(await each(status, body)).toEqual([['succeeded'], ['failed', 'b: none']]);
  });

  it('that refuses with its status, and names nobody who was removed, has removed nobody', async () => {
    for (const content of [null, { SuccessfullyRemoved: [], Errors: [NONE] }]) {
      const outcomes = await each(400, ok(content, { Success: false, Errors: [NONE] }));
      expect(outcomes.map(([outcome]) => outcome)).toEqual(['failed', 'failed']);
    }
  });

  it('is unknown if it removed all and says that it did not', async () => {
    const strange = { ...DONE, Errors: [{ UserExtId: 'zz', Code: 319, Error: 'none' }] };
    for (const [status, content] of [
      [200, DONE],
      [400, DONE],
      [200, strange],
    ] as const) {
      const outcomes = await each(status, ok(content, { Success: false }));
      expect(outcomes.map(([outcome]) => outcome)).toEqual(['unknown', 'unknown']);
    }
  });

  it('after a lost answer, with an error beside the content', async () => {
    const body = ok({ SuccessfullyRemoved: ['a'], Errors: [] }, { Errors: [NONE] });
    const { answer } = await sendTo(CALLS['removal of two'], [CUT, answered(200, body)]);
    expect(answer.envelope.Content).toEqual({ SuccessfullyRemoved: ['a', 'b'], Errors: [] });
  });
});
