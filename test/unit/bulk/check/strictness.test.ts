import { expect, it } from 'vitest';
import { judgeOf } from '../../../../src/bulk/check/strictness.ts';
import { SEVERITIES } from '../../../../src/model/finding.ts';
import { finding } from '../../output/report-fixtures.ts';

it('with --strict warnings count as errors, and notes never do', () => {
  const judge = judgeOf({ strict: true });
  const judged = SEVERITIES.map((severity) => judge?.(finding({ severity })).severity);
  expect(judged).toEqual(['error', 'error', 'note']);
});
