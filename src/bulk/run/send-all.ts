/** Sends the requests of a plan from one queue, several at a time, and reports the result of each record. */

import { ExamctlError, type ExitReason, StoreError, UnreachableError } from '../../errors.ts';
import type { ValidRequest } from '../../model/draft.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Answer } from '../../platform/envelope.ts';
import { MAY_BE_DONE_RULE } from '../../platform/problem.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { type Earlier, isLeft } from '../../runs/run-record.ts';
import {
  asRefusedBefore,
  asUnkept,
  notSentResult,
  type Subject,
  sentResult,
  unchangedResult,
  unprovenResult,
} from '../report/results.ts';
import { earlierResult, type Run, reportResult } from './run-steps.ts';

/** A record of the plan. */
export interface Item<R> {
  readonly valid: ValidRequest<R>;
  readonly position: number;
  /** Its number in the run record; absent for an unchanged record that is not in it. */
  readonly number: number | undefined;
  readonly subject: Subject;
  /** What an earlier part of the run has made of it. */
  readonly earlier: Earlier;
  /** The target has it as the file says. */
  readonly isUnchanged: boolean;
  isReported: boolean;
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
function groupsOf<R>(items: readonly Item<R>[], { job, options }: Run<R>): Item<R>[][] {
  const groups: Item<R>[][] = [];
  const byKey = new Map<string, Item<R>[]>();
  for (const item of items) {
    const isSent = !item.isUnchanged && isLeft(item.earlier, options.mode);
    const together = isSent ? job.together?.keyOf?.(item.valid.request) : undefined;
    const key = together === undefined ? undefined : `${mayBeDone(item)} ${together}`;
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
function unsentResult<R>({ isUnchanged, subject, earlier }: Item<R>, { mode }: Run<R>['options']) {
  return isUnchanged ? unchangedResult(subject) : earlierResult(subject, earlier, mode);
}

/** Whether an earlier attempt may have done a record, so that "exists already" can mean that it did. */
function mayBeDone<R>({ earlier }: Item<R>): boolean {
  if (earlier.state !== 'settled') return earlier.state === 'unsure';
  return earlier.result.errors.some(({ Rule }) => Rule === MAY_BE_DONE_RULE);
}

/** Returns the results of a request that was sent, each of which is in the run record and is reported. */
async function finishGroup<R>(items: readonly Item<R>[], run: Run<R>): Promise<RecordResult[] | undefined> {
  const [first] = items;
  const unsent = first && unsentResult(first, run.options);
  if (first === undefined || unsent === undefined) return sendTogether(items, run);
  const { earlier, isUnchanged, number } = first;
  const isDone = earlier.state === 'settled' && earlier.result.outcome === 'succeeded';
  if (isUnchanged && number !== undefined && !isDone) run.options.record.settle(number, unsent);
  await reportEach(items, () => unsent, run);
  return undefined;
}

async function sendTogether<R>(items: readonly Item<R>[], run: Run<R>): Promise<RecordResult[]> {
  const { target, options } = run;
  const service = (items.some(mayBeDone) ? target.serviceAfterUnsure : undefined) ?? target.service;
  options.record.begin(numbersOf(items));
  const answers = await answersTo(items, service, run).catch(async (error: unknown) => {
    if (wasNotSent(error)) settleNotSent(items, run);
    else await settleUnproven(items, run);
    throw error;
  });
  const results = items.map((item, index) => resultOf(item, answers[index]));
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

function resultOf<R>(item: Item<R>, answer: Answer<unknown> | undefined): RecordResult {
  const { subject, earlier } = item;
  if (answer === undefined) return unprovenResult(subject);
  const result = sentResult(subject, answer, mayBeDone(item));
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
function settleNotSent<R>(items: readonly Item<R>[], { options: { record } }: Run<R>): void {
  for (const { number, subject, earlier } of items) {
    if (number !== undefined && earlier.state !== 'unsure') record.settle(number, notSentResult(subject));
  }
}

/** The target may have done the request, so the report and the run record say that the outcome is unknown. */
async function settleUnproven<R>(items: readonly Item<R>[], run: Run<R>): Promise<void> {
  const results = items.map(({ subject }) => unprovenResult(subject));
  // The breakdown of the target stops the run and is reported.
  await reportEach(items, (index) => results[index], run).catch(() => {});
  for (const [index, { number }] of items.entries()) {
    const result = results[index];
    if (number !== undefined && result !== undefined) run.options.record.settle(number, result);
  }
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
