import { expect, it } from 'vitest';
import { type Counts, emptyCounts } from '../../../src/contract/report.ts';
import { checkGuards, type Guards } from '../../../src/provision/guards.ts';

function check(counts: Partial<Counts>, guards: Guards): string {
  try {
    checkGuards({ ...emptyCounts(), ...counts }, guards);
    return 'goes on';
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  [{ create: 2 }, { expect: { create: 2 } }, 'goes on'],
  [{ create: 2, update: 1 }, { expect: { create: 2 } }, 'goes on'],
  [{ create: 2 }, { expect: { update: 1 } }, 'Expected update=1, but the plan has update=0; nothing was sent'],
  [
    { unchanged: 3 },
    { expect: { unchanged: 2 } },
    'Expected unchanged=2, but the plan has unchanged=3; nothing was sent',
  ],
  [{}, { expect: {} }, 'goes on'],
  [{ read: 9, create: 3, update: 2 }, { maxChanges: { records: 5 } }, 'goes on'],
  [
    { read: 9, create: 3, update: 3 },
    { maxChanges: { records: 5 } },
    'The plan changes 6 records, and --max-changes allows 5; nothing was sent',
  ],
  [
    { create: 1 },
    { maxChanges: { records: 0 } },
    'The plan changes 1 record, and --max-changes allows 0; nothing was sent',
  ],
  [{ read: 100, create: 5 }, { maxChanges: { percent: 5 } }, 'goes on'],
  // Of 99 records, 5% are 4.95: the fifth is one too many.
  [
    { read: 99, create: 5 },
    { maxChanges: { percent: 5 } },
    'The plan changes 5 records, and --max-changes allows 4; nothing was sent',
  ],
  [{ read: 0 }, { maxChanges: { percent: 0 } }, 'goes on'],
] as const)('with %j planned and the guards %j: %s', (counts, guards, says) => {
  expect(check(counts, guards)).toBe(says);
});
