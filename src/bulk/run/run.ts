/** The one pipeline of all bulk commands: read, validate, plan, apply, report. A dry run stops before apply. */
import type { Answer } from '../../platform/envelope.ts';
import type { Finding } from '../model/finding.ts';
import type { RecordResult } from '../model/report.ts';
import { problem } from '../../platform/problem.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { UnreachableError } from '../../errors.ts';
import { toFinding } from '../check/findings.ts';
import { applyPlan } from './apply.ts';
import type { BulkJob, BulkOptions } from './bulk-job.ts';
import { checkGuards } from './guards.ts';
import { type Ledger, maySend } from '../report/ledger.ts';
import { type Plan, type Planned, planRequests } from './plan.ts';
import { complete, readAll, stopIfAsked } from './read-all.ts';
import { outcomeOf, rehearsedResult } from '../report/results.ts';
import type { RunRecord } from '../../runs/run-record.ts';
import type { LastSent } from '../../runs/last-sent.ts';
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
  readonly memory: LastSent<R> | undefined;
}

/** What stops a run before its first request leaves no record of it: there is nothing to resume. */
function discarding(record: RunRecord): (error: unknown) => Promise<never> {
  return async (error) => {
    await record.discard();
    throw error;
  };
}

async function planAndApply<R>(valid: Collector<R>, run: Run<R>): Promise<void> {
  const { job, target, options } = run;
  const plan = await planAll(valid, run)
    .then(async (planned) => {
      if (!options.dryRun) await options.record.seal();
      return planned;
    })
    .catch(discarding(options.record));
  if (options.dryRun) return;
  run.ledger.beginSending();
  options.events.onStage('sending', valid.count);
  await applyPlan(valid, plan, {
    ...options,
    target,
    sending: job.together ?? { send: (service, requests) => sendEach(service, requests, run) },
    onResult: (request, result, position) => settle(request, result, position, run),
    onRequest: createSilenceWatch(),
  });
}

function sendEach<R>(
  service: AssessmentService,
  requests: readonly R[],
  { job, target, memory }: Run<R>,
): Promise<Answer<unknown>[]> {
  const send = async (request: R): Promise<Answer<unknown>> => {
    await memory?.forget(request);
    const answer = await job.send(service, request, target);
    // An earlier attempt may have sent something else, or another run may have changed it since.
    if (outcomeOf(answer) === 'succeeded' && answer.delivery?.certainty === 'answered') memory?.remember(request);
    else await memory?.doubt(request);
    return answer;
  };
  return Promise.all(requests.map(send));
}

/** So many requests in a row whose outcome is unknown. */
const UNKNOWN_MAX = 20;

/** A target that leaves one request after the other in doubt does not get the rest of the file. */
function createSilenceWatch(): (results: readonly RecordResult[]) => void {
  let inARow = 0;
  return (results) => {
    inARow = results.some(({ outcome }) => outcome !== 'unknown') ? 0 : inARow + 1;
    if (inARow < UNKNOWN_MAX) return;
    throw new UnreachableError(`Whether the platform has done the last ${inARow} records is unknown`, {
      hint: 'Look at the platform, then resume with "examctl runs resume".',
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
      watch?.see(request, planned.effect, answer);
      const left = findLeftAsSent(record, request, planned);
      if (left !== undefined) ledger.addWarning(left);
      for (const found of answer?.warnings ?? []) ledger.addWarning(toFinding(request.draft, found, 'warning'));
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

/** The warning about a record that stays as it was sent, although the file or the platform now says something else. */
function findLeftAsSent(
  record: RunRecord,
  { draft, request }: ValidRequest<unknown>,
  { number, isUnchanged, effect }: Planned,
): Finding | undefined {
  const earlier = record.earlier(number);
  if (isUnchanged || earlier.state !== 'settled' || earlier.result.outcome !== 'succeeded') return undefined;
  const leave = (rule: string, message: string): Finding =>
    toFinding(draft, problem({ path: [], rule, message, suggestion: 'send it with the command itself' }), 'warning');
  if (record.hasChanged(number, request)) {
    return leave('run.row.changed', 'The row has changed since the run sent it, and what it says now is not sent');
  }
  // Where the platform cannot be asked, what it has is unknown.
  if (effect.action !== 'create' && effect.action !== 'update') return undefined;
  return leave(
    'run.row.undone',
    'The run has done this, and it has changed on the platform since; it is not sent again',
  );
}
