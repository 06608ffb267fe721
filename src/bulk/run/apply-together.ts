/** Sends what a plan says is to be sent, where one request carries several records; each has a result of its own. */
import type { Answer } from '../../platform/envelope.ts';
import type { RecordResult } from '../model/report.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { type ApplyOptions, leaveOne, settleUnproven, wasNotSent } from './apply.ts';
import type { Plan, Planned } from './plan.ts';
import { leftResult, type Subject, sentResult } from '../report/results.ts';
import type { ValidRequest, ValidRequests } from './valid-requests.ts';

/** How records go together. */
export interface Together<R> {
  /** Records with the same key go in one request. */
  readonly keyOf: (request: R) => string;
  /** Gives the answer to each, in their order. */
  readonly send: (service: AssessmentService, requests: readonly R[]) => Promise<readonly Answer<unknown>[]>;
}

export interface TogetherOptions<R> extends Omit<ApplyOptions<R>, 'send'> {
  readonly together: Together<R>;
  /** Called with the results of each request, after each was reported. */
  readonly onRequest: (results: readonly RecordResult[]) => void;
  /** Records that are gathered before the first of them is sent. */
  readonly gatheredMax?: number | undefined;
}

interface Gathered<R> {
  readonly valid: ValidRequest<R>;
  readonly planned: Planned;
  /** In the plan. */
  readonly position: number;
}

/** Rows of a key may stand anywhere in a file. This many rows fit into memory, whatever the file is like. */
const GATHERED_MAX = 10_000;

/**
 * Resolves when all are done. What the target refuses is a result; its breakdown is thrown, after what was under way
 * has ended.
 */
export async function applyTogether<R>(
  valid: ValidRequests<R>,
  plan: Plan,
  options: TogetherOptions<R>,
): Promise<void> {
  const { gatheredMax = GATHERED_MAX, signal, together, record } = options;
  let groups = new Map<string, Gathered<R>[]>();
  let [next, count] = [0, 0];
  for await (const item of valid.walk()) {
    if (signal.aborted) return;
    const position = next++;
    const planned = plan.of(position);
    const left = leaveOne(item, planned, options);
    if (left !== undefined) {
      await options.onResult(item, left, position);
      continue;
    }
    // The answer to what an earlier part of the run may have done is read in another light.
    const key = `${record.earlier(planned.number).state === 'unsure'} ${together.keyOf(item.request)}`;
    const group = groups.get(key) ?? [];
    group.push({ valid: item, planned, position });
    groups.set(key, group);
    count += 1;
    if (count % gatheredMax > 0) continue;
    await sendAll([...groups.values()], options);
    groups = new Map();
  }
  await sendAll([...groups.values()], options);
}

async function sendAll<R>(groups: readonly Gathered<R>[][], options: TogetherOptions<R>): Promise<void> {
  const queue = groups.values();
  let broken = false;
  const work = async (): Promise<void> => {
    for (const group of queue) {
      if (options.signal.aborted || broken) return;
      try {
        await sendGroup(group, options);
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(options.concurrency, groups.length) }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

async function sendGroup<R>(group: readonly Gathered<R>[], options: TogetherOptions<R>): Promise<void> {
  const { record, target, together, describeChange } = options;
  const parts = group.map(({ valid, position, planned: { effect, number } }) => {
    const subject: Subject = { draft: valid.draft, effect, describe: describeChange };
    return { valid, position, number, subject, isUnsure: record.earlier(number).state === 'unsure' };
  });
  await Promise.all(parts.map(({ number, subject }) => record.begin(number, subject.draft.key !== null)));
  const service = parts.some(({ isUnsure }) => isUnsure) ? target.serviceAfterUnsure : target.service;
  const requests = group.map(({ valid }) => valid.request);
  const answers = await together.send(service, requests).catch(async (error: unknown) => {
    if (wasNotSent(error)) {
      const left = parts.filter(({ isUnsure }) => !isUnsure);
      for (const { number, subject } of left) record.settle(number, leftResult(subject));
    } else await settleUnproven(parts, options);
    throw error;
  });
  const told = parts.flatMap((part, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [{ ...part, result: sentResult(part.subject, answer) }];
  });
  // The outcome of one is the outcome of all. It is recorded before anything else can stop the run.
  for (const { number, result } of told) record.settle(number, result);
  for (const { valid, result, position } of told) await options.onResult(valid, result, position);
  options.onRequest(told.map(({ result }) => result));
}
