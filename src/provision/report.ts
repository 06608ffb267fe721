/** Makes the report of a run, and its exit code, of what the ledger holds. */
import {
  type BulkReport,
  type Outcome,
  REPORT_SCHEMA_VERSION,
  type ReportedError,
  type ReportTarget,
} from '../contract/report.ts';
import { EXIT_CODES } from '../errors.ts';
import { inFileOrder } from '../validation/findings.ts';
import type { Ledger } from './ledger.ts';

export interface ReportDetails {
  readonly command: string;
  readonly run: string | null;
  readonly target: ReportTarget | null;
  readonly dryRun: boolean;
  readonly rehearsal: BulkReport['rehearsal'];
  /** What stopped the run, and the exit code that goes with it. */
  readonly stopped?: { readonly error: ReportedError; readonly exitCode: number };
}

/** The order of its keys is the one in which scripts and people find them in the JSON. */
export function createReport(ledger: Ledger, details: ReportDetails): BulkReport {
  const { command, run, target, dryRun, rehearsal, stopped } = details;
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    command,
    run,
    target: target && { kind: target.kind, where: target.where },
    dryRun,
    rehearsal,
    counts: { ...ledger.counts },
    inputs: ledger.lines.list(),
    findings: inFileOrder(ledger.findings, (finding) => finding),
    results: [...ledger.results],
    ...(ledger.settled > ledger.results.length
      ? { cut: { results: { shown: ledger.results.length, total: ledger.settled } } }
      : {}),
    error: stopped?.error ?? null,
    exitCode: stopped?.exitCode ?? exitCodeOfLedger(ledger, dryRun),
  };
}

/** What an earlier part of the run may have sent was not nothing. */
const WAS_SENT: ReadonlySet<Outcome> = new Set(['succeeded', 'unknown'] as const);

/** Wrong data comes before refused records: it is what has to be mended first. */
function exitCodeOfLedger({ counts, fileErrors, results, left }: Ledger, dryRun: boolean): number {
  // What needed no sending is done as well: the same input, sent a second time, ends as it did the first time.
  const nothingSent = results.every(({ attempts, outcome }) => attempts === 0 && !WAS_SENT.has(outcome));
  if (counts.invalid + fileErrors > 0 && nothingSent) return EXIT_CODES.invalidData;
  const wasRefused = results.some(({ outcome }) => outcome === 'failed' || outcome === 'would-fail');
  return wasRefused || counts.invalid + fileErrors > 0 || counts.unknown > 0 || (left > 0 && !dryRun)
    ? EXIT_CODES.recordsFailed
    : EXIT_CODES.done;
}
