/** The steps that runs on the embedded engine and on a remote share. */

import { ExamctlError, type ExitReason, StoreError } from '../../errors.ts';
import type { Draft, ValidRequest } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Target } from '../../model/target.ts';
import { type Answer, refuse } from '../../platform/envelope.ts';
import { MAY_BE_DONE_RULE, OUTDATED_RULE, problem } from '../../platform/problem.ts';
import type { Effect } from '../../platform/service.ts';
import type { Earlier, RunMode, RunRecord } from '../../runs/run-record.ts';
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

/** The plan for one request. */
export interface Planned {
  readonly effect: Effect;
  /** The target has it as the file says, in all its parts. */
  readonly isUnchanged: boolean;
  /** Its number in the run record; `NO_NUMBER` if it has none. */
  readonly number: number;
}

export const NO_NUMBER = 0xffffffff;

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
  await addGone(ledger, options);
  // If the input would not be sent, a dry run ends with the errors of the input, as the run does.
  if (maySend(ledger, options)) {
    checkGuards(ledger.counts, options, unsure);
    job.checkPlan?.(ledger.counts, options.dryRun);
  }
  if (!options.dryRun && maySend(ledger, options)) await job.confirm?.(ledger);
}

/**
 * Warns of the records that this part of the run would send, if the file still had them. If rows are wrong, it is not
 * known whether these are the records.
 */
async function addGone(ledger: Ledger, { record, mode }: BulkOptions): Promise<void> {
  if (ledger.counts.invalid > 0) return;
  const message = 'The run has this to send, and the file does not have it any more; the run stays as it is';
  const suggestion = 'put the row back, or forget the run: delete its record';
  for await (const { n, key, file, line, sheet } of record.unfound()) {
    if (isNotSentAgain(record.earlier(n), mode)) continue;
    const place = { file, line, sheet, record: 0, column: null, field: null };
    ledger.addFinding({ ...place, severity: 'warning', key, code: null, rule: 'run.row.gone', message, suggestion });
  }
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

/** Whether a record is not sent again, since an earlier part finished it. A retry sends only records that failed. */
function isNotSentAgain(earlier: Earlier, mode: RunMode): boolean {
  if (mode === 'retry') return earlier.state !== 'settled' || earlier.result.outcome !== 'failed';
  return earlier.state === 'settled';
}

/** The result of a record that is not sent again. */
export function earlierResult(subject: Subject, earlier: Earlier, mode: RunMode): RecordResult | undefined {
  if (!isNotSentAgain(earlier, mode)) return undefined;
  return earlier.state === 'open' ? notSentResult(subject) : withEarlierState(notSentResult(subject), earlier);
}

/** The result of a record that this part of the run has not begun. The result of an earlier part still holds. */
export function withEarlierState(result: RecordResult, earlier: Earlier): RecordResult {
  if (earlier.state === 'settled') return asSettled(result, earlier.result);
  return earlier.state === 'unsure' ? asStillUnknown(result) : asNotSent(result);
}

export function hasSucceeded(earlier: Earlier): boolean {
  return earlier.state === 'settled' && earlier.result.outcome === 'succeeded';
}

/** Whether an earlier part of the run may have done a record, so that "exists already" can mean that it did. */
export function mayBeDone(earlier: Earlier): boolean {
  if (earlier.state !== 'settled') return earlier.state === 'unsure';
  return earlier.result.errors.some(({ Rule }) => Rule === MAY_BE_DONE_RULE);
}

/** The warning about a record that is not sent again, although the file or the platform has changed since. */
export function findChangeSinceSent(
  record: RunRecord,
  valid: ValidRequest<unknown>,
  { number, isUnchanged, effect }: Planned,
): Finding | undefined {
  if (number === NO_NUMBER || isUnchanged || !hasSucceeded(record.earlier(number))) return undefined;
  const leave = (rule: string, message: string): Finding =>
    toFinding(
      valid.draft,
      problem({ path: [], rule, message, suggestion: 'send it with the command itself' }),
      'warning',
    );
  if (record.hasChanged(number, valid.request)) {
    return leave('run.row.changed', 'The row has changed since the run sent it, and what it says now is not sent');
  }
  // A remote cannot be asked, so its state is unknown.
  if (effect.action !== 'create' && effect.action !== 'update') return undefined;
  return leave(
    'run.row.undone',
    'The run has done this, and it has changed on the platform since; it is not sent again',
  );
}

/** The answer to a record that an earlier part of the run did not send, if the target has newer data. It is not asked. */
export function outdatedAnswer(
  record: RunRecord,
  valid: ValidRequest<unknown>,
  { number, effect }: { readonly number: number | undefined; readonly effect: Effect },
): Answer<never> | undefined {
  const why = effect.action === 'unchanged' ? undefined : record.whyOutdated(valid, number, effect.action);
  if (why === undefined) return undefined;
  const text = `${why}, so it is not sent; the command itself sends it all the same`;
  const answer = refuse(400, [{ Code: null, Error: text, Rule: OUTDATED_RULE }]);
  return { ...answer, delivery: { timesSent: 0, certainty: 'answered' } };
}

/** Errors with which a request has certainly not reached the target, or was not processed or stored. */
const NOT_SENT: ReadonlySet<ExitReason> = new Set([
  'refused',
  'unreachable',
  'locked',
  'interrupted',
  'terminated',
] as const);

export function wasNotSent(error: unknown): boolean {
  if (!(error instanceof ExamctlError) || error.mayBeDone) return false;
  return NOT_SENT.has(error.reason) || error instanceof StoreError;
}
