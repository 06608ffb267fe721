/** Sends what a plan says is to be sent, several at a time, and tells what became of each. */
import type { Draft } from '../contract/draft.ts';
import type { Answer } from '../contract/envelope.ts';
import type { RecordResult } from '../contract/report.ts';
import { ExamctlError, type ExitReason } from '../errors.ts';
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
  wouldBeDoubled,
} from './results.ts';
import type { Earlier, RunMode, RunRecord } from './run-record.ts';
import type { Send, Target } from './target.ts';
import type { ValidRequest, ValidRequests } from './valid-requests.ts';

export interface ApplyOptions<R> {
  readonly target: Target;
  readonly send: Send<R>;
  readonly record: RunRecord;
  readonly mode: RunMode;
  /** How many requests are under way at once. They are begun in the order of the plan. */
  readonly concurrency: number;
  /** Once aborted, nothing more is begun; what is under way ends. */
  readonly signal: AbortSignal;
  readonly describeChange: DescribeChange;
  /** Hears of each result once it is certain. */
  readonly onResult: (valid: ValidRequest<R>, result: RecordResult) => void | Promise<void>;
}

/** A record that was refused although its plan was good: what it waits for may have come after it. */
interface Overtaken<R> {
  readonly index: number;
  readonly valid: ValidRequest<R>;
  readonly planned: Planned;
  readonly result: RecordResult;
}

/**
 * Resolves when all are done. What the target refuses is a result; its breakdown is thrown, after what was under way
 * has ended.
 */
export async function applyPlan<R>(valid: ValidRequests<R>, plan: Plan, options: ApplyOptions<R>): Promise<void> {
  const queue = numbered(valid.walk());
  const overtaken: Overtaken<R>[] = [];
  let broken = false;
  const work = async (): Promise<void> => {
    for (;;) {
      if (options.signal.aborted || broken) return;
      const next = await queue.next();
      if (next.done) return;
      try {
        const { item, index } = next.value;
        const planned = plan.of(index);
        const result = await applyOne(item, planned, options);
        if (result !== undefined) overtaken.push({ index, valid: item, planned, result });
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(options.concurrency, plan.count) }, work));
  await queue.return(undefined);
  await applyAgain(overtaken, !broken, options);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** Gives back the result of what is to be sent once more, in its turn; of everything else it is told. */
async function applyOne<R>(
  valid: ValidRequest<R>,
  planned: Planned,
  options: ApplyOptions<R>,
): Promise<RecordResult | undefined> {
  const left = leaveOne(valid, planned, options);
  const { result, isRefused } =
    left === undefined ? await sendOne(valid, planned, options) : { result: left, isRefused: false };
  // The plan was made one after the other, and several are sent at once.
  const isOvertaken = isRefused && options.target.rehearse !== undefined && planned.effect.action !== 'unknown';
  if (isOvertaken) return result;
  await options.onResult(valid, result);
  return undefined;
}

/** Each in its turn, now that all others are done. */
async function applyAgain<R>(
  overtaken: readonly Overtaken<R>[],
  mayBegin: boolean,
  options: ApplyOptions<R>,
): Promise<void> {
  for (const { valid, planned, result } of overtaken.toSorted((one, other) => one.index - other.index)) {
    const isLeft = !mayBegin || options.signal.aborted;
    await options.onResult(valid, isLeft ? result : (await sendOne(valid, planned, options)).result);
  }
}

/** The result of a record that needs no sending, or that stays as an earlier part of the run has settled it. */
function leaveOne<R>(
  { draft }: ValidRequest<R>,
  { effect, isUnchanged, number }: Planned,
  { record, mode, describeChange }: ApplyOptions<R>,
): RecordResult | undefined {
  const subject: Subject = { draft, effect, describe: describeChange };
  const earlier = record.earlier(number);
  if (!isUnchanged) return keptResult(subject, earlier, mode);
  const result = unchangedResult(subject);
  if (number !== NO_NUMBER && !hasSucceeded(earlier)) record.settle(number, result);
  return result;
}

interface Sent {
  readonly result: RecordResult;
  /** As a whole; of what was done in a part, the rest would be refused again. */
  readonly isRefused: boolean;
}

async function sendOne<R>(
  valid: ValidRequest<R>,
  { number, effect }: Planned,
  options: ApplyOptions<R>,
): Promise<Sent> {
  const { record, describeChange } = options;
  const subject: Subject = { draft: valid.draft, effect, describe: describeChange };
  const earlier = record.earlier(number);
  await record.begin(number, valid.draft.key !== null);
  const answer = await send(valid, earlier, options).catch((error: unknown) => {
    if (earlier.state !== 'unsure' && wasNotSent(error)) record.settle(number, leftResult(subject));
    throw error;
  });
  const result = sentResult(subject, answer);
  // Before it is known as done: what is done is not sent again, and nothing else brings its links.
  if (result.links !== undefined) await record.keepLinks(scheduleOf(valid.draft, answer), result.links);
  record.settle(number, result);
  return { result, isRefused: result.outcome === 'failed' && !answer.envelope.Success };
}

/** A schedule without an id gets one from the platform, which answers with it. */
function scheduleOf({ key }: Draft, { envelope: { Content } }: Answer<unknown>): string {
  return key ?? (typeof Content === 'string' ? Content : '');
}

function hasSucceeded(earlier: Earlier): boolean {
  return earlier.state === 'settled' && earlier.result.outcome === 'succeeded';
}

/** The errors with which a target says that a request has not reached it, or was not looked at. */
const NOT_SENT: ReadonlySet<ExitReason> = new Set(['refused', 'unreachable', 'interrupted', 'terminated'] as const);

function wasNotSent(error: unknown): boolean {
  return error instanceof ExamctlError && NOT_SENT.has(error.reason);
}

/** What an earlier part of the run has settled is not sent again, unless it failed and is to be retried. */
function keptResult(subject: Subject, earlier: Earlier, mode: RunMode): RecordResult | undefined {
  if (mode === 'retry' && earlier.state === 'unsure') return stillUnknownResult(subject);
  if (mode === 'retry' && earlier.state === 'open') return leftResult(subject);
  // Without an id the target cannot tell that it has it already, and would make it a second time.
  if (earlier.state === 'unsure' && subject.draft.key === null) return doubtfulResult(subject);
  if (earlier.state !== 'settled') return undefined;
  if (mode === 'retry' && earlier.result.outcome === 'failed' && !wouldBeDoubled(earlier.result)) return undefined;
  return settledResult(subject, earlier.result);
}

/** Where an earlier attempt may have worked, the answer is read in that light. */
function send<R>({ request }: ValidRequest<R>, earlier: Earlier, options: ApplyOptions<R>): ReturnType<Send<R>> {
  const { service, serviceAfterUnsure } = options.target;
  return options.send(earlier.state === 'unsure' ? serviceAfterUnsure : service, request);
}

async function* numbered<T>(items: AsyncIterable<T>): AsyncGenerator<{ item: T; index: number }> {
  let index = 0;
  for await (const item of items) yield { item, index: index++ };
}
