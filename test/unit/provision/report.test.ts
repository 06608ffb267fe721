/** The exit code that follows from what a run has done. */
import { expect, it } from 'vitest';
import type { Outcome, RecordResult } from '../../../src/contract/report.ts';
import { createLedger } from '../../../src/provision/ledger.ts';
import { createReport } from '../../../src/provision/report.ts';
import { draft } from './records/drafts.ts';

const DETAILS = { command: 'user sync', run: null, target: null, dryRun: false, rehearsal: null };

function exitCodeOf(outcomes: readonly Outcome[], dryRun = false): number {
  // Nothing that went well is held: the exit code must not depend on it.
  const ledger = createLedger({ resultsMax: 0 });
  for (const [index, outcome] of outcomes.entries()) {
    const result: RecordResult = {
      ...{ key: `u-${index}`, file: 'users.csv', line: index + 2, action: 'create' },
      ...{ outcome, attempts: 1, errors: [] },
    };
    ledger.addResult(draft(`u-${index}`, index + 2), result);
  }
  return createReport(ledger, { ...DETAILS, dryRun }).exitCode;
}

it.each<[number, readonly Outcome[]]>([
  [0, []],
  [0, ['succeeded', 'would-succeed']],
  [4, ['succeeded', 'failed']],
  [4, ['succeeded', 'unknown']],
  [4, ['succeeded', 'not-sent']],
  [4, ['would-fail']],
])('is %i after %j', (code, outcomes) => {
  expect(exitCodeOf(outcomes)).toBe(code);
});

it('is 0 where a dry run sends nothing, as it should', () => {
  expect(exitCodeOf(['not-sent'], true)).toBe(0);
});

it('is 0 where an earlier attempt counts as done, with a warning that says what the platform said', () => {
  const ledger = createLedger();
  const place = { file: 'a.csv', line: 2, record: 1, column: null, field: null };
  ledger.addResult(
    { ...draft('S-1', 2), locate: () => place },
    {
      ...{ key: 'S-1', file: 'a.csv', line: 2, action: 'create', outcome: 'succeeded', attempts: 2, errors: [] },
      said: 'already exists [S-1]',
    },
  );
  const { exitCode, findings } = createReport(ledger, DETAILS);
  expect(exitCode).toBe(0);
  expect(findings).toMatchObject([
    {
      severity: 'warning',
      rule: 'delivery.earlier-attempt',
      line: 2,
      key: 'S-1',
      message: expect.stringContaining('already exists [S-1]'),
    },
  ]);
  expect(ledger.rejected).toEqual([]);
});
