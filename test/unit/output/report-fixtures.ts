import { invigilatorKind } from '../../../src/bulk/kinds/invigilators.ts';
import { scheduleKind } from '../../../src/bulk/kinds/schedules.ts';
import { userKind } from '../../../src/bulk/kinds/users.ts';
import { createLedger } from '../../../src/bulk/report/ledger.ts';
import type { Finding } from '../../../src/model/finding.ts';
import {
  type Counts,
  emptyCounts,
  type RecordResult,
  type RecordWords,
  type ScreenReport,
  type Tally,
} from '../../../src/model/report.ts';
import { draftOf } from '../bulk/check/drafts.ts';

/** Words of the commands whose reports are shown here. */
function wordsOf(command: string): RecordWords {
  if (command === 'schedule push') return scheduleKind.words;
  return command === 'invigilators remove'
    ? { ...invigilatorKind.words, ...invigilatorKind.operation.words }
    : userKind.words;
}

export type ReportParts = Partial<Omit<ScreenReport, 'counts' | 'tally'>> & {
  counts?: Partial<Counts>;
  tally?: Partial<Tally>;
};

export function report({ counts, tally, ...parts }: ReportParts): ScreenReport {
  return {
    schemaVersion: 1,
    command: 'user sync',
    run: '20261121T031500Z-3f9a1c',
    createdAt: '2026-11-21T03:15:00.000Z',
    target: { kind: 'local', where: '.examctl/store' },
    dryRun: false,
    rehearsal: null,
    accepted: [],
    inputs: [],
    findings: [],
    results: [],
    error: null,
    exitCode: 0,
    words: wordsOf(parts.command ?? 'user sync'),
    ...parts,
    counts: { ...emptyCounts(), ...counts },
    tally: { ...tallyOf(parts.results ?? []), unchanged: counts?.unchanged ?? 0, ...tally },
  };
}

/** The tally of the results, made by the ledger of a run. */
function tallyOf(results: readonly RecordResult[]): Tally {
  const ledger = createLedger();
  for (const [index, one] of results.entries()) ledger.addResult(draftOf({}, 0), one, index);
  return ledger.tally;
}

export function finding(parts: Partial<Finding> = {}): Finding {
  return {
    severity: 'error',
    file: 'users.csv',
    line: 14,
    // The file has a header, then one record on each line.
    record: Math.max((parts.line ?? 14) - 1, 0),
    column: 'E-mail',
    field: 'Email',
    key: 'u-13',
    code: 209,
    rule: 'user.email.invalid',
    message: 'Email is not a valid e-mail address',
    suggestion: null,
    ...parts,
  };
}

export function result(parts: Partial<RecordResult> = {}): RecordResult {
  return {
    key: 'u-1',
    file: 'users.csv',
    line: 2,
    action: 'create',
    outcome: 'succeeded',
    attempts: 1,
    errors: [],
    ...parts,
  };
}
