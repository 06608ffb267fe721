import { describe, expect, it } from 'vitest';
import { answersByPerson } from '../../../src/bulk/kinds/answers-by-person.ts';
import { errorsOf, outcomeOf } from '../../../src/bulk/report/results.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import type { InvigilatorsContent } from '../../../src/platform/resources/invigilators.ts';
import { answered, CALLS, sendTo } from '../../support/remote/answered.ts';

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

  it('in the form of the interface', async () => {
    expect(await each(200, ok(PARTLY))).toEqual([['succeeded'], ['failed', 'b: none']]);
  });

  it('that refuses with its status, and names nobody who was removed, has removed nobody', async () => {
    for (const content of [null, { SuccessfullyRemoved: [], Errors: [NONE] }]) {
      const outcomes = await each(400, ok(content, { Success: false, Errors: [NONE] }));
      expect(outcomes.map(([outcome]) => outcome)).toEqual(['failed', 'failed']);
    }
  });

  it.each([
    ['removed all and says that it did not', 200, ok(DONE, { Success: false })],
    ['removed all and refuses with its status', 400, ok(DONE, { Success: false })],
    ['removed one and says that it removed nobody', 200, ok(PARTLY, { Success: false })],
    ['removed one and refuses with its status', 404, { Content: { SuccessfullyRemoved: ['a'] }, Errors: [NONE] }],
    ['has errors beside its content', 200, ok({ SuccessfullyRemoved: ['a'], Errors: [] }, { Errors: [NONE] })],
  ])('is unknown if it %s', async (_, status, body) => {
    expect((await each(status, body)).map(([outcome]) => outcome)).toEqual(['unknown', 'unknown']);
  });
});
