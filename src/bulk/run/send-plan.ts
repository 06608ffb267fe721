/** Sends the requests of a plan, several at a time, and reports the result of each record. */

import type { ValidRequest } from '../../model/draft.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Sending, Target } from '../../model/target.ts';
import {
  asRefusedBefore,
  asUnkept,
  notSentResult,
  type Subject,
  sentResult,
  unchangedResult,
  unprovenResult,
} from '../report/results.ts';
import type { BulkOptions } from './bulk-job.ts';
import type { Plan } from './plan-for-remote.ts';
import {
  earlierResult,
  hasSucceeded,
  mayBeDone,
  NO_NUMBER,
  outdatedAnswer,
  type Planned,
  wasNotSent,
} from './run-steps.ts';
import type { ValidRequests } from './valid-requests.ts';

export interface SendOptions<R>
  extends Pick<BulkOptions, 'record' | 'mode' | 'concurrency' | 'signal' | 'describeChange'> {
  readonly target: Target;
  readonly sending: Sending<R>;
  /** Called with each result as soon as it is certain; `position` is that of the record in the plan. */
  readonly onResult: (valid: ValidRequest<R>, result: RecordResult, position: number) => void | Promise<void>;
  /** Called with the results of each request, after each was reported. */
  readonly onRequest: (results: readonly RecordResult[]) => void;
}

/**
 * Resolves when all requests are done. A refusal is a result. A breakdown of the target is thrown, after the requests
 * under way have ended.
 */
export async function sendPlan<R>(valid: ValidRequests<R>, plan: Plan, options: SendOptions<R>): Promise<void> {
  const queue = groupsOf(valid, plan, options);
  let broken = false;
  const work = async (): Promise<void> => {
    for (;;) {
      if (options.signal.aborted || broken) return;
      const next = await queue.next();
      if (next.done) return;
      await sendGroup(next.value, options).catch((error: unknown) => {
        broken = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(options.concurrency, plan.count) }, work));
  await queue.return(undefined);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** A record of the plan. */
interface Part<R> {
  readonly valid: ValidRequest<R>;
  readonly position: number;
  readonly number: number;
  readonly subject: Subject;
  /** Whether an earlier attempt may have worked, which changes the meaning of the answer. */
  readonly isUnsure: boolean;
}

/** The records of one request, or one record that has its result without being sent. */
interface Group<R> {
  readonly parts: readonly Part<R>[];
  readonly unsent?: RecordResult | undefined;
}

/** The largest number of records gathered in memory. The records of one request may be anywhere in a file. */
const MAX_GATHERED = 10_000;

async function* groupsOf<R>(
  valid: ValidRequests<R>,
  plan: Plan,
  options: SendOptions<R>,
): AsyncGenerator<Group<R>, undefined> {
  const { signal, sending } = options;
  const gathered = new Map<string, Part<R>[]>();
  let [next, count] = [0, 0];
  for await (const item of valid.walk()) {
    if (signal.aborted) return;
    const position = next++;
    const planned = plan.of(position);
    const part = partOf(item, position, planned, options);
    const unsent = unsentResult(part, planned, options);
    if (unsent !== undefined || sending.keyOf === undefined) {
      yield { parts: [part], unsent };
      continue;
    }
    const key = `${part.isUnsure} ${sending.keyOf(item.request)}`;
    const parts = gathered.get(key) ?? [];
    gathered.set(key, parts);
    parts.push(part);
    count += 1;
    if (count % MAX_GATHERED > 0) continue;
    for (const group of gathered.values()) yield { parts: group };
    gathered.clear();
  }
  for (const group of gathered.values()) yield { parts: group };
}

function partOf<R>(
  valid: ValidRequest<R>,
  position: number,
  { effect, number }: Planned,
  { record, describeChange }: SendOptions<R>,
): Part<R> {
  const subject: Subject = { draft: valid.draft, effect, describe: describeChange };
  return { valid, position, number, subject, isUnsure: mayBeDone(record.earlier(number)) };
}

/** Returns the result of a record that is unchanged, that an earlier part of the run has settled, or that is outdated. */
function unsentResult<R>(
  { valid, number, subject }: Part<R>,
  { effect, isUnchanged }: Planned,
  { record, mode }: SendOptions<R>,
): RecordResult | undefined {
  const earlier = record.earlier(number);
  if (isUnchanged) {
    const unchanged = unchangedResult(subject);
    if (number !== NO_NUMBER && !hasSucceeded(earlier)) record.settle(number, unchanged);
    return unchanged;
  }
  const known = earlierResult(subject, earlier, mode);
  const outdated = known === undefined ? outdatedAnswer(record, valid, { number, effect }) : undefined;
  if (outdated === undefined) return known;
  const refused = sentResult(subject, outdated);
  record.settle(number, refused);
  return refused;
}

async function sendGroup<R>({ parts, unsent }: Group<R>, options: SendOptions<R>): Promise<void> {
  const { record, sending, target, onRequest } = options;
  if (unsent !== undefined) {
    return reportEach(
      parts.map((part) => ({ ...part, result: unsent })),
      options,
    );
  }
  const isUnsure = parts.some((part) => part.isUnsure);
  const service = (isUnsure ? target.serviceAfterUnsure : undefined) ?? target.service;
  await Promise.all(parts.map(({ number }) => record.begin(number)));
  const requests = parts.map(({ valid }) => valid.request);
  const answers = await sending.send(service, requests).catch(async (error: unknown) => {
    if (!wasNotSent(error)) await settleUnproven(parts, options);
    else settleNotSent(parts, record);
    throw error;
  });
  const answered = parts.flatMap((part, index) => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const [result, earlier] = [sentResult(part.subject, answer, part.isUnsure), record.earlier(part.number)];
    return [{ ...part, result: earlier.state === 'settled' ? asRefusedBefore(result, earlier.result) : result }];
  });
  await writeDown(answered, options);
  await reportEach(answered, options);
  onRequest(answered.map(({ result }) => result));
}

interface Answered<R> extends Part<R> {
  readonly result: RecordResult;
}

/** All results are in the run record before anything else can stop the run. */
async function writeDown<R>(answered: readonly Answered<R>[], options: SendOptions<R>): Promise<void> {
  const { record } = options;
  for (const [index, { number, result, valid }] of answered.entries()) {
    try {
      // Links are kept before the record counts as done: a record that is done is not sent again, so they come only once.
      if (result.links !== undefined) await record.keepLinks(result.key, result.links, valid.request);
      record.settle(number, result);
    } catch (error) {
      // When the run is resumed, it asks again for the results that the record lacks.
      const known = answered.map((one, at) => (at < index ? one : { ...one, result: asUnkept(one.result) }));
      await reportEach(known, options).catch(() => {});
      throw error;
    }
  }
}

/** Reports each result, even if an earlier one cannot be reported. */
async function reportEach<R>(
  results: readonly Pick<Answered<R>, 'valid' | 'result' | 'position'>[],
  { onResult }: Pick<SendOptions<R>, 'onResult'>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { valid, result, position } of results) {
    try {
      await onResult(valid, result, position);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Undoes the begin of the parts, except of those that are unsure with or without it. */
function settleNotSent<R>(parts: readonly Part<R>[], record: SendOptions<R>['record']): void {
  for (const { number, subject } of parts) {
    if (record.earlier(number).state !== 'unsure') record.settle(number, notSentResult(subject));
  }
}

/** The target may have done the request, so the report and the run record say that the outcome is unknown. */
async function settleUnproven<R>(
  parts: readonly Part<R>[],
  { record, onResult }: Pick<SendOptions<R>, 'record' | 'onResult'>,
): Promise<void> {
  const unproven = parts.map((part) => ({ ...part, result: unprovenResult(part.subject) }));
  // The breakdown of the target stops the run and is reported.
  await reportEach(unproven, { onResult }).catch(() => {});
  for (const { number, result } of unproven) record.settle(number, result);
}
