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

/** A record of the plan. A list of many users has as many items, so an item holds nothing that can be derived. */
export interface Item<R> {
  readonly valid: ValidRequest<R>;
  readonly position: number;
  /** Its number in the run record; absent for an unchanged record that is not in it. */
  readonly number: number | undefined;
  /** The target has it as the file says. */
  readonly isUnchanged: boolean;
  isReported: boolean;
}

const EFFECTS = {
  unchanged: { action: 'unchanged', changes: [] },
  unknown: { action: 'unknown', changes: [] },
} as const;

function subjectOf<R>({ valid, isUnchanged }: Item<R>, { options }: Run<R>): Subject {
  const effect = EFFECTS[isUnchanged ? 'unchanged' : 'unknown'];
  return { draft: valid.draft, effect, describe: options.describeChange };
}

/** What an earlier part of the run has made of a record. */
function earlierOf<R>({ number }: Item<R>, { options }: Run<R>): Earlier {
  return number === undefined ? { state: 'open' } : options.record.earlier(number);
}

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
    const { number } = item;
    const subject = subjectOf(item, run);
    items.push(item);
    ledger.addPlanned(one.draft, subject.effect.action);
    await watch?.see([{ valid: one, effect: subject.effect, answer: undefined }]);
    if (number !== undefined && options.record.hasChanged(number)) ledger.addFinding(changedFinding(one.draft));
    events.onProgress(items.length);
    if (dryRun) await reportResult(run, one.draft, rehearsedResult(subject, undefined), item.position);
  }
  const records = items.length - ledger.counts.unchanged;
  await checkPlan(run, watch, { records, remembersSent: isKnown !== undefined });
  return items;
}

/** An unchanged record is not planned, but it has a number if an earlier part of the run was cut short during it. */
function toItem<R>(valid: ValidRequest<R>, position: number, isUnchanged: boolean, { options }: Run<R>): Item<R> {
  const { record } = options;
  const number = record.find(valid) ?? (isUnchanged ? undefined : record.intend(valid, 'unknown'));
  return { valid, position, number, isUnchanged, isReported: false };
}

/** Reports the records that a stopped run has not sent, and those whose request the target has certainly not processed. */
async function reportRest<R>(items: readonly Item<R>[], run: Run<R>): Promise<void> {
  for (const item of items) {
    if (item.isReported) continue;
    const subject = subjectOf(item, run);
    const result = item.isUnchanged
      ? unchangedResult(subject)
      : withEarlierState(notSentResult(subject), earlierOf(item, run));
    await reportBeforeStop(run, subject.draft, result, item.position);
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
function groupsOf<R>(items: readonly Item<R>[], run: Run<R>): Item<R>[][] {
  const { job, options } = run;
  const groups: Item<R>[][] = [];
  const byKey = new Map<string, Item<R>[]>();
  for (const item of items) {
    const isSent = !item.isUnchanged && isLeft(earlierOf(item, run), options.mode);
    const together = isSent ? job.together?.keyOf?.(item.valid.request) : undefined;
    const key = together === undefined ? undefined : `${mayBeDone(item, run)} ${together}`;
    const found = key === undefined ? undefined : byKey.get(key);
    if (found !== undefined) {
      found.push(item);
      continue;
    }
    const group = [item];
    groups.push(group);
    if (key !== undefined) byKey.set(key, group);
  }
  return groups;
}

/** The result of a record that is unchanged, or that an earlier part of the run has settled. */
function unsentResult<R>(item: Item<R>, run: Run<R>): RecordResult | undefined {
  const subject = subjectOf(item, run);
  return item.isUnchanged ? unchangedResult(subject) : earlierResult(subject, earlierOf(item, run), run.options.mode);
}

/** Whether an earlier attempt may have done a record, so that "exists already" can mean that it did. */
function mayBeDone<R>(item: Item<R>, run: Run<R>): boolean {
  const earlier = earlierOf(item, run);
  if (earlier.state !== 'settled') return earlier.state === 'unsure';
  return earlier.result.errors.some(({ Rule }) => Rule === MAY_BE_DONE_RULE);
}

/** Returns the results of a request that was sent, each of which is in the run record and is reported. */
async function finishGroup<R>(items: readonly Item<R>[], run: Run<R>): Promise<RecordResult[] | undefined> {
  const [first] = items;
  const unsent = first && unsentResult(first, run);
  if (first === undefined || unsent === undefined) return sendTogether(items, run);
  const { isUnchanged, number } = first;
  const earlier = earlierOf(first, run);
  const isDone = earlier.state === 'settled' && earlier.result.outcome === 'succeeded';
  if (isUnchanged && number !== undefined && !isDone) run.options.record.settle(number, unsent);
  await reportEach(items, () => unsent, run);
  return undefined;
}

async function sendTogether<R>(items: readonly Item<R>[], run: Run<R>): Promise<RecordResult[]> {
  const { target, options } = run;
  const service =
    (items.some((item) => mayBeDone(item, run)) ? target.serviceAfterUnsure : undefined) ?? target.service;
  options.record.begin(numbersOf(items));
  const answers = await answersTo(items, service, run).catch(async (error: unknown) => {
    if (wasNotSent(error)) settleNotSent(items, run);
    else await settleUnproven(items, run);
    throw error;
  });
  const results = items.map((item, index) => resultOf(item, answers[index], run));
  await writeDown(items, results, run);
  await reportEach(items, (index) => results[index], run);
  return results;
}

function numbersOf<R>(items: readonly Item<R>[]): number[] {
  return items.flatMap(({ number }) => number ?? []);
}

async function answersTo<R>(
  items: readonly Item<R>[],
  service: AssessmentService,
  { job }: Run<R>,
): Promise<readonly Answer<unknown>[]> {
  const requests = items.map(({ valid }) => valid.request);
  return job.together?.send(service, requests) ?? Promise.all(requests.map((request) => job.send(service, request)));
}

function resultOf<R>(item: Item<R>, answer: Answer<unknown> | undefined, run: Run<R>): RecordResult {
  const [subject, earlier] = [subjectOf(item, run), earlierOf(item, run)];
  if (answer === undefined) return unprovenResult(subject);
  const result = sentResult(subject, answer, mayBeDone(item, run));
  return earlier.state === 'settled' ? asRefusedBefore(result, earlier.result) : result;
}

/** All results are in the run record before anything else can stop the run. */
async function writeDown<R>(items: readonly Item<R>[], results: readonly RecordResult[], run: Run<R>): Promise<void> {
  const { record } = run.options;
  for (const [index, { number, valid }] of items.entries()) {
    const result = results[index];
    if (result === undefined || number === undefined) continue;
    try {
      // Links are kept before the record counts as done: a record that is done is not sent again, so they come only once.
      if (result.links !== undefined) await record.keepLinks(result.key, result.links, valid.request);
      record.settle(number, result);
    } catch (error) {
      // When the run is resumed, it asks again for the results that the record lacks.
      const known = results.map((one, at) => (at < index ? one : asUnkept(one)));
      await reportEach(items, (at) => known[at], run).catch(() => {});
      throw error;
    }
  }
}

/** Reports each result, even if an earlier one cannot be reported. */
async function reportEach<R>(
  items: readonly Item<R>[],
  resultAt: (index: number) => RecordResult | undefined,
  run: Run<R>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const result = resultAt(index);
    if (result === undefined) continue;
    item.isReported = true;
    try {
      await reportResult(run, item.valid.draft, result, item.position);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Undoes the begin of records, except of those that are unsure with or without it. */
function settleNotSent<R>(items: readonly Item<R>[], run: Run<R>): void {
  for (const item of items) {
    if (item.number === undefined || earlierOf(item, run).state === 'unsure') continue;
    run.options.record.settle(item.number, notSentResult(subjectOf(item, run)));
  }
}

/** The target may have done the request, so the report and the run record say that the outcome is unknown. */
async function settleUnproven<R>(items: readonly Item<R>[], run: Run<R>): Promise<void> {
  const results = items.map((item) => unprovenResult(subjectOf(item, run)));
  // The breakdown of the target stops the run and is reported.
  await reportEach(items, (index) => results[index], run).catch(() => {});
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
