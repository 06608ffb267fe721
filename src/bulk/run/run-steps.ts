/** The steps that runs on the embedded engine and on a remote share. */

import { ExamctlError, type ExitReason, StoreError } from '../../errors.ts';
import type { Draft } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Target } from '../../model/target.ts';
import { problem } from '../../platform/problem.ts';
import { type Earlier, isLeft, type RunMode, type RunRecord } from '../../runs/run-record.ts';
import { toFinding } from '../check/findings.ts';
import { type Ledger, maySend } from '../report/ledger.ts';
import { asNotSent, asSettled, asStillUnknown, notSentResult, type Subject } from '../report/results.ts';
import type { ResultDetails } from '../report/shown-lists.ts';
import type { BulkJob, BulkOptions, PlanWatch } from './bulk-job.ts';
import { checkGuards, type Unsure } from './guards.ts';

/** A run under way. */
export interface Run<R> {
  readonly job: BulkJob<R>;
  readonly target: Target;
  readonly options: BulkOptions;
  readonly ledger: Ledger;
}

/** Handles errors before the first request: deletes the run record, since there is nothing to resume. */
export function discarding(record: RunRecord): (error: unknown) => Promise<never> {
  return async (error) => {
    await record.discard();
    throw error;
  };
}

/** Checks the guards and asks the question, once the plan is complete and before anything is sent or kept. */
export async function checkPlan<R>(
  { job, options, ledger }: Run<R>,
  watch: PlanWatch<R> | undefined,
  unsure: Unsure | undefined,
): Promise<void> {
  for (const finding of (await watch?.findings()) ?? []) ledger.addFinding(finding);
  // If rows are wrong, it is not known whether these are the records that are gone.
  if (ledger.counts.invalid === 0) for (const gone of options.record.gone()) ledger.addFinding(goneFinding(gone));
  // If the input would not be sent, a dry run ends with the errors of the input, as the run does.
  if (!maySend(ledger, options)) return;
  checkGuards(ledger.counts, options, unsure);
  job.checkPlan?.(ledger.counts, options.dryRun);
  if (!options.dryRun) await job.confirm?.(ledger);
}

/** The warning about a record that this part of the run would send, if the file still had it. */
function goneFinding({ key, file, line, sheet }: ReturnType<RunRecord['gone']>[number]): Finding {
  return {
    ...{ file, line, sheet, record: 0, column: null, field: null },
    ...{ severity: 'warning', key, code: null, rule: 'run.row.gone' },
    message: 'This record is waiting to be sent but is no longer in the file',
    suggestion: 'put the row back, or forget the run: delete its record',
  };
}

/** The warning about a record that is not sent again, although its row has changed since. */
export function changedFinding(draft: Draft): Finding {
  const message = 'The row has changed since the run sent it, and what it says now is not sent';
  const suggestion = 'send it with the command itself';
  return toFinding(draft, problem({ path: [], rule: 'run.row.changed', message, suggestion }), 'warning');
}

/** Reports a result that is certain. Returns a promise only if the caller must wait. */
export function reportResult<R>(
  { ledger, options: { events } }: Run<R>,
  draft: Draft | undefined,
  result: RecordResult,
  position: number,
  details?: ResultDetails,
): Promise<void> | undefined {
  ledger.addResult(draft, result, position, details);
  events.onProgress(ledger.settled);
  return events.onResult?.(result) ?? undefined;
}

/** Reports a result of a run that is about to stop. Ignores a failure to pass it on: the run reports why it stops. */
export async function reportBeforeStop<R>(
  { ledger, options: { events } }: Run<R>,
  draft: Draft | undefined,
  result: RecordResult,
  position: number,
): Promise<void> {
  ledger.addResult(draft, result, position);
  try {
    await events.onResult?.(result);
  } catch {
    // Nobody reads the events any more.
  }
}

/** The result of a record that is not sent again; `undefined` for a record that this part of the run sends. */
export function earlierResult(subject: Subject, earlier: Earlier, mode: RunMode): RecordResult | undefined {
  return isLeft(earlier, mode) ? undefined : withEarlierState(notSentResult(subject), earlier);
}

/** The result of a record that this part of the run has not begun. The result of an earlier part still holds. */
export function withEarlierState(result: RecordResult, earlier: Earlier): RecordResult {
  if (earlier.state === 'settled') return asSettled(result, earlier.result);
  return earlier.state === 'unsure' ? asStillUnknown(result) : asNotSent(result);
}

/** Errors with which a request has certainly not reached the target, or was not processed or stored. */
const NOT_SENT: ReadonlySet<ExitReason> = new Set([
  'refused',
  'unreachable',
  'locked',
  'guardTripped',
  'interrupted',
  'terminated',
] as const);

export function wasNotSent(error: unknown): boolean {
  if (!(error instanceof ExamctlError) || error.mayBeDone) return false;
  return NOT_SENT.has(error.reason) || error instanceof StoreError;
}
