/** Sends what a plan says is to be sent, several at a time, and tells what became of each. */
import type { RecordResult } from '../contract/report.ts';
import type { PlannedRequest } from './plan.ts';
import { type DescribeChange, needsNoSending, sentResult } from './results.ts';
import type { Send, Target } from './target.ts';

export interface ApplyOptions<R> {
  readonly target: Target;
  readonly send: Send<R>;
  /** How many requests are under way at once. They are begun in the order of the plan. */
  readonly concurrency: number;
  /** Once aborted, nothing more is begun; what is under way ends. */
  readonly signal: AbortSignal;
  readonly describeChange: DescribeChange;
  /** Hears of each result once it is certain. */
  readonly onResult: (planned: PlannedRequest<R>, result: RecordResult) => void | Promise<void>;
}

/** Resolves when all are done. What the target refuses is a result; only its breakdown is thrown. */
export async function applyPlan<R>(plan: readonly PlannedRequest<R>[], options: ApplyOptions<R>): Promise<void> {
  const queue = plan.values();
  const work = async (): Promise<void> => {
    for (const planned of queue) {
      if (options.signal.aborted) return;
      await options.onResult(planned, await applyOne(planned, options));
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, plan.length) }, work));
}

async function applyOne<R>(
  planned: PlannedRequest<R>,
  { target, send, describeChange }: ApplyOptions<R>,
): Promise<RecordResult> {
  const answer = needsNoSending(planned) ? undefined : await send(target.service, planned.request);
  return sentResult(planned, answer, describeChange);
}
