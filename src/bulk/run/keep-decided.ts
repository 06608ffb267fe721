/** Keeps the decisions, group by group, and reports the results of each group once it is durable. */

import type { Draft, ValidRequest } from '../../model/draft.ts';
import type { RecordResult } from '../../model/report.ts';
import type { RequestPlan } from '../../platform/service.ts';
import { validateDrafts } from '../check/validate.ts';
import { asNotSent, unprovenResult } from '../report/results.ts';
import type { Decisions } from './decisions.ts';
import { NO_NUMBER, type Run, reportBeforeStop, wasNotSent, withEarlierState } from './run-steps.ts';

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
  /** The numbers in the run record of all decisions that have begun, as ranges. */
  const done: [number, number][] = [];
  let [begun, kept, changes] = [0, 0, 0];
  let reporting = Promise.resolve();
  const settle = (to: number): void => {
    const from = kept;
    kept = to;
    try {
      record.keepAll(decisions.numbers(from, to));
    } finally {
      reporting = reporting.then(() => reportRange(from, to));
      // A result that cannot be reported stops the run after the group that is under way.
      reporting.catch(() => stop.abort());
    }
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
        for (const [first, end] of numbers) {
          const last = done.at(-1);
          if (last !== undefined && last[1] + 1 === first) last[1] = end;
          else done.push([first, end]);
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
    await reportBreakdown(run, decisions, { from: kept, to: begun, others, error });
    throw error;
  }
  const isWhole = changes === plan.size && !stop.signal.aborted;
  if (isWhole) settle(decisions.count);
  await reporting;
  if (!isWhole) await reportNotKept(run, decisions, { from: kept, others });
  return isWhole;
}

/** The draft of a record that no row asks for. */
function draftOf<R>(others: readonly ValidRequest<R>[], { count }: Decisions, position: number): Draft | undefined {
  return others[position - (count - others.length)]?.draft;
}

/** Reports the records that a run left when it was stopped. */
async function reportNotKept<R>(
  run: Run<R>,
  decisions: Decisions,
  { from, others }: { readonly from: number; readonly others: readonly ValidRequest<R>[] },
): Promise<void> {
  for (let at = from; at < decisions.count; at += 1) {
    const { result } = decisions.resultAt(at);
    await reportBeforeStop(run, draftOf(others, decisions, at), withoutKeeping(run, result, decisions, at), at);
  }
}

/** The result of a decision that is not kept. A decision that changes nothing keeps its result. */
function withoutKeeping<R>(
  { options: { record } }: Run<R>,
  result: RecordResult,
  decisions: Decisions,
  position: number,
): RecordResult {
  const number = decisions.numberAt(position);
  if (result.attempts === 0 || number === NO_NUMBER) return result;
  // A result that is only counted cannot be shown: nothing is known of its row.
  return result.file === '' ? asNotSent(result) : withEarlierState(result, record.earlier(number));
}

/** The group of records that was under way when the target broke down. */
interface BrokenGroup<R> extends Pick<Reporting<R>, 'others'> {
  readonly from: number;
  readonly to: number;
}

/** Corrects the outcome of a group in the run record, and reports all records from there on. */
async function reportBreakdown<R>(
  run: Run<R>,
  decisions: Decisions,
  { error, ...group }: BrokenGroup<R> & { readonly error: unknown },
): Promise<void> {
  const { from, to, others } = group;
  const outcome = wasNotSent(error) ? 'not-sent' : 'unknown';
  if (from < to) run.options.record.takeBackAll(decisions.numbers(from, to), outcome);
  if (outcome === 'unknown') await reportUnproven(run, decisions, group);
  await reportNotKept(run, decisions, { from: outcome === 'unknown' ? to : from, others });
}

/** Reports a group of unknown outcome. */
async function reportUnproven<R>(
  run: Run<R>,
  decisions: Decisions,
  { from, to, others }: BrokenGroup<R>,
): Promise<void> {
  if (from >= to) return;
  const { describeChange } = run.options;
  const drafts = await draftsOf(run, from, to).catch(() => new Map<number, Draft>());
  for (let at = from; at < to; at += 1) {
    const draft = drafts.get(at) ?? draftOf(others, decisions, at);
    const { result } = decisions.resultAt(at);
    const isUnknown = result.attempts > 0 && decisions.numberAt(at) !== NO_NUMBER;
    // A row that cannot be read again cannot be shown. The record of the run says that it is unknown.
    if (isUnknown && draft === undefined) continue;
    const effect = { action: result.action, changes: [] };
    const unproven = isUnknown && draft && unprovenResult({ draft, effect, describe: describeChange });
    await reportBeforeStop(run, draft, unproven || result, at);
  }
}

/** Reads the drafts from the files again. Few may be needed, so a million of them are not held for that. */
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
