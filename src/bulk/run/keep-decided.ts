/** Keeps the decisions, group by group, and reports the results of each group once it is durable. */

import type { Draft } from '../../model/draft.ts';
import type { RequestPlan } from '../../platform/service.ts';
import { validateDrafts } from '../check/validate.ts';
import { unprovenResult } from '../report/results.ts';
import type { Decisions } from './decisions.ts';
import { type Run, reportResult, wasNotSent } from './run-steps.ts';
import type { ValidRequest } from './valid-requests.ts';

interface Reporting<R> {
  /** The requests that no row asks for. They are the last ones of the plan. */
  readonly others: readonly ValidRequest<R>[];
  /** Reports the results from one position up to another. */
  readonly reportRange: (from: number, to: number) => Promise<void>;
}

/** Returns whether the whole plan was kept. After a signal to stop, the rest is not kept. */
export async function keepDecided<R>(
  run: Run<R>,
  plan: RequestPlan,
  decisions: Decisions,
  { others, reportRange }: Reporting<R>,
): Promise<boolean> {
  const { record, signal, events } = run.options;
  run.ledger.beginSending();
  events.onStage('sending', decisions.count);
  const stop = new AbortController();
  const done: [number, number][] = [];
  let [begun, kept, changes] = [0, 0, 0];
  let reporting = Promise.resolve();
  const settle = (to: number): void => {
    const from = kept;
    kept = to;
    record.keepAll(decisions.numbers(from, to));
    reporting = reporting.then(() => reportRange(from, to));
    // A result that cannot be reported stops the run after the group that is under way.
    reporting.catch(() => stop.abort());
  };
  try {
    await plan.keep({
      signal: AbortSignal.any([signal, stop.signal]),
      run: record.run,
      beforeKept: (count) => {
        const to = decisions.reach(count, kept);
        const numbers = decisions.numbers(kept, to);
        record.beginAll(numbers);
        begun = to;
        for (const [from, to] of numbers) {
          const last = done.at(-1);
          if (last !== undefined && last[1] + 1 === from) last[1] = to;
          else done.push([from, to]);
        }
        return done;
      },
      onKept: (count) => {
        changes = count;
        settle(begun);
      },
    });
  } catch (error) {
    await reporting.catch(() => {});
    await takeBack(run, decisions, { from: kept, to: begun, others, error });
    throw error;
  }
  const isWhole = changes === plan.size && !stop.signal.aborted;
  if (isWhole) settle(decisions.count);
  await reporting;
  return isWhole;
}

/** Corrects the outcome of the group that was under way when the target broke down: not sent, or unknown. */
async function takeBack<R>(
  run: Run<R>,
  decisions: Decisions,
  { from, to, others, error }: { from: number; to: number; others: readonly ValidRequest<R>[]; error: unknown },
): Promise<void> {
  const { record, describeChange } = run.options;
  if (from >= to) return;
  if (wasNotSent(error)) return record.takeBackAll(decisions.numbers(from, to), 'not-sent');
  record.takeBackAll(decisions.numbers(from, to), 'unknown');
  const drafts = await draftsOf(run, from, to).catch(() => new Map<number, Draft>());
  for (let at = from; at < to; at += 1) {
    const draft = drafts.get(at) ?? others[at - (decisions.count - others.length)]?.draft;
    const { action, attempts } = decisions.resultAt(at).result;
    if (draft === undefined || attempts === 0 || !decisions.hasNumber(at)) continue;
    const result = unprovenResult({ draft, effect: { action, changes: [] }, describe: describeChange });
    try {
      await reportResult(run, draft, result, at);
    } catch {
      // The breakdown of the target stops the run and is reported.
    }
  }
}

/** Reads the drafts from the files again: a million drafts are not held for the few that may be needed. */
async function draftsOf<R>({ job }: Run<R>, from: number, to: number): Promise<ReadonlyMap<number, Draft>> {
  const drafts = new Map<number, Draft>();
  let position = 0;
  for await (const { draft, request } of validateDrafts((await job.reopen?.()) ?? [], job.checks)) {
    if (request === undefined) continue;
    if (position >= from) drafts.set(position, draft);
    position += 1;
    if (position >= to) break;
  }
  return drafts;
}
