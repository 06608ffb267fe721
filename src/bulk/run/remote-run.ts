/** A run on a target that cannot decide beforehand: it reads the whole input first, then sends request by request. */

import { createBytes, type NumberList } from '../../base/lists/compact-lists.ts';
import { UnreachableError } from '../../errors.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { AssessmentService } from '../../platform/service.ts';
import type { LastSent } from '../../runs/last-sent.ts';
import { maySend } from '../report/ledger.ts';
import { notSentResult, outcomeOf, rehearsedResult, unchangedResult } from '../report/results.ts';
import { type Plan, planForRemote } from './plan-for-remote.ts';
import { complete, readInto, stopIfAsked } from './read-all.ts';
import {
  checkPlan,
  discarding,
  findChangeSinceSent,
  type Run,
  reportBeforeStop,
  reportResult,
  withEarlierState,
} from './run-steps.ts';
import { sendPlan } from './send-plan.ts';
import { type Collector, createCollector } from './valid-requests.ts';

export async function runOnRemote<R>(run: Run<R>): Promise<void> {
  const { job, target, options, ledger } = run;
  const { record, dryRun } = options;
  const collector = await readAll(run).catch(discarding(record));
  if (!dryRun && !maySend(ledger, options)) return record.discard();
  collector.addOthers(await complete(job, target, options, ledger).catch(discarding(record)));
  const lastSent = await job.openMemory?.(target).catch(discarding(record));
  try {
    await planAndSend(collector, run, lastSent);
  } finally {
    await lastSent?.close();
  }
}

/** Reads and validates the whole input before anything is planned, since one error can stop all sending. */
async function readAll<R>({ job, options: { events, signal }, ledger }: Run<R>): Promise<Collector<R>> {
  const { sources, checks } = job;
  events.onStage('reading', undefined);
  const collector = createCollector<R>();
  await readInto(ledger, sources, checks, ({ draft, request }) => {
    stopIfAsked(signal);
    collector.add(draft, request);
    events.onProgress(ledger.counts.read);
  });
  return collector;
}

async function planAndSend<R>(collector: Collector<R>, run: Run<R>, lastSent: LastSent<R> | undefined): Promise<void> {
  const { job, target, options } = run;
  const plan = await planAll(collector, run, lastSent).catch(discarding(options.record));
  if (options.dryRun) return;
  // The plan can add errors, so this is asked again.
  if (!maySend(run.ledger, options)) return options.record.discard();
  const { unchanged, valid } = run.ledger.counts;
  if (unchanged < valid) await lastSent?.begin().catch(discarding(options.record));
  await options.record.seal().catch(discarding(options.record));
  run.ledger.beginSending();
  options.events.onStage('sending', collector.count);
  const reported = createBytes();
  await sendPlan(collector, plan, {
    ...options,
    target,
    sending: job.together ?? { send: (service, requests) => sendEach(service, requests, run, lastSent) },
    onResult: async ({ draft }, result, position) => {
      reported.set(position, 1);
      await reportResult(run, draft, result, position);
    },
    onRequest: stopAfterManyUnknown(),
  }).finally(() => reportNotBegun(collector, plan, run, reported));
}

/**
 * Reports the records that a stopped run has not sent, and those whose request the target has certainly not processed.
 * Does nothing after a run that was not stopped.
 */
async function reportNotBegun<R>(
  collector: Collector<R>,
  plan: Plan,
  run: Run<R>,
  reported: Pick<NumberList, 'at'>,
): Promise<void> {
  const { ledger, options } = run;
  if (ledger.settled >= plan.count) return;
  const { record, describeChange, mode, events } = options;
  // If results are only counted, the file is not read again: a stopped run should end soon.
  const isCounted = (at: number) => mode === 'new' && !events.onResult && !ledger.holds(NOT_BEGUN, at);
  let position = 0;
  try {
    for await (const { draft } of collector.walk()) {
      if (isCounted(position)) break;
      const at = position++;
      if (reported.at(at) === 1) continue;
      const { effect, isUnchanged, number } = plan.of(at);
      const subject = { draft, effect, describe: describeChange };
      const result = isUnchanged
        ? unchangedResult(subject)
        : withEarlierState(notSentResult(subject), record.earlier(number));
      await reportBeforeStop(run, draft, result, at);
    }
  } catch {
    // The rows cannot be read again, most often because the file has changed. The error that stopped the run is reported,
    // and the other records are only counted.
  }
  for (; position < plan.count; position += 1) {
    if (reported.at(position) === 1) continue;
    const { effect, isUnchanged } = plan.of(position);
    const outcome = isUnchanged ? 'succeeded' : 'not-sent';
    ledger.addResult(undefined, { ...NOT_BEGUN, action: effect.action, outcome }, NOT_HELD);
  }
}

const NOT_BEGUN = { key: '', file: '', line: 0, outcome: 'not-sent', attempts: 0, errors: [] } as const;
/** A position at which no result is held. */
const NOT_HELD = Number.MAX_SAFE_INTEGER;

function sendEach<R>(
  service: AssessmentService,
  requests: readonly R[],
  { job }: Run<R>,
  lastSent: LastSent<R> | undefined,
): Promise<Answer<unknown>[]> {
  const send = async (request: R): Promise<Answer<unknown>> => {
    await lastSent?.forget(request);
    const answer = await job.send(service, request);
    const isAnswered = answer.delivery?.certainty === 'answered';
    // No other answer proves that the target now has exactly this request.
    if (outcomeOf(answer) === 'succeeded' && isAnswered) lastSent?.remember(request);
    else await lastSent?.doubt(request);
    return answer;
  };
  return Promise.all(requests.map(send));
}

/** After so many unknown outcomes in a row, the run stops. */
const MAX_UNKNOWN = 20;

function stopAfterManyUnknown(): (results: readonly RecordResult[]) => void {
  let inARow = 0;
  return (results) => {
    inARow = results.some(({ outcome }) => outcome !== 'unknown') ? 0 : inARow + 1;
    if (inARow < MAX_UNKNOWN) return;
    // The report comes after the requests under way have ended, and counts these too.
    throw new UnreachableError(`The outcomes of ${MAX_UNKNOWN} requests in a row are unknown`, {
      hint: 'Look at the platform, then resume with "examctl runs resume".',
    });
  };
}

async function planAll<R>(collector: Collector<R>, run: Run<R>, lastSent: LastSent<R> | undefined): Promise<Plan> {
  const { job, target, options, ledger } = run;
  const { events, record, dryRun, describeChange, signal } = options;
  events.onStage('planning', collector.count);
  const watch = job.watchPlan?.(target);
  const plan = await planForRemote(collector, {
    record,
    isKnown: lastSent?.isKnown,
    onPlanned: async (request, planned, position) => {
      stopIfAsked(signal);
      const { draft } = request;
      ledger.addPlanned(draft, planned.effect.action);
      await watch?.see([{ valid: request, effect: planned.effect, answer: undefined }]);
      const changed = findChangeSinceSent(record, request, planned);
      if (changed !== undefined) ledger.addFinding(changed);
      events.onProgress(position + 1);
      if (!dryRun) return;
      const result = rehearsedResult({ draft, effect: planned.effect, describe: describeChange }, undefined);
      await reportResult(run, draft, result, position);
    },
  });
  const records = plan.count - ledger.counts.unchanged;
  await checkPlan(run, watch, { records, remembersSent: lastSent?.isKnown !== undefined });
  return plan;
}
