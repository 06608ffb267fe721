/** The one pipeline of all bulk commands: read, validate, plan, apply, report. A dry run stops before apply. */
import type { DraftSource } from '../contract/draft.ts';
import type { RecordResult } from '../contract/report.ts';
import type { KindChecks } from '../validation/kinds.ts';
import { validateDrafts } from '../validation/validate.ts';
import { applyPlan } from './apply.ts';
import { GuardError } from '../errors.ts';
import { checkGuards, type Guards } from './guards.ts';
import type { Ledger } from './ledger.ts';
import { type PlannedRequest, planRequests, type ValidRequest } from './plan.ts';
import { type DescribeChange, rehearsedResult } from './results.ts';
import type { Send, Target } from './target.ts';

/** What a bulk command brings of its own. */
export interface BulkJob<R> {
  readonly sources: readonly DraftSource[];
  readonly checks: KindChecks<R>;
  readonly send: Send<R>;
  /** Requests that no row asks for, but what the file does not have: made when all its keys are known. */
  readonly completeWith?: (keys: ReadonlySet<string>, target: Target) => Promise<readonly ValidRequest<R>[]>;
}

export interface BulkOptions extends Guards {
  readonly dryRun: boolean;
  /** Send the good records although others are wrong. */
  readonly skipInvalid: boolean;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly describeChange: DescribeChange;
  readonly events: RunEvents;
}

/** How a run tells what it is doing; `done` counts records of the stage. */
export interface RunEvents {
  readonly onStage: (stage: 'reading' | 'planning' | 'sending', total: number | undefined) => void;
  readonly onProgress: (done: number) => void;
  /** Hears of each result when it is certain, before the run has ended. */
  readonly onResult: (result: RecordResult) => void | Promise<void>;
}

/**
 * Runs the pipeline and fills the ledger as it goes, so that it can be reported whatever stops the run. Throws what
 * stops it: a guard, an unreadable file, a target that breaks down.
 */
export async function runBulk<R>(job: BulkJob<R>, target: Target, options: BulkOptions, ledger: Ledger): Promise<void> {
  const valid = await readAll(job, options, ledger);
  if (!options.dryRun && !mayGoOn(ledger, options)) return;
  const plan = await planAll([...valid, ...(await complete(job, target, ledger))], job, target, options, ledger);
  checkGuards(ledger.counts, options);
  if (options.dryRun) {
    for (const planned of plan)
      await settle(planned, rehearsedResult(planned, options.describeChange), options, ledger);
    return;
  }
  options.events.onStage('sending', plan.length);
  await applyPlan(plan, {
    target,
    send: job.send,
    concurrency: options.concurrency,
    signal: options.signal,
    describeChange: options.describeChange,
    onResult: (planned, result) => settle(planned, result, options, ledger),
  });
}

/** A wrong record can be left out. A wrong header makes every record doubtful: a misspelt column is a lost value in all. */
function mayGoOn({ counts, headerErrors }: Ledger, { skipInvalid }: BulkOptions): boolean {
  return headerErrors === 0 && (counts.invalid === 0 || skipInvalid);
}

/** Reads and validates everything before anything is planned: one error and nothing is sent. */
async function readAll<R>(
  { sources, checks }: BulkJob<R>,
  { events }: BulkOptions,
  ledger: Ledger,
): Promise<ValidRequest<R>[]> {
  events.onStage('reading', undefined);
  for (const source of sources) ledger.addHeaderFindings(source.findings);
  const valid: ValidRequest<R>[] = [];
  for await (const { draft, findings, request } of validateDrafts(sources, checks)) {
    ledger.addRead(draft, findings, request !== undefined);
    if (request !== undefined) valid.push({ draft, request });
    events.onProgress(ledger.counts.read);
  }
  return valid;
}

async function complete<R>(
  { completeWith }: BulkJob<R>,
  target: Target,
  ledger: Ledger,
): Promise<readonly ValidRequest<R>[]> {
  if (completeWith === undefined) return [];
  if (ledger.counts.read === 0) {
    throw new GuardError('The file has no records: everybody would be missing from it; nothing was sent');
  }
  return completeWith(ledger.keys, target);
}

async function planAll<R>(
  valid: readonly ValidRequest<R>[],
  { send }: BulkJob<R>,
  target: Target,
  { events }: BulkOptions,
  ledger: Ledger,
): Promise<PlannedRequest<R>[]> {
  events.onStage('planning', valid.length);
  const plan = await planRequests(valid, target, send, events.onProgress);
  for (const { effect } of plan) ledger.addPlanned(effect.action);
  return plan;
}

async function settle<R>(
  { draft }: PlannedRequest<R>,
  result: RecordResult,
  { events }: BulkOptions,
  ledger: Ledger,
): Promise<void> {
  ledger.addResult(draft, result);
  events.onProgress(ledger.results.length);
  await events.onResult(result);
}
