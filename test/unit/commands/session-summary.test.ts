import { describe, expect, it } from 'vitest';
import { histogram, summarise } from '../../../src/commands/review-session/session-text.ts';
import type { ReviewResult } from '../../../src/platform/resources/review-session.ts';

function results(...scores: (number | null | undefined)[]): ReviewResult[] {
  return scores.map((Score, index) => ({ CandidateExtId: `c-${index}`, ...(Score == null ? {} : { Score }) }));
}

describe('summarise', () => {
  it.each([
    [[], null, null],
    [[7], 7, 7],
    [[5, 5, 5], 5, 5],
    [[1, 2], 1.5, 1.5],
    [[3, 1, 2], 2, 2],
    [[10, 1, 2, 3], 4, 2.5],
    [[0.1, 0.2], 0.15, 0.15],
    [[1, 1, 2], 1.33, 1],
    [[-2, -1, 0], -1, -1],
    [[null, 4, undefined, 6], 5, 5],
    [[null, undefined], null, null],
  ])('of the scores %j has the mean %s and the median %s', (scores, mean, median) => {
    expect(summarise(results(...scores))).toMatchObject({ count: scores.length, mean, median });
  });

  it('leaves the scores of voided results out, and counts them', () => {
    const voided = { CandidateExtId: 'v', PassedStatus: 'VOIDED' } as const;
    const all = [...results(4, 8), { ...voided, Score: 0 }, { ...voided, Score: 3 }, voided];
    expect(summarise(all)).toMatchObject({ count: 5, mean: 6, median: 6, leftOut: 2, byStatus: { VOIDED: 3 } });
    expect(histogram(all)).toEqual(histogram(results(4, 8)));
    expect(summarise([{ ...voided, Score: 3 }])).toMatchObject({ mean: null, median: null, leftOut: 1 });
  });

  it('counts statuses and conflicts; a result without a status counts as a result only', () => {
    const found = summarise([
      { CandidateExtId: 'a', PassedStatus: 'SATISFACTORY', HasConflicts: true },
      { CandidateExtId: 'b', PassedStatus: 'SATISFACTORY', HasConflicts: false },
      { CandidateExtId: 'c', PassedStatus: 'VOIDED' },
      { CandidateExtId: 'd' },
    ]);
    expect(found).toMatchObject({
      count: 4,
      conflicts: 1,
      byStatus: { SATISFACTORY: 2, VOIDED: 1, NOT_SUBMITTED: 0, NOT_SATISFACTORY: 0 },
    });
  });
});

describe('histogram', () => {
  it.each([
    [[1, 2, 3], 1, 0.2, [1, 0, 0, 0, 0, 1, 0, 0, 0, 1]],
    [[0, 10, 20, 30], 0, 5, [1, 0, 1, 0, 1, 1]],
    [[-10, 10], -10, 2, [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    [[0, 0.3, 0.7, 1], 0, 0.1, [1, 0, 0, 1, 0, 0, 0, 1, 0, 1]],
    [[39_911.34, 60_277.63, 61_643.73], 37_500, 2_500, [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]],
  ])('of %j begins at %d with bars %d wide', (scores, first, step, counts) => {
    const found = histogram(results(...scores));
    expect(found.map(({ count }) => count)).toEqual(counts);
    expect(found[0]).toMatchObject({ from: first });
    for (const { from, to } of found) expect(to - from).toBeCloseTo(step);
  });

  it('never has more than ten bars, touches without gaps, and holds every score exactly once', () => {
    let seed = 17;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 500; round += 1) {
      const scale = 10 ** Math.floor(random() * 7 - 1);
      const digits = Math.floor(random() * 3);
      const scores = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
        Number(((random() - 0.3) * scale).toFixed(digits)),
      );
      const found = histogram(results(...scores));
      expect(found.length, JSON.stringify(scores)).toBeLessThanOrEqual(10);
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(scores.length);
      const inside = ({ from, to }: (typeof found)[number], isLast: boolean) =>
        scores.filter((score) => score >= from && (isLast ? score <= to : score < to));
      const counts = found.map((bar, index) => inside(bar, index === found.length - 1).length);
      expect(counts, JSON.stringify(scores)).toEqual(found.map(({ count }) => count));
      expect(found.slice(1).map(({ from }) => from)).toEqual(found.slice(0, -1).map(({ to }) => to));
    }
  });
});

it.each([
  [[Number.POSITIVE_INFINITY, 5], 1],
  [[1e300, -1e300], 2],
  [[Number.MAX_VALUE, 0], 2],
])('a histogram of scores that no exam has comes to an end: %j', (scores, counted) => {
  const bars = histogram(results(...scores));
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(counted);
});
