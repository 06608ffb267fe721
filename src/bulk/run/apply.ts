/** Sends what a plan says is to be sent, several at a time, and tells what became of each. */
import type { Draft } from '../model/draft.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { RecordResult } from '../model/report.ts';
import { ExamctlError, type ExitReason, StoreError } from '../../errors.ts';
import { NO_NUMBER, type Plan, type Planned } from './plan.ts';
import {
  type DescribeChange,
  doubtfulResult,
  leftResult,
  type Subject,
  sentResult,
  settledResult,
  stillUnknownResult,
  unchangedResult,
  unprovenResult,
  wouldBeDoubled,
} from '../report/results.ts';
import type { Earlier, RunMode, RunRecord } from '../../runs/run-record.ts';
import type { Send, Target, Turn } from '../model/target.ts';
import type { ValidRequest, ValidRequests } from './valid-requests.ts';

export interface ApplyOptions<R> {
  readonly target: Target;
  readonly send: Send<R>;
  readonly record: RunRecord;
  readonly mode: RunMode;
  /** How many requests are under way at once. They are begun in the order of the plan, and end in any. */
  readonly concurrency: number;
  /** Once aborted, nothing more is begun; what is under way ends. */
  readonly signal: AbortSignal;
  readonly describeChange: DescribeChange;
  /** Called with each result as soon as it is certain; `position` is that of the record in the plan. */
  readonly onResult: (valid: ValidRequest<R>, result: RecordResult, position: number) => void | Promise<void>;
}

/**
 * Resolves when all are done. What the target refuses is a result; its breakdown is thrown, after what was under way
 * has ended.
 */
export async function applyPlan<R>(valid: ValidRequests<R>, plan: Plan, options: ApplyOptions<R>): Promise<void> {
  const queue = inTurn(valid.walk(), options.target);
  let broken = false;
  const work = async (): Promise<void> => {
    for (;;) {
      if (options.signal.aborted || broken) return;
      const next = await queue.next();
      if (next.done) return;
      const { item, position, turn } = next.value;
      try {
        const planned = plan.of(position);
        const result = leaveOne(item, planned, options) ?? (await sendOne(next.value, planned, options));
        await options.onResult(item, result, position);
        turn.end();
      } catch (error) {
        broken = true;
        turn.end(error);
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(options.concurrency, plan.count) }, work));
  await queue.return(undefined);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

interface InTurn<T> {
  readonly item: T;
  readonly position: number;
  readonly turn: Turn;
}

/** Turns are taken here, where the order of the plan is certain, however many ask for the next one at once. */
async function* inTurn<T>(items: AsyncIterable<T>, target: Target): AsyncGenerator<InTurn<T>> {
  let position = 0;
  for await (const item of items) {
    yield { item, position: position++, turn: target.takeTurn?.() ?? { ...target, end: () => {} } };
  }
}

/** The result of a record that needs no sending, or that stays as an earlier part of the run has settled it. */
export function leaveOne<R>(
  { draft }: ValidRequest<R>,
  { effect, isUnchanged, number }: Planned,
  { record, mode, describeChange }: Pick<ApplyOptions<R>, 'record' | 'mode' | 'describeChange'>,
): RecordResult | undefined {
  const subject: Subject = { draft, effect, describe: describeChange };
  const earlier = record.earlier(number);
  if (!isUnchanged) return keptResult(subject, earlier, mode);
  const result = unchangedResult(subject);
  if (number !== NO_NUMBER && !hasSucceeded(earlier)) record.settle(number, result);
  return result;
}

async function sendOne<R>(
  { item: valid, position, turn }: InTurn<ValidRequest<R>>,
  { number, effect }: Planned,
  options: ApplyOptions<R>,
): Promise<RecordResult> {
  const { record, describeChange } = options;
  const subject: Subject = { draft: valid.draft, effect, describe: describeChange };
  const earlier = record.earlier(number);
  // Where an earlier attempt may have worked, the answer is read in that light.
  const service = earlier.state === 'unsure' ? turn.serviceAfterUnsure : turn.service;
  await record.begin(number, valid.draft.key !== null);
  const answer = await options.send(service, valid.request).catch(async (error: unknown) => {
    if (!wasNotSent(error)) await settleUnproven([{ valid, position, number, subject }], options);
    else if (earlier.state !== 'unsure') record.settle(number, leftResult(subject));
    throw error;
  });
  const result = sentResult(subject, answer);
  // Before it is known as done: what is done is not sent again, and nothing else brings its links.
  if (result.links !== undefined) await record.keepLinks(scheduleOf(valid.draft, answer), result.links);
  record.settle(number, result);
  return result;
}

/** A record that was sent, when the target broke down. */
interface Begun<R> {
  readonly valid: ValidRequest<R>;
  readonly position: number;
  readonly number: number;
  readonly subject: Subject;
}

/** The target may have done it: report and record must not contradict that. */
export async function settleUnproven<R>(
  begun: readonly Begun<R>[],
  { record, onResult }: Pick<ApplyOptions<R>, 'record' | 'onResult'>,
): Promise<void> {
  for (const { valid, position, number, subject } of begun) {
    const result = unprovenResult(subject);
    record.settle(number, result);
    try {
      await onResult(valid, result, position);
    } catch {
      // The breakdown of the target stops the run and is reported.
    }
  }
}

/** A schedule without an id gets one from the platform, which answers with it. */
function scheduleOf({ key }: Draft, { envelope: { Content } }: Answer<unknown>): string {
  return key ?? (typeof Content === 'string' ? Content : '');
}

function hasSucceeded(earlier: Earlier): boolean {
  return earlier.state === 'settled' && earlier.result.outcome === 'succeeded';
}

/** The errors with which a target says that a request has not reached it, or was not looked at; or was not stored. */
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

/** A record that an earlier part has finished is not sent again, unless it failed and is retried. */
function keptResult(subject: Subject, earlier: Earlier, mode: RunMode): RecordResult | undefined {
  if (mode === 'retry' && earlier.state === 'unsure') return stillUnknownResult(subject);
  if (mode === 'retry' && earlier.state === 'open') return leftResult(subject);
  // Without an id the target cannot tell that it has it already, and would make it a second time.
  if (earlier.state === 'unsure' && subject.draft.key === null) return doubtfulResult(subject);
  if (earlier.state !== 'settled') return undefined;
  if (mode === 'retry' && earlier.result.outcome === 'failed' && !wouldBeDoubled(earlier.result)) return undefined;
  return settledResult(subject, earlier.result);
}
