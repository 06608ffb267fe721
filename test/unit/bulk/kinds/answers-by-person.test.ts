import { describe, expect, it } from 'vitest';
import { answersByPerson } from '../../../../src/bulk/kinds/answers-by-person.ts';
import { outcomeOf } from '../../../../src/bulk/report/results.ts';
import { type Answer, refuse, succeed } from '../../../../src/platform/envelope.ts';
import type { InvigilatorError, InvigilatorsContent } from '../../../../src/platform/resources/invigilators.ts';
import { processorMs } from '../../../support/processor-time.ts';

const NONE = 'User has not been added as invigilator of this schedule';

function error(UserExtId: string, Code: number | null = 319): InvigilatorError {
  return { UserExtId, Code, Error: NONE };
}

function answer(SuccessfullyRemoved: string[], Errors: InvigilatorError[] = []): Answer<InvigilatorsContent> {
  return succeed({ SuccessfullyRemoved, Errors });
}

function outcomes(given: Answer<InvigilatorsContent>, ids: readonly string[]) {
  return answersByPerson(given, ids).map(outcomeOf);
}

describe('of each who was to be removed, the answer says', () => {
  it.each<[string, Answer<InvigilatorsContent>, string[], string[]]>([
    ['that all were', answer(['a', 'b']), ['a', 'b'], ['succeeded', 'succeeded']],
    ['who was, and who was not', answer(['b'], [error('a')]), ['a', 'b'], ['failed', 'succeeded']],
    ['a reason without a name, and leaves one out', answer(['a'], [error('')]), ['a', 'b'], ['succeeded', 'failed']],
    ['a reason that may be about anybody', answer(['a', 'b'], [error('')]), ['a', 'b'], ['failed', 'failed']],
    ['a reason with the name of a stranger', answer(['a'], [error('x')]), ['a'], ['failed']],
    ['both', answer(['a'], [error('a')]), ['a'], ['failed']],
    ['neither', answer(['a']), ['a', 'b'], ['succeeded', 'unknown']],
    ['nothing of anybody, but that it is done', answer([]), ['a', 'b'], ['succeeded', 'succeeded']],
    ['their ids in other letters', answer(['ADA'], [error('Bob')]), ['ada', 'bob'], ['succeeded', 'failed']],
    [
      'one of two whose ids differ by their letters',
      answer(['Ada'], [error('ada')]),
      ['Ada', 'ada'],
      ['succeeded', 'failed'],
    ],
    ['an id that may be either of two', answer(['ADA']), ['Ada', 'ada'], ['unknown', 'unknown']],
    ['that nothing was done', refuse(200, [{ Code: 305, Error: 'finished' }]), ['a', 'b'], ['failed', 'failed']],
  ])('%s', (_, given, ids, expected) => {
    expect(outcomes(given, ids)).toEqual(expected);
  });
});

it('an answer gives nobody the reason of another one', () => {
  const [first, second] = answersByPerson(answer([], [error('a', 319), error('b', 400)]), ['a', 'b']);
  expect(first?.envelope.Content?.Errors).toEqual([error('a', 319)]);
  expect(second?.envelope.Content?.Errors).toEqual([error('b', 400)]);
});

it('many are taken apart at once', () => {
  const ids = Array.from({ length: 50_000 }, (_, index) => `u-${index}`);
  const started = processorMs();
  expect(new Set(outcomes(answer(ids.slice(1), [error('u-0')]), ids).slice(1))).toEqual(new Set(['succeeded']));
  expect(processorMs() - started).toBeLessThan(5_000);
});
