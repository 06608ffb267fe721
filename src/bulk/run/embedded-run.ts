/**
 * A run on a target that decides each request while the file is read. A run keeps these decisions and a dry run drops
 * them. No request is decided twice.
 */

import { createPackedList, type PackedList } from '../../base/bytes/packed-list.ts';
import type { ValidRequest } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Planner } from '../../model/target.ts';
import { type Answer, succeed } from '../../platform/envelope.ts';
import type { Decided, Effect, RequestPlan } from '../../platform/service.ts';
import type { Earlier } from '../../runs/run-record.ts';
import { toFinding } from '../check/findings.ts';
import { maySend } from '../report/ledger.ts';
import { errorsOf } from '../report/partial-errors.ts';
import { countedResult, rehearsedResult, type Subject, sentResult, unchangedResult } from '../report/results.ts';
import type { PlanWatch, SeenRequest } from './bulk-job.ts';
import { type CountedResult, createDecisions, type Decisions } from './decisions.ts';
import { keepDecided } from './keep-decided.ts';
import { complete, readInto, stopIfAsked } from './read-all.ts';
import {
  checkPlan,
  discarding,
  earlierResult,
  findChangeSinceSent,
  hasSucceeded,
  isNotSentAgain,
  NO_NUMBER,
  outdatedAnswer,
  type Run,
  reportResult,
} from './run-steps.ts';

/**
 * The number of records decided together, whose passwords are compared in parallel. In larger batches most objects
 * survive a garbage collection, which copies them.
 */
const DECIDED_TOGETHER = 128;

/** The parts that deciding needs. */
interface Deciding<R> {
  readonly run: Run<R>;
  readonly plan: RequestPlan;
  readonly decisions: Decisions;
  readonly watch: PlanWatch<R> | undefined;
  /** Reported once the plan is complete. */
  readonly warnings: PackedList<Finding>;
}

export async function runOnEngine<R>(run: Run<R>, planner: Planner): Promise<void> {
  const { record } = run.options;
  const plan = planner.plan();
  let isKept = false;
  try {
    isKept = await planAndKeep(run, plan);
  } finally {
    await plan.end();
  }
  if (!isKept) return;
  // The run record must be on the disk before the target forgets the run.
  await record.synced();
  await planner.forget(record.run);
}

/** Returns whether the whole plan was kept, and had changes. */
async function planAndKeep<R>(run: Run<R>, plan: RequestPlan): Promise<boolean> {
  const { job, options, ledger, target } = run;
  const { events, record, dryRun } = options;
  const decisions = createDecisions({ holds: ledger.holds, holdsAll: events.onResult !== undefined });
  const deciding: Deciding<R> = { run, plan, decisions, watch: job.watchPlan?.(target), warnings: createPackedList() };
  const others = await decideAll(deciding).catch(discarding(record));
  if (others === undefined) {
    await record.discard();
    return false;
  }
  const firstOther = decisions.count - others.length;
  const otherAt = (position: number) => (position < firstOther ? undefined : others[position - firstOther]?.draft);
  const reportRange = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += 1) {
      const { result, details } = decisions.resultAt(at);
      const reported = reportResult(run, otherAt(at), result, at, details);
      if (reported !== undefined) await reported;
    }
  };
  for (let at = 0; at < decisions.count; at += 1) ledger.addPlanned(otherAt(at), decisions.plannedAt(at));
  for (let at = 0; at < deciding.warnings.length; at += 1) ledger.addFinding(deciding.warnings.at(at));
  // The report has the plan even if a guard then stops the run.
  if (dryRun) await reportRange(0, decisions.count);
  await checkPlan(run, deciding.watch, undefined)
    .then(() => (dryRun || !maySend(ledger, options) ? undefined : record.seal()))
    .catch(discarding(record));
  if (!dryRun && !maySend(ledger, options)) {
    await record.discard();
    return false;
  }
  return !dryRun && (await keepDecided(run, plan, decisions, { others, reportRange })) && plan.size > 0;
}

/** Reads and decides. Returns the requests that no row asks for, or undefined if an error stops all sending. */
async function decideAll<R>(deciding: Deciding<R>): Promise<readonly ValidRequest<R>[] | undefined> {
  const { job, target, options, ledger } = deciding.run;
  const { events, signal, dryRun } = options;
  const mayDecide = () => dryRun || maySend(ledger, options);
  let batch: ValidRequest<R>[] = [];
  // The next batch is read while a database decides this one.
  let underWay: Promise<void> = Promise.resolve();
  const decide = async (): Promise<void> => {
    const valid = batch;
    batch = [];
    await underWay;
    if (valid.length > 0 && mayDecide()) underWay = decideBatch(valid, deciding);
    // `await underWay` throws the error.
    underWay.catch(() => undefined);
  };
  events.onStage('reading', undefined);
  await readInto(ledger, job.sources, job.checks, (read) => {
    stopIfAsked(signal);
    events.onProgress(ledger.counts.read);
    if (!read.isValid) return undefined;
    batch.push(read);
    return batch.length < DECIDED_TOGETHER ? undefined : decide();
  }).finally(() => underWay.catch(() => undefined));
  if (!mayDecide()) return undefined;
  await decide();
  await underWay;
  const others = await complete(job, target, options, ledger);
  // All of them are decided, whatever was found meanwhile: the plan is counted. The watch compares only the list.
  for (let from = 0; from < others.length; from += DECIDED_TOGETHER) {
    await decideBatch(others.slice(from, from + DECIDED_TOGETHER), { ...deciding, watch: undefined });
  }
  return others;
}

async function decideBatch<R>(batch: readonly ValidRequest<R>[], deciding: Deciding<R>): Promise<void> {
  const { run, plan } = deciding;
  const { record, mode, signal } = run.options;
  stopIfAsked(signal);
  const known = batch.map((valid): Known<R> => {
    const number = record.find(valid);
    const earlier = number === undefined ? OPEN : record.earlier(number);
    return { valid, number, earlier, isDropped: isNotSentAgain(earlier, mode) };
  });
  const outdated = ({ valid, number, isDropped }: Known<R>, effect: Effect) =>
    isDropped ? undefined : outdatedAnswer(record, valid, { number, effect });
  const asked = known.map((one) => ({
    ask: (service: Parameters<typeof run.job.send>[0]) => run.job.send(service, one.valid.request),
    drops: mode === 'new' ? undefined : (effect: Effect) => one.isDropped || outdated(one, effect) !== undefined,
    whole: one.valid.whole,
  }));
  const decided = await plan.decide(asked, signal);
  const seen: SeenRequest<R>[] = [];
  for (const [index, one] of known.entries()) {
    const found = decided[index];
    if (found === undefined) continue;
    const answer = outdated(one, found.effect);
    seen.push(addDecision(one, answer === undefined ? found : { answer, effect: UNCHANGED }, deciding));
  }
  await deciding.watch?.see(seen);
}

/** A request with its state from an earlier part of the run. */
interface Known<R> {
  readonly valid: ValidRequest<R>;
  readonly number: number | undefined;
  readonly earlier: Earlier;
  /** Whether an earlier part has finished it, so that its changes are dropped. */
  readonly isDropped: boolean;
}

const OPEN: Earlier = { state: 'open' };
const NOTHING = { action: 'unknown', changes: [] } as const;
const UNCHANGED = { action: 'unchanged', changes: [] } as const;
/** The answer to a request that the target need not be asked. */
const DONE = succeed(undefined);

/** Adds the decision about a request, and returns the request with its effect. */
function addDecision<R>(
  known: Known<R>,
  { answer: given, effect: done }: Decided,
  deciding: Deciding<R>,
): SeenRequest<R> {
  const { valid, earlier, isDropped } = known;
  const { draft, whole } = valid;
  const answer = given ?? DONE;
  const { record, describeChange } = deciding.run.options;
  const isWhole = answer.envelope.Success && errorsOf(answer).length === 0;
  // A request that is refused in part may still change the other part. If it changes nothing, it has only failed.
  const isUnchanged = isWhole && done.action === 'unchanged';
  const effect = answer.envelope.Success && (isWhole || done.action !== 'unchanged') ? done : NOTHING;
  // An unchanged record is not planned, but it has a number if an earlier part of the run was cut short during it.
  const number = known.number ?? (isUnchanged ? NO_NUMBER : record.intend(valid, effect.action));
  const subject: Subject = { draft, whole, effect, describe: describeChange };
  const result = resultOf(known, subject, answer, { isWhole, isUnchanged }, deciding);
  const isSent = !isUnchanged && !isDropped;
  if (isSent && result.key !== undefined && result.errors.length > 0) record.refuse(number, result.errors);
  const isChange = !isDropped && done.action !== 'unchanged';
  // The run record keeps the outcome that it has of a record that an earlier part has finished.
  const isFinished = isUnchanged ? hasSucceeded(earlier) : isDropped;
  const details = hasDetails(result) ? deciding.run.ledger.detailsOf(draft, result) : undefined;
  deciding.decisions.add({
    result,
    details,
    planned: effect.action,
    number: isFinished ? NO_NUMBER : number,
    isChange,
  });
  const changed = findChangeSinceSent(record, valid, { number, isUnchanged, effect });
  if (changed !== undefined) deciding.warnings.push(changed);
  for (const found of answer.warnings ?? []) deciding.warnings.push(toFinding(draft, found, 'warning'));
  return { valid, effect, answer: given };
}

function hasDetails(result: RecordResult | CountedResult): result is RecordResult {
  return result.key !== undefined && (result.errors.length > 0 || result.said !== undefined);
}

/** The result of a record once its decision is kept. */
function resultOf<R>(
  { earlier, isDropped }: Known<R>,
  subject: Subject,
  answer: Answer<unknown>,
  { isWhole, isUnchanged }: { readonly isWhole: boolean; readonly isUnchanged: boolean },
  { run, decisions }: Deciding<R>,
): RecordResult | CountedResult {
  const { mode, dryRun } = run.options;
  if (isWhole && !isDropped) {
    const counted = countedResult(subject.effect.action, isUnchanged, dryRun);
    if (decisions.isOnlyCounted(counted.outcome)) return counted;
  }
  if (dryRun) return rehearsedResult(subject, answer);
  if (isUnchanged) return unchangedResult(subject);
  return earlierResult(subject, earlier, mode) ?? sentResult(subject, answer);
}
