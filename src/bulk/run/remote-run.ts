/** A run on a target that cannot decide beforehand: it reads the whole input, plans it, then sends request by request. */

import type { ValidRequest } from '../../model/draft.ts';
import { maySend } from '../report/ledger.ts';
import { notSentResult, rehearsedResult, type Subject, unchangedResult } from '../report/results.ts';
import { readInto, stopIfAsked } from './read-all.ts';
import {
  changedFinding,
  checkPlan,
  discarding,
  type Run,
  reportBeforeStop,
  reportResult,
  withEarlierState,
} from './run-steps.ts';
import { type Item, sendAll } from './send-all.ts';

export async function runOnRemote<R>(run: Run<R>): Promise<void> {
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
    const { subject, number } = item;
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
  const { record, describeChange } = options;
  const action = isUnchanged ? 'unchanged' : 'unknown';
  const number = record.find(valid) ?? (isUnchanged ? undefined : record.intend(valid, action));
  const subject: Subject = { draft: valid.draft, effect: { action, changes: [] }, describe: describeChange };
  const earlier = number === undefined ? ({ state: 'open' } as const) : record.earlier(number);
  return { valid, position, number, subject, earlier, isUnchanged, isReported: false };
}

/** Reports the records that a stopped run has not sent, and those whose request the target has certainly not processed. */
async function reportRest<R>(items: readonly Item<R>[], run: Run<R>): Promise<void> {
  for (const { valid, subject, earlier, isUnchanged, isReported, position } of items) {
    if (isReported) continue;
    const result = isUnchanged ? unchangedResult(subject) : withEarlierState(notSentResult(subject), earlier);
    await reportBeforeStop(run, valid.draft, result, position);
  }
}
