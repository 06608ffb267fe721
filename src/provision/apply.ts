/** Sends what a plan says is to be sent, several at a time, and tells what became of each. */
import type { Answer } from '../contract/envelope.ts';
import type { Outcome, RecordResult } from '../contract/report.ts';
import type { PlannedRequest } from './plan.ts';
import type { Send, Target } from './target.ts';

export interface ApplyOptions<R> {
  readonly target: Target;
  readonly send: Send<R>;
  /** How many requests are under way at once. They are begun in the order of the plan. */
  readonly concurrency: number;
  /** Once aborted, nothing more is begun; what is under way ends. */
  readonly signal: AbortSignal;
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

async function applyOne<R>(planned: PlannedRequest<R>, { target, send }: ApplyOptions<R>): Promise<RecordResult> {
  if (planned.effect.action === 'unchanged') return describeResult(planned, 'succeeded', 0);
  const answer = await send(target.service, planned.request);
  return describeResult(planned, outcomeOf(answer), answer.delivery?.attempts ?? 1, answer);
}

function outcomeOf({ envelope, delivery }: Answer<unknown>): Outcome {
  if (delivery?.certainty === 'unknown') return 'unknown';
  return envelope.Success ? 'succeeded' : 'failed';
}

export function describeResult<R>(
  { draft, effect }: PlannedRequest<R>,
  outcome: Outcome,
  attempts: number,
  answer?: Answer<unknown>,
): RecordResult {
  const { file, line } = draft.rows[0];
  const errors = answer?.envelope.Errors ?? [];
  return { key: draft.key ?? '', file, line, action: effect.action, outcome, attempts, errors };
}
