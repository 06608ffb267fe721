/** Makes the report of a run, with its exit code, from the ledger. */

import { EXIT_CODES } from '../../errors.ts';
import { type BulkReport, REPORT_SCHEMA_VERSION, type ReportedError } from '../../model/report.ts';
import { CUT_RULE } from '../check/bounded-findings.ts';
import { inFileOrder } from '../check/findings.ts';
import { type Ledger, maySend } from './ledger.ts';

export interface ReportDetails extends Pick<BulkReport, 'command' | 'run' | 'target' | 'dryRun' | 'rehearsal'> {
  /** Whether wrong records are left out. Otherwise a single wrong record stops all sending. */
  readonly skipInvalid?: boolean | undefined;
  /** The rules of the suspicions that are let through. */
  readonly accepted?: readonly string[] | undefined;
  /** The error that stopped the run, and its exit code. */
  readonly stopped?: { readonly error: ReportedError; readonly exitCode: number } | undefined;
}

/** The order of the keys is their order in the JSON. */
export function createReport(ledger: Ledger, details: ReportDetails): BulkReport {
  const { command, run, target, dryRun, rehearsal, stopped } = details;
  const { results } = ledger;
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    command,
    run,
    createdAt: new Date().toISOString(),
    target: target && { kind: target.kind, where: target.where },
    dryRun,
    rehearsal,
    accepted: [...new Set(details.accepted)],
    counts: { ...ledger.counts },
    inputs: ledger.lines.list(),
    findings: inFileOrder(ledger.findings, (finding) => finding),
    results,
    ...cutLists(ledger),
    error: stopped?.error ?? null,
    exitCode: stopped?.exitCode ?? exitCodeOfLedger(ledger, details),
  };
}

function cutLists({ settled, results, findings, findingsLeftOut }: Ledger): Pick<BulkReport, 'cut'> {
  const shownFindings = findings.filter(({ rule }) => rule !== CUT_RULE).length;
  const cut = {
    ...(settled > results.length && { results: { shown: results.length, total: settled } }),
    ...(findingsLeftOut > 0 && { findings: { shown: shownFindings, total: shownFindings + findingsLeftOut } }),
  };
  return Object.keys(cut).length === 0 ? {} : { cut };
}

/**
 * A dry run and the run have the same exit code. Wrong data that stops all sending comes before refused records, since
 * it has to be fixed first.
 */
function exitCodeOfLedger(ledger: Ledger, { dryRun, skipInvalid = false }: ReportDetails): number {
  const { counts, tally, foreignRows, fileErrors, settled } = ledger;
  const hasErrors = counts.invalid + foreignRows + fileErrors > 0;
  if (hasErrors && (!maySend(ledger, { skipInvalid }) || settled === 0)) return EXIT_CODES.invalidData;
  return tally.failed > 0 || hasErrors || counts.unknown > 0 || (tally.notSent > 0 && !dryRun)
    ? EXIT_CODES.recordsFailed
    : EXIT_CODES.done;
}
