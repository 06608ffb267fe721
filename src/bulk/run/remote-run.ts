/**
 * A run on a target that cannot decide beforehand: it reads the whole input and plans it, then sends the requests from one
 * queue, several at a time, and reports the result of each record.
 */
import { setFlagsFromString } from 'node:v8';
import { UnreachableError } from '../../errors.ts';
import type { ValidRequest } from '../../model/draft.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Answer } from '../../platform/envelope.ts';
import { MAY_BE_DONE_RULE } from '../../platform/problem.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { type Earlier, isLeft } from '../../runs/run-record.ts';
import { maySend } from '../report/ledger.ts';
import {
  asRefusedBefore,
  asUnkept,
  notSentResult,
  rehearsedResult,
  type Subject,
  sentResult,
  unchangedResult,
  unprovenResult,
} from '../report/results.ts';
import { readInto, stopIfAsked } from './read-all.ts';
import {
  changedFinding,
  checkPlan,
  discarding,
  earlierResult,
  type Run,
  reportBeforeStop,
  reportResult,
  wasNotSent,
  withEarlierState,
} from './run-steps.ts';

/** A record of the plan. */
export interface Item<R> {
  readonly request: R;
  readonly subject: Subject;
  readonly position: number;
  /** Its number in the run record; absent for an unchanged record that is not in it. */
  readonly number: number | undefined;
  /** What an earlier part of the run has made of it. */
  readonly earlier: Earlier;
  /** The target has it as the file says. */
  readonly isUnchanged: boolean;
  isReported: boolean;
}

const EFFECTS = {
  unchanged: { action: 'unchanged', changes: [] },
  unknown: { action: 'unknown', changes: [] },
} as const;

const OPEN = { state: 'open' } as const;

/** The garbage that V8 lets gather, in percent of the heap. By default it is the more, the slower a program makes it. */
const HEAP_GROWTH = 30;

export async function runOnRemote<R>(run: Run<R>): Promise<void> {
  // The network takes the time here, and the garbage of 20,000 requests would double the memory.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const { options, ledger } = run;
  const { record, dryRun, events } = options;
  const items = await planAll(run).catch(discarding(record));
  // The plan can add errors to those of the input.
  if (dryRun || !maySend(ledger, options)) return dryRun ? undefined : record.discard();
  await record.seal().catch(discarding(record));
  ledger.beginSending();
  events.onStage('sending', items.length);
  await sendAll(items, run).finally(() => reportRest(items, run));
}

/** Reads and validates the whole input before anything is planned, since one error can stop all sending. */
async function readAll<R>({ job, options: { events, signal }, ledger }: Run<R>): Promise<ValidRequest<R>[]> {
  const valid: ValidRequest<R>[] = [];
  events.onStage('reading', undefined);
  await readInto(ledger, job.sources, job.checks, (read) => {
    stopIfAsked(signal);
    if (read.isValid) valid.push({ draft: read.draft, request: read.request });
    events.onProgress(ledger.counts.read);
  });
  return valid;
}

/** Plans all requests: those that were sent before are unchanged. Reports the plan if nothing is to be sent. */
async function planAll<R>(run: Run<R>): Promise<readonly Item<R>[]> {
  const { job, target, options, ledger } = run;
  const { dryRun, events, signal } = options;
  const valid = await readAll(run);
  if (!dryRun && !maySend(ledger, options)) return [];
  const isKnown = await job.knowsSent?.(target);
  const watch = job.watchPlan?.(target);
  const items: Item<R>[] = [];
  events.onStage('planning', valid.length);
  for (const one of valid) {
    stopIfAsked(signal);
    const item = toItem(one, items.length, isKnown?.(one) === true, run);
    const { number, subject } = item;
    items.push(item);
    ledger.addPlanned(one.draft, subject.effect.action);
    await watch?.see([{ valid: one, effect: subject.effect, answer: undefined }]);
    if (number !== undefined && options.record.hasChanged(number)) ledger.addFinding(changedFinding(one.draft));
    events.onProgress(items.length);
    if (dryRun) await reportResult(run, one.draft, rehearsedResult(subject), item.position);
  }
  const records = items.length - ledger.counts.unchanged;
  await checkPlan(run, watch, { records, remembersSent: isKnown !== undefined });
  return items;
}

/** An unchanged record is not planned, but it has a number if an earlier part of the run was cut short during it. */
function toItem<R>(valid: ValidRequest<R>, position: number, isUnchanged: boolean, { options }: Run<R>): Item<R> {
  const { record, describeChange: describe } = options;
  const { draft, request } = valid;
  const number = record.find(valid) ?? (isUnchanged ? undefined : record.intend(valid, 'unknown'));
  const subject = { draft, effect: EFFECTS[isUnchanged ? 'unchanged' : 'unknown'], describe };
  const earlier = number === undefined ? OPEN : record.earlier(number);
  return { request, subject, position, number, earlier, isUnchanged, isReported: false };
}

/** Reports the records that a stopped run has not sent, and those whose request the target has certainly not processed. */
async function reportRest<R>(items: readonly Item<R>[], run: Run<R>): Promise<void> {
  for (const { isReported, subject, position, isUnchanged, earlier } of items) {
    if (isReported) continue;
    const result = isUnchanged ? unchangedResult(subject) : withEarlierState(notSentResult(subject), earlier);
    await reportBeforeStop(run, subject.draft, result, position);
  }
}

/**
 * Resolves when all requests are done. A refusal is a result. A breakdown of the target is thrown, after the requests
 * under way have ended.
 */
export async function sendAll<R>(items: readonly Item<R>[], run: Run<R>): Promise<void> {
  const { signal, concurrency } = run.options;
  const queue = groupsOf(items, run).values();
  const stopAfter = stopAfterManyUnknown();
  let isBroken = false;
  const work = async (): Promise<void> => {
    for (const group of queue) {
      if (signal.aborted || isBroken) return;
      try {
        const results = await finishGroup(group, run);
        if (results !== undefined) stopAfter(results);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** The records of one request. They may be anywhere in a file; those in doubt have a request of their own. */
type Group<R> = [Item<R>, ...Item<R>[]];

function groupsOf<R>(items: readonly Item<R>[], { job, options }: Run<R>): Group<R>[] {
  const groups: Group<R>[] = [];
  const byKey = new Map<string, Group<R>>();
  for (const item of items) {
    const isSent = !item.isUnchanged && isLeft(item.earlier, options.mode);
    const together = isSent ? job.together?.keyOf?.(item.request) : undefined;
    const key = together === undefined ? undefined : `${mayBeDone(item)} ${together}`;
    const found = key === undefined ? undefined : byKey.get(key);
    if (found !== undefined) {
      found.push(item);
      continue;
    }
    const group: Group<R> = [item];
    groups.push(group);
    if (key !== undefined) byKey.set(key, group);
  }
  return groups;
}

/** Whether an earlier attempt may have done a record, so that "exists already" can mean that it did. */
function mayBeDone<R>({ earlier }: Item<R>): boolean {
  if (earlier.state !== 'settled') return earlier.state === 'unsure';
  return earlier.result.errors.some(({ Rule }) => Rule === MAY_BE_DONE_RULE);
}

/** Returns the results of a request that was sent, each of which is in the run record and is reported. */
async function finishGroup<R>(items: Group<R>, run: Run<R>): Promise<RecordResult[] | undefined> {
  const { mode, record } = run.options;
  // A record that is unchanged, or that an earlier part of the run has settled, is alone in its group.
  const [{ subject, earlier, isUnchanged, number }] = items;
  const unsent = isUnchanged ? unchangedResult(subject) : earlierResult(subject, earlier, mode);
  if (unsent === undefined) return sendTogether(items, run);
  const isDone = earlier.state === 'settled' && earlier.result.outcome === 'succeeded';
  if (isUnchanged && number !== undefined && !isDone) record.settle(number, unsent);
  await reportEach(items, [unsent], run);
  return undefined;
}

async function sendTogether<R>(items: readonly Item<R>[], run: Run<R>): Promise<RecordResult[]> {
  const { target, options } = run;
  const service = (items.some(mayBeDone) ? target.serviceAfterUnsure : undefined) ?? target.service;
  options.record.begin(items.flatMap(({ number }) => number ?? []));
  const answers = await answersTo(items, service, run).catch(async (error: unknown) => {
    if (wasNotSent(error)) settleNotSent(items, run);
    else await settleUnproven(items, run);
    throw error;
  });
  const results = items.map((item, index) => resultOf(item, answers[index]));
  await writeDown(items, results, run);
  await reportEach(items, results, run);
  return results;
}

async function answersTo<R>(
  items: readonly Item<R>[],
  service: AssessmentService,
  { job }: Run<R>,
): Promise<readonly Answer<unknown>[]> {
  const requests = items.map(({ request }) => request);
  return job.together?.send(service, requests) ?? Promise.all(requests.map((request) => job.send(service, request)));
}

function resultOf<R>(item: Item<R>, answer: Answer<unknown> | undefined): RecordResult {
  const { subject, earlier } = item;
  if (answer === undefined) return unprovenResult(subject);
  const result = sentResult(subject, answer, mayBeDone(item));
  return earlier.state === 'settled' ? asRefusedBefore(result, earlier.result) : result;
}

/** All results are in the run record before anything else can stop the run. */
async function writeDown<R>(items: readonly Item<R>[], results: readonly RecordResult[], run: Run<R>): Promise<void> {
  const { record } = run.options;
  for (const [index, { number, request }] of items.entries()) {
    const result = results[index];
    if (result === undefined || number === undefined) continue;
    try {
      // Links are kept before the record counts as done: a record that is done is not sent again, so they come only once.
      if (result.links !== undefined) await record.keepLinks(result.key, result.links, request);
      record.settle(number, result);
    } catch (error) {
      // When the run is resumed, it asks again for the results that the record lacks.
      const known = results.map((one, at) => (at < index ? one : asUnkept(one)));
      await reportEach(items, known, run).catch(() => {});
      throw error;
    }
  }
}

/** Reports each result, even if an earlier one cannot be reported. */
async function reportEach<R>(items: readonly Item<R>[], results: readonly RecordResult[], run: Run<R>): Promise<void> {
  const failures: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const result = results[index];
    if (result === undefined) continue;
    item.isReported = true;
    try {
      await reportResult(run, item.subject.draft, result, item.position);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Undoes the begin of records, except of those that are unsure with or without it. */
function settleNotSent<R>(items: readonly Item<R>[], run: Run<R>): void {
  for (const item of items) {
    if (item.number === undefined || item.earlier.state === 'unsure') continue;
    run.options.record.settle(item.number, notSentResult(item.subject));
  }
}

/** The target may have done the request, so the report and the run record say that the outcome is unknown. */
async function settleUnproven<R>(items: readonly Item<R>[], run: Run<R>): Promise<void> {
  const results = items.map(({ subject }) => unprovenResult(subject));
  // The breakdown of the target stops the run and is reported.
  await reportEach(items, results, run).catch(() => {});
  for (const [index, { number }] of items.entries()) {
    const result = results[index];
    if (number !== undefined && result !== undefined) run.options.record.settle(number, result);
  }
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
