import { describe, expect, it } from 'vitest';
import { answersByPerson } from '../../../../src/bulk/kinds/answers-by-person.ts';
import { outcomeOf } from '../../../../src/bulk/report/results.ts';
import { type Answer, refuse, succeed } from '../../../../src/platform/envelope.ts';
import type { InvigilatorError, InvigilatorsContent } from '../../../../src/platform/resources/invigilators.ts';

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

describe('the answer to a removal of several people says', () => {
  it.each<[string, Answer<InvigilatorsContent>, string[], string[]]>([
    ['that all were removed', answer(['a', 'b']), ['a', 'b'], ['succeeded', 'succeeded']],
    ['who was removed and who was not', answer(['b'], [error('a')]), ['a', 'b'], ['failed', 'succeeded']],
    [
      'a reason without a name, and nothing about one person',
      answer(['a'], [error('')]),
      ['a', 'b'],
      ['succeeded', 'failed'],
    ],
    [
      'a reason without a name, and removed for everybody',
      answer(['a', 'b'], [error('')]),
      ['a', 'b'],
      ['succeeded', 'succeeded'],
    ],
    ['a reason with an unknown name', answer(['a'], [error('x')]), ['a'], ['succeeded']],
    ['a reason with an unknown name, and nothing else', answer([], [error('x')]), ['a'], ['failed']],
    [
      'a reason of each who was not removed, and one with an unknown name',
      answer(['a'], [error('b'), error('x')]),
      ['a', 'b'],
      ['succeeded', 'failed'],
    ],
    ['removed and not removed for one person', answer(['a'], [error('a')]), ['a'], ['failed']],
    ['nothing about one person', answer(['a']), ['a', 'b'], ['succeeded', 'unknown']],
    ['success, and nothing about any person', answer([]), ['a', 'b'], ['succeeded', 'succeeded']],
    ['the ids in another case', answer(['ADA'], [error('Bob')]), ['ada', 'bob'], ['succeeded', 'failed']],
    [
      'one of two people whose ids differ only by case',
      answer(['Ada'], [error('ada')]),
      ['Ada', 'ada'],
      ['succeeded', 'failed'],
    ],
    ['an id in another case that two people have', answer(['ADA']), ['Ada', 'ada'], ['unknown', 'unknown']],
    ['that nothing was done', refuse(200, [{ Code: 305, Error: 'finished' }]), ['a', 'b'], ['failed', 'failed']],
  ])('%s', (_, given, ids, expected) => {
    expect(outcomes(given, ids)).toEqual(expected);
  });
});

it('a reason of nobody who was asked for is shown if all were removed', () => {
  const shown = answersByPerson(answer(['a', 'b'], [error('x')]), ['a', 'b']).map(({ delivery }) => delivery?.excerpt);
  expect(shown).toEqual([`x: ${NONE}`, `x: ${NONE}`]);
});

it('an answer gives nobody the reason of another one', () => {
  const [first, second] = answersByPerson(answer([], [error('a', 319), error('b', 400)]), ['a', 'b']);
  expect(first?.envelope.Content?.Errors).toEqual([error('a', 319)]);
  expect(second?.envelope.Content?.Errors).toEqual([error('b', 400)]);
});

it('the answers for 200,000 people are found in one pass', () => {
  const ids = Array.from({ length: 200_000 }, (_, index) => `u-${index}`);
  expect(new Set(outcomes(answer(ids.slice(1), [error('u-0')]), ids).slice(1))).toEqual(new Set(['succeeded']));
});
