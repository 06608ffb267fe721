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
