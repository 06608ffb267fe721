/** The one pipeline of all bulk commands: read, validate, plan, apply, report. A dry run stops before apply. */
import type { RecordResult } from '../model/report.ts';
import { UnreachableError } from '../../errors.ts';
import { toFinding } from '../check/findings.ts';
import { stayingFinding } from '../check/kept-candidates.ts';
import { applyPlan } from './apply.ts';
import { applyTogether } from './apply-together.ts';
import type { BulkJob, BulkOptions } from './bulk-job.ts';
import { findLeftAsSent } from './changed-rows.ts';
import { checkGuards } from './guards.ts';
import { type Ledger, maySend } from '../report/ledger.ts';
import { type Plan, planRequests } from './plan.ts';
import { complete, readAll, stopIfAsked } from './read-all.ts';
import { outcomeOf, rehearsedResult } from '../report/results.ts';
import type { RunRecord } from '../../runs/run-record.ts';
import type { SentMemory } from '../../runs/last-sent.ts';
import type { Target } from '../model/target.ts';
import type { Collector, ValidRequest } from './valid-requests.ts';

/**
 * Runs the pipeline and fills the ledger as it goes, so that it can be reported whatever stops the run. Throws what
 * stops it: a guard, an unreadable file, a target that breaks down.
 */
export async function runBulk<R>(job: BulkJob<R>, target: Target, options: BulkOptions, ledger: Ledger): Promise<void> {
  const { record } = options;
  const valid = await readAll(job, options, ledger).catch(discarding(record));
  if (!options.dryRun && !maySend(ledger, options)) return record.discard();
  valid.addOthers(await complete(job, target, options, ledger).catch(discarding(record)));
  const memory = await job.openMemory?.(target).catch(discarding(record));
  try {
    await planAndApply(valid, { job, target, options, ledger, memory });
  } finally {
    await memory?.close();
  }
}

/** What the second half of a run needs. */
interface Run<R> {
  readonly job: BulkJob<R>;
  readonly target: Target;
  readonly options: BulkOptions;
  readonly ledger: Ledger;
  readonly memory: SentMemory<R> | undefined;
}

/** A run that stops before its first request leaves no record: there is nothing to resume. */
function discarding(record: RunRecord): (error: unknown) => Promise<never> {
  return async (error) => {
    await record.discard();
    throw error;
  };
}

async function planAndApply<R>(valid: Collector<R>, run: Run<R>): Promise<void> {
  const { job, target, options, memory } = run;
  const plan = await planAll(valid, run)
    .then(async (planned) => {
      if (!options.dryRun) await options.record.seal();
      return planned;
    })
    .catch(discarding(options.record));
  if (options.dryRun) return;
  run.ledger.beginSending();
  options.events.onStage('sending', valid.count);
  const stopIfSilent = createSilenceWatch();
  const { together } = job;
  if (together !== undefined) {
    return applyTogether(valid, plan, {
      ...options,
      target,
      together,
      onResult: (request, result, position) => settle(request, result, position, run),
      onRequest: (results) => {
        // A request of many is one sign of life, or none.
        const sign = results.find(({ outcome }) => outcome !== 'unknown') ?? results[0];
        if (sign !== undefined) stopIfSilent(sign);
      },
    });
  }
  await applyPlan(valid, plan, {
    ...options,
    target,
    send: async (service, request) => {
      await memory?.forget(request);
      const answer = await job.send(service, request, target);
      // An earlier attempt may have sent something else, or another run may have changed it since.
      if (outcomeOf(answer) === 'succeeded' && answer.delivery?.certainty === 'answered') memory?.remember(request);
      else await memory?.doubt(request);
      return answer;
    },
    onResult: async (request, result, position) => {
      await settle(request, result, position, run);
      stopIfSilent(result);
    },
  });
}

/** The number of records in a row whose outcome is unknown. */
const UNKNOWN_MAX = 20;

/** A target that leaves one record after the other in doubt is not fed the rest of the file. */
function createSilenceWatch(): (result: RecordResult) => void {
  let inARow = 0;
  return ({ outcome, attempts }) => {
    // A record that was not sent says nothing about the state of the target.
    if (attempts === 0) return;
    inARow = outcome === 'unknown' ? inARow + 1 : 0;
    if (inARow < UNKNOWN_MAX) return;
    throw new UnreachableError(`The outcome of the last ${inARow} records is unknown`, {
      hint: 'Look at the platform, then run "examctl runs resume".',
    });
  };
}

async function planAll<R>(valid: Collector<R>, run: Run<R>): Promise<Plan> {
  const { job, target, options, ledger, memory } = run;
  const { events, record, dryRun, describeChange } = options;
  events.onStage('planning', valid.count);
  let count = 0;
  const watch = job.watchPlan?.(target);
  const mayTrip = options.expect !== undefined || options.maxChanges !== undefined;
  /** Not told before the guards have spoken. */
  const rehearsed: (() => Promise<void>)[] = [];
  const plan = await planRequests(valid, {
    target,
    send: (service, request) => job.send(service, request, target),
    record,
    ...(memory?.isKnown === undefined ? {} : { isKnown: memory.isKnown }),
    onPlanned: async (request, planned, answer) => {
      stopIfAsked(options.signal);
      ledger.addPlanned(request.draft, planned.effect.action);
      watch?.see(request, planned.effect);
      const left = findLeftAsSent(record, request, planned);
      if (left !== undefined) ledger.addWarning(left);
      if (answer?.staying) ledger.addWarning(stayingFinding(request.draft, answer.staying));
      for (const found of answer?.warnings ?? []) ledger.addWarning(toFinding(request.draft, found, 'warning'));
      const warning = answer && job.warnOf?.(request, answer);
      if (warning !== undefined) ledger.addWarning(warning);
      const position = count++;
      events.onProgress(count);
      if (!dryRun) return;
      const result = rehearsedResult(
        { draft: request.draft, effect: planned.effect, describe: describeChange },
        answer,
      );
      const tell = () => settle(request, result, position, run);
      if (mayTrip) rehearsed.push(tell);
      else await tell();
    },
  });
  for (const finding of (await watch?.findings()) ?? []) ledger.addWarning(finding);
  const unsure = target.rehearse === undefined ? count - ledger.counts.unchanged : 0;
  // A dry run of an input that would not be sent ends as the run does: by what is wrong with it.
  if (maySend(ledger, options)) {
    checkGuards(ledger.counts, options, { records: unsure, remembersSent: memory?.isKnown !== undefined });
    job.checkPlan?.(ledger.counts);
  }
  if (!dryRun) await job.confirm?.(ledger.counts);
  for (const tell of rehearsed) await tell();
  return plan;
}

async function settle<R>(
  { draft }: ValidRequest<R>,
  result: RecordResult,
  position: number,
  { ledger, options: { events } }: Run<R>,
): Promise<void> {
  ledger.addResult(draft, result, position);
  events.onProgress(ledger.settled);
  await events.onResult(result);
}
