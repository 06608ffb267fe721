/** The one pipeline of all bulk commands: read, validate, plan, apply, report. A dry run stops before apply. */
import type { DraftSource } from '../contract/draft.ts';
import type { RecordResult } from '../contract/report.ts';
import { GuardError, InterruptedError, UnreachableError } from '../errors.ts';
import { stayingFinding } from '../validation/staying.ts';
import type { KindChecks } from '../validation/kinds.ts';
import { validateDrafts } from '../validation/validate.ts';
import { applyPlan } from './apply.ts';
import { findLeftAsSent } from './changed-rows.ts';
import { checkGuards, type Guards } from './guards.ts';
import type { Ledger } from './ledger.ts';
import { type Plan, planRequests } from './plan.ts';
import { type DescribeChange, outcomeOf, rehearsedResult } from './results.ts';
import type { RunMode, RunRecord } from './run-record.ts';
import type { SentMemory } from './sent-memory.ts';
import type { Send, Target } from './target.ts';
import { type Collector, createCollector, type ValidRequest } from './valid-requests.ts';

/** What a bulk command brings of its own. */
export interface BulkJob<R> {
  /** The input, opened. */
  readonly sources: readonly DraftSource[];
  /** Opens the same input again, from its beginning; absent where it can be read only once. */
  readonly reopen?: () => Promise<readonly DraftSource[]>;
  readonly checks: KindChecks<R>;
  readonly send: Send<R>;
  /** Requests that no row asks for, but what the file does not have: made when all its keys are known. */
  readonly completeWith?: (keys: ReadonlySet<string>, target: Target) => Promise<readonly ValidRequest<R>[]>;
  /** Asks whether to go on, once the plan stands and before anything is sent; throws where the answer is no. */
  readonly confirm?: () => Promise<void>;
  /** What is remembered of what the target was sent; for targets that cannot be asked. */
  readonly openMemory?: (target: Target) => Promise<SentMemory<R> | undefined>;
}

export interface BulkOptions extends Guards {
  readonly dryRun: boolean;
  /** Send the good records although others are wrong. */
  readonly skipInvalid: boolean;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly mode: RunMode;
  readonly record: RunRecord;
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
  const { record } = options;
  const valid = await readAll(job, options, ledger).catch(discarding(record));
  if (!options.dryRun && !mayGoOn(ledger, options)) return record.discard();
  valid.addOthers(await complete(job, target, options, ledger).catch(discarding(record)));
  const memory = await job.openMemory?.(target).catch(discarding(record));
  try {
    await planAndApply(valid, job, target, options, ledger, memory);
  } finally {
    await memory?.close();
  }
}

/** What stops a run before its first request leaves no record of it: there is nothing to go on with. */
function discarding(record: RunRecord): (error: unknown) => Promise<never> {
  return async (error) => {
    await record.discard();
    throw error;
  };
}

async function planAndApply<R>(
  valid: Collector<R>,
  job: BulkJob<R>,
  target: Target,
  options: BulkOptions,
  ledger: Ledger,
  memory: SentMemory<R> | undefined,
): Promise<void> {
  const plan = await planAll(valid, job, target, options, ledger, memory)
    .then(async (planned) => {
      if (!options.dryRun) await options.record.seal();
      return planned;
    })
    .catch(discarding(options.record));
  if (options.dryRun) return;
  options.events.onStage('sending', valid.count);
  const stopIfSilent = createSilenceWatch();
  await applyPlan(valid, plan, {
    ...options,
    target,
    send: async (service, request) => {
      await memory?.forget(request);
      const answer = await job.send(service, request);
      // Of what an earlier attempt has sent nobody knows whether it was this, or whether another run has changed it since.
      if (outcomeOf(answer) === 'succeeded' && answer.delivery?.certainty === 'answered') memory?.remember(request);
      else await memory?.doubt(request);
      return answer;
    },
    onResult: async (request, result) => {
      await settle(request, result, options, ledger);
      stopIfSilent(result);
    },
  });
}

/** So many records in a row of which nobody knows what became of them. */
const UNKNOWN_MAX = 20;

/** A target that leaves one record after the other in doubt is not fed the rest of the file. */
function createSilenceWatch(): (result: RecordResult) => void {
  let inARow = 0;
  return ({ outcome, attempts }) => {
    // What was not sent now says nothing of how the target is.
    if (attempts === 0) return;
    inARow = outcome === 'unknown' ? inARow + 1 : 0;
    if (inARow < UNKNOWN_MAX) return;
    throw new UnreachableError(`Of the last ${inARow} records nobody knows whether the platform has done them`, {
      hint: 'Look at the platform, then go on with "examctl runs resume".',
    });
  };
}

/** A wrong record can be left out. A wrong header makes every record doubtful: a misspelt column is a lost value in all. */
function mayGoOn({ counts, headerErrors }: Ledger, { skipInvalid }: BulkOptions): boolean {
  return headerErrors === 0 && (counts.invalid === 0 || skipInvalid);
}

/** Reads and validates everything before anything is planned: one error and nothing is sent. */
async function readAll<R>(
  { sources, reopen, checks }: BulkJob<R>,
  { events, signal }: BulkOptions,
  ledger: Ledger,
): Promise<Collector<R>> {
  events.onStage('reading', undefined);
  for (const source of sources) ledger.addHeaderFindings(source.findings);
  const valid = createCollector(reopen, checks.checkForm);
  for await (const { draft, findings, request } of validateDrafts(sources, checks)) {
    stopIfAsked(signal);
    ledger.addRead(draft, findings, request !== undefined);
    valid.add(draft, request);
    events.onProgress(ledger.counts.read);
  }
  return valid;
}

/** Before the first request there is nothing to finish and nothing to resume. */
function stopIfAsked({ aborted, reason }: AbortSignal): void {
  if (aborted) throw new InterruptedError(reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT', 'Interrupted');
}

async function complete<R>(
  { completeWith }: BulkJob<R>,
  target: Target,
  { skipInvalid, mode, record }: BulkOptions,
  ledger: Ledger,
): Promise<readonly ValidRequest<R>[]> {
  if (completeWith === undefined) return [];
  if (ledger.counts.read === 0) {
    throw new GuardError('The file has no records: everybody would be missing from it');
  }
  if (ledger.doubtful > 0) {
    if (skipInvalid) throw inDoubt(ledger.doubtful);
    return [];
  }
  const others = await completeWith(ledger.keys, target);
  // Of a run that is gone on with, nobody was asked about those who came since.
  return mode === 'new' ? others : others.filter(({ draft }) => record.mayIntend(draft));
}

function inDoubt(count: number): GuardError {
  const rows = count === 1 ? '1 row is wrong, and it is' : `${count} rows are wrong, and it is`;
  return new GuardError(`${rows} not certain whom the file means there: they would count as missing from it`, {
    hint: 'Mend the ids first (--rejects FILE lists the rows).',
  });
}

async function planAll<R>(
  valid: Collector<R>,
  { send, confirm }: BulkJob<R>,
  target: Target,
  options: BulkOptions,
  ledger: Ledger,
  memory: SentMemory<R> | undefined,
): Promise<Plan> {
  const { events, record, dryRun, describeChange } = options;
  events.onStage('planning', valid.count);
  let count = 0;
  const mayTrip = options.expect !== undefined || options.maxChanges !== undefined;
  /** Not told before the guards have spoken. */
  const rehearsed: [ValidRequest<R>, RecordResult][] = [];
  const plan = await planRequests(valid, {
    target,
    send,
    record,
    ...(memory?.isKnown === undefined ? {} : { isKnown: memory.isKnown }),
    onPlanned: async (request, planned, answer) => {
      stopIfAsked(options.signal);
      ledger.addPlanned(planned.effect.action);
      const left = findLeftAsSent(record, request, planned);
      if (left !== undefined) ledger.addWarning(left);
      if (answer?.staying) ledger.addWarning(stayingFinding(request.draft, answer.staying));
      events.onProgress(++count);
      if (!dryRun) return;
      const result = rehearsedResult(
        { draft: request.draft, effect: planned.effect, describe: describeChange },
        answer,
      );
      if (mayTrip) rehearsed.push([request, result]);
      else await settle(request, result, options, ledger);
    },
  });
  const unsure = target.rehearse === undefined ? count - ledger.counts.unchanged : 0;
  checkGuards(ledger.counts, options, { records: unsure, remembersSent: memory?.isKnown !== undefined });
  if (!dryRun) await confirm?.();
  for (const [request, result] of rehearsed) await settle(request, result, options, ledger);
  return plan;
}

async function settle<R>(
  { draft }: ValidRequest<R>,
  result: RecordResult,
  { events }: BulkOptions,
  ledger: Ledger,
): Promise<void> {
  ledger.addResult(draft, result);
  events.onProgress(ledger.settled);
  await events.onResult(result);
}
