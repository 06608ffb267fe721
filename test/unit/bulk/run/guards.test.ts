import { expect, it } from 'vitest';
import { checkGuards, type Guards, type Unsure } from '../../../../src/bulk/run/guards.ts';
import type { GuardError } from '../../../../src/errors.ts';
import { type Counts, emptyCounts } from '../../../../src/model/report.ts';

function check(counts: Partial<Counts>, guards: Guards, unsure?: Unsure): string {
  try {
    checkGuards({ ...emptyCounts(), ...counts }, guards, unsure);
    return 'passes';
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  [{ create: 2 }, { expect: { create: 2 } }, 'passes'],
  [{ create: 2, update: 1 }, { expect: { create: 2 } }, 'passes'],
  [{ create: 2 }, { expect: { update: 1 } }, 'Expected update=1, but the plan has update=0'],
  [{ unchanged: 3 }, { expect: { unchanged: 2 } }, 'Expected unchanged=2, but the plan has unchanged=3'],
  [{}, { expect: {} }, 'passes'],
  [{ update: 3, disabled: 3 }, { expect: { disabled: 3 } }, 'passes'],
  [
    { unchanged: 1, update: 3, disabled: 3 },
    { expect: { unchanged: 1, update: 3 } },
    'Expected disabled=0, but the plan has disabled=3',
  ],
  [
    { read: 1, update: 3, disabled: 3 },
    { maxChanges: { records: 2 } },
    'The plan changes 3 records, and --max-changes allows 2',
  ],
  [{ read: 9, create: 3, update: 2 }, { maxChanges: { records: 5 } }, 'passes'],
  [
    { read: 9, create: 3, update: 3 },
    { maxChanges: { records: 5 } },
    'The plan changes 6 records, and --max-changes allows 5',
  ],
  [{ create: 1 }, { maxChanges: { records: 0 } }, 'The plan changes 1 record, and --max-changes allows 0'],
  [{ read: 100, create: 5 }, { maxChanges: { percent: 5 } }, 'passes'],
  // 5% of 99 records are 4.95, so only 4 are allowed.
  [
    { read: 99, create: 5 },
    { maxChanges: { percent: 5 } },
    'The plan changes 5 records, and --max-changes 5% of 99 records allows 4',
  ],
  [{ read: 0 }, { maxChanges: { percent: 0 } }, 'passes'],
] as const)('a plan of %j with the guards %j: %s', (counts, guards, says) => {
  expect(check(counts, guards)).toBe(says);
});

const CANNOT_TELL = 'cannot be judged, since a remote platform cannot tell what it has';

it.each([
  [{ create: 0 }, true, `--expect create=0 ${CANNOT_TELL}`],
  [{ update: 0 }, true, `--expect update=0 ${CANNOT_TELL}`],
  [{ unchanged: 2, create: 1 }, true, `--expect create=1 ${CANNOT_TELL}`],
  [{ unchanged: 2 }, true, 'passes'],
  [{ disabled: 0 }, false, 'passes'],
  [{ unchanged: 1 }, true, 'Expected unchanged=1, but the plan has unchanged=2'],
  [{ unchanged: 2 }, false, `--expect unchanged=2 ${CANNOT_TELL}`],
])('on a remote, with %j expected and sent requests remembered (%s): %s', (expected, is, says) => {
  const unsure = { records: 1, remembersSent: is };
  expect(check({ read: 3, unchanged: 2 }, { expect: expected }, unsure)).toBe(says);
});

it('the plan of a remote is judged if all its records were sent before', () => {
  const unsure = { records: 0, remembersSent: true };
  expect(check({ read: 3, unchanged: 3 }, { expect: { create: 0, update: 0, unchanged: 3 } }, unsure)).toBe('passes');
});

it('records that may change on a remote count as changes', () => {
  const unsure = { records: 3, remembersSent: false };
  expect(check({ read: 3 }, { maxChanges: { records: 2 } }, unsure)).toContain(
    'may change 3 records, and --max-changes allows 2',
  );
  expect(check({ read: 3 }, { maxChanges: { records: 3 } }, unsure)).toBe('passes');
});

it.each([
  [{ expect: { create: 5 } }, 'Look at the plan with --dry-run; correct', 'Correct --expect if the plan is right.'],
  [
    { maxChanges: { records: 0 } },
    'Look at the plan with --dry-run; raise',
    'Raise --max-changes if the plan is right.',
  ],
] as const)('%j: a dry run, which shows the plan, does not advise a dry run', (guards, advice, inDryRun) => {
  const hintOf = (dryRun: boolean) => {
    try {
      checkGuards({ ...emptyCounts(), create: 1 }, { ...guards, dryRun });
    } catch (error) {
      return (error as GuardError).hint;
    }
    return undefined;
  };
  expect(hintOf(false)).toMatch(advice);
  expect(hintOf(true)).toBe(inDryRun);
});
