/** The report that a ledger gives: exit code, counts, order and limits. */
import { describe, expect, it } from 'vitest';
import { toFinding } from '../../../../src/bulk/check/findings.ts';
import { createReport } from '../../../../src/bulk/report/create-report.ts';
import { createLedger, type Ledger } from '../../../../src/bulk/report/ledger.ts';
import type { Outcome, RecordResult } from '../../../../src/model/report.ts';
import { problem } from '../../../../src/platform/problem.ts';
import { draftOf } from '../check/drafts.ts';

const DETAILS = { command: 'user sync', run: null, target: null, dryRun: false, rehearsal: null };

function located(index: number) {
  return draftOf({}, index + 1, { key: `u-${index}` });
}

function resultOf(index: number, outcome: Outcome): RecordResult {
  return {
    ...{ key: `u-${index}`, file: 'users.csv', line: index + 2, action: 'create' },
    ...{ outcome, attempts: 1, errors: outcome === 'failed' ? [{ Code: null, Error: `no ${index}` }] : [] },
  };
}

function exitCodeOf(outcomes: readonly Outcome[], dryRun = false): number {
  // The ledger keeps no successful results: the exit code must not depend on them.
  const ledger = createLedger({ resultsMax: 0 });
  for (const [index, outcome] of outcomes.entries()) {
    ledger.addResult(located(index), resultOf(index, outcome), index);
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
])('the exit code is %i after %j', (code, outcomes) => {
  expect(exitCodeOf(outcomes)).toBe(code);
});

it('the exit code is 0 if a dry run sends nothing', () => {
  expect(exitCodeOf(['not-sent'], true)).toBe(0);
});

it('has results, findings and rejects in the order of the plan, in whatever order the results came', () => {
  const ledger = createLedger({ resultsMax: 3 });
  for (const index of [4, 1, 3, 0, 2]) {
    ledger.addResult(located(index), resultOf(index, index % 2 === 0 ? 'failed' : 'succeeded'), index);
  }
  const { results, findings, cut } = createReport(ledger, DETAILS);
  // The ledger keeps the successful results of the first records, and not those that were added first.
  expect(results.map(({ key }) => key)).toEqual(['u-0', 'u-1', 'u-2', 'u-4']);
  expect(cut).toEqual({ results: { shown: 4, total: 5 } });
  expect(findings.map(({ message }) => message)).toEqual(['no 0', 'no 2', 'no 4']);
  expect([...ledger.rejects].map(({ row }) => row.record)).toEqual([1, 3, 5]);
});

it('the exit code is 0 if an earlier attempt counts as done, and a warning has the answer of the platform', () => {
  const ledger = createLedger();
  const place = { file: 'a.csv', line: 2, record: 1, column: null, field: null };
  ledger.addResult(
    { ...draftOf({}, 2, { key: 'S-1' }), locate: () => place },
    {
      ...{ key: 'S-1', file: 'a.csv', line: 2, action: 'create', outcome: 'succeeded', attempts: 2, errors: [] },
      said: 'already exists [S-1]',
    },
    0,
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
  expect([...ledger.rejects]).toEqual([]);
});

describe('a report with very many findings', () => {
  const invalid = (ledger: Ledger, index: number, severity: 'error' | 'warning') => {
    const draft = located(index);
    const message = `${severity} ${index}`;
    const found = toFinding(draft, problem({ path: [], rule: 'a.rule', message }), severity);
    ledger.addRead({ draft, findings: [found], isValid: severity !== 'error', leftOut: 0 });
  };

  it('shows the first of each severity, so that warnings hide no error, and counts the others', () => {
    const ledger = createLedger({ findingsMax: 2 });
    for (let index = 0; index < 5; index += 1) invalid(ledger, index, 'warning');
    for (let index = 5; index < 8; index += 1) invalid(ledger, index, 'error');
    const { findings, cut, counts } = createReport(ledger, DETAILS);
    expect(findings.map(({ message }) => message)).toEqual(['warning 0', 'warning 1', 'error 5', 'error 6']);
    expect(cut).toEqual({ findings: { shown: 4, total: 8 } });
    expect(counts).toMatchObject({ read: 8, valid: 5, invalid: 3 });
    expect([...ledger.rejects].map(({ findings: [finding] }) => finding?.message)).toEqual([
      ...['error 5', 'error 6', 'error 7'],
    ]);
  });

  it('shows the first refused records, and all of them are rejects', () => {
    const ledger = createLedger({ resultsMax: 0, findingsMax: 2 });
    for (let index = 0; index < 5; index += 1) ledger.addResult(located(index), resultOf(index, 'failed'), index);
    const { findings, results, cut, exitCode } = createReport(ledger, DETAILS);
    expect(results.map(({ key }) => key)).toEqual(['u-0', 'u-1']);
    expect(findings.map(({ message }) => message)).toEqual(['no 0', 'no 1']);
    expect(cut).toEqual({ results: { shown: 2, total: 5 }, findings: { shown: 2, total: 5 } });
    expect(ledger.tally.failed).toBe(5);
    expect(exitCode).toBe(4);
    expect([...ledger.rejects].map(({ row }) => row.record)).toEqual([1, 2, 3, 4, 5]);
  });

  it('shows findings about the list, however many its records have', () => {
    const ledger = createLedger({ findingsMax: 2 });
    for (let index = 0; index < 5; index += 1) invalid(ledger, index, 'error');
    ledger.addFinding(toFinding(located(0), problem({ path: [], rule: 'a.list', message: 'this stops all' })));
    expect(ledger.findings.map(({ message }) => message)).toEqual(['error 0', 'error 1', 'this stops all']);
    expect(ledger.findingsLeftOut).toBe(3);
  });
});
