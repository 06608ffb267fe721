/**
 * A run on a target that decides each request while the file is read. The decisions are one transaction: a dry run
 * drops it, and a run commits it as a whole at the end. A run that is cut short has changed nothing, or everything if its
 * commit was written.
 */
import type { Draft, ValidRequest } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { RecordResult } from '../../model/report.ts';
import type { Planner } from '../../model/target.ts';
import type { AssessmentService, Decided, RequestPlan } from '../../platform/service.ts';
import { toFinding } from '../check/findings.ts';
import { maySend } from '../report/ledger.ts';
import { asNotSent, asUnproven, decidedResult, errorsOf, type Subject, unchangedResult } from '../report/results.ts';
import type { ResultDetails } from '../report/shown-lists.ts';
import type { PlanWatch, SeenRequest } from './bulk-job.ts';
import { complete, readInto, stopIfAsked } from './read-all.ts';
import {
  checkPlan,
  discarding,
  earlierResult,
  type Run,
  reportBeforeStop,
  reportResult,
  wasNotSent,
} from './run-steps.ts';

/**
 * The number of records decided together, whose passwords are hashed in parallel. In larger batches most objects
 * survive a garbage collection, which copies them.
 */
const DECIDED_TOGETHER = 128;

/** The result of a record once the plan is committed. */
interface Decision {
  readonly result: RecordResult;
  /** The findings and rows of the result, if it has any. */
  readonly details: ResultDetails | undefined;
  /** The number in the run record, if the outcome will be written there. */
  readonly number: number | undefined;
  /** The draft of a request that no row asks for. */
  readonly draft: Draft | undefined;
}

interface Deciding<R> {
  readonly run: Run<R>;
  readonly plan: RequestPlan;
  /** In the order of the plan. */
  readonly decisions: Decision[];
  readonly watch: PlanWatch<R> | undefined;
  /** Reported once the plan is complete. */
  readonly warnings: Finding[];
}

export async function runOnEngine<R>(run: Run<R>, planner: Planner): Promise<void> {
  const { job, options, target } = run;
  const plan = planner.plan({ dryRun: options.dryRun });
  try {
    const deciding = { run, plan, decisions: [], watch: job.watchPlan?.(target), warnings: [] };
    await decideAndCommit(deciding);
  } finally {
    await plan.end();
  }
}

async function decideAndCommit<R>(deciding: Deciding<R>): Promise<void> {
  const { run, decisions, warnings, watch } = deciding;
  const { options, ledger } = run;
  const { record, dryRun, signal } = options;
  await decideAll(deciding).catch(discarding(record));
  for (const finding of warnings) ledger.addFinding(finding);
  // The report has the plan even if a guard then stops the run.
  if (dryRun) await reportAll(run, decisions);
  await checkPlan(run, watch, undefined).catch(discarding(record));
  if (dryRun || !maySend(ledger, options)) return record.discard();
  const begin = async () => {
    // A signal that comes later stops nothing: once it is sealed, the record says that all may be done.
    stopIfAsked(signal);
    await record.seal();
  };
  await begin().catch(discarding(record));
  await commit(deciding);
}

/** Reads and decides, as long as nothing that was read stops all sending. */
async function decideAll<R>(deciding: Deciding<R>): Promise<void> {
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
    if (valid.length > 0 && mayDecide()) underWay = decideBatch(valid, deciding, false);
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
  if (!mayDecide()) return;
  await decide();
  await underWay;
  const others = await complete(job, target, options, ledger);
  // All of them are decided, whatever was found meanwhile: the plan is counted. The watch compares only the list.
  for (let from = 0; from < others.length; from += DECIDED_TOGETHER) {
    await decideBatch(others.slice(from, from + DECIDED_TOGETHER), { ...deciding, watch: undefined }, true);
  }
}

/** Decides some requests. Those that a retry does not send again keep their results. */
async function decideBatch<R>(
  batch: readonly ValidRequest<R>[],
  deciding: Deciding<R>,
  areOthers: boolean,
): Promise<void> {
  const { plan, run, watch } = deciding;
  const { job, options } = run;
  stopIfAsked(options.signal);
  const known = batch.map((valid) => askedFor(valid, areOthers, run));
  // A retry asks for no more than the run had planned: nobody has confirmed who is missing now.
  const records = known.filter(({ number }) => !areOthers || options.mode === 'new' || number !== undefined);
  const asked = records.filter(({ earlier }) => earlier === undefined);
  const send = asked.map(
    ({ valid }) =>
      (service: AssessmentService) =>
        job.send(service, valid.request),
  );
  const decided = (await plan.decide(send, options.signal)).values();
  const seen = records.flatMap((one): SeenRequest<R>[] => {
    if (one.earlier !== undefined) return keepEarlier(one.valid.draft, one.earlier, deciding);
    const decision = decided.next();
    return decision.done ? [] : [addDecision(one, decision.value, deciding)];
  });
  await watch?.see(seen);
}

interface Asked<R> {
  readonly valid: ValidRequest<R>;
  /** The number that the run record has for it, in a retry. */
  readonly number: number | undefined;
  /** No row asks for it. */
  readonly isOther: boolean;
  /** The result of a record that a retry does not send again. */
  readonly earlier: RecordResult | undefined;
}

function askedFor<R>(valid: ValidRequest<R>, isOther: boolean, { options }: Run<R>): Asked<R> {
  const { record, mode, describeChange } = options;
  if (mode === 'new') return { valid, number: undefined, isOther, earlier: undefined };
  const number = record.find(valid);
  const subject: Subject = { draft: valid.draft, effect: NOTHING, describe: describeChange };
  const earlier =
    number === undefined && record.hasAllChanges
      ? unchangedResult({ ...subject, effect: UNCHANGED })
      : earlierResult(subject, number === undefined ? OPEN : record.earlier(number), mode);
  return { valid, number, isOther, earlier };
}

function keepEarlier<R>(draft: Draft, result: RecordResult, { run, decisions }: Deciding<R>): never[] {
  run.ledger.addPlanned(undefined, result.action);
  decisions.push({ result, details: detailsOf(run, draft, result), number: undefined, draft: undefined });
  return [];
}

const OPEN = { state: 'open' } as const;
const UNCHANGED = { action: 'unchanged', changes: [] } as const;
const NOTHING = { action: 'unknown', changes: [] } as const;

/** Adds the decision about a request, and returns the request with its effect. */
function addDecision<R>(
  { valid, number: known, isOther }: Asked<R>,
  { answer, effect: done }: Decided,
  { run, decisions, warnings }: Deciding<R>,
): SeenRequest<R> {
  const { draft } = valid;
  const { record, dryRun, describeChange } = run.options;
  const isWhole = answer.envelope.Success && errorsOf(answer).length === 0;
  // A request that is refused in part may still change the other part. If it changes nothing, it has only failed.
  const isUnchanged = isWhole && done.action === 'unchanged';
  const effect = answer.envelope.Success && (isWhole || done.action !== 'unchanged') ? done : NOTHING;
  const number = known ?? (isUnchanged ? undefined : record.intend(valid, effect.action));
  const subject: Subject = { draft, effect, describe: describeChange };
  const end = {
    action: effect.action,
    outcome: OUTCOMES[dryRun ? 'dryRun' : 'run'][isWhole ? 'whole' : 'refused'],
    attempts: dryRun || isUnchanged ? 0 : 1,
  };
  const result = (isWhole && onlyCounted(run, end, decisions)) || decidedResult(subject, answer, end);
  run.ledger.addPlanned(isOther ? draft : undefined, effect.action);
  decisions.push({ result, details: detailsOf(run, draft, result), number, draft: isOther ? draft : undefined });
  // The ledger makes suspicions errors.
  for (const found of answer.warnings ?? []) warnings.push(toFinding(draft, found, 'warning'));
  return { valid, effect, answer };
}

const OUTCOMES = {
  dryRun: { whole: 'would-succeed', refused: 'would-fail' },
  run: { whole: 'succeeded', refused: 'failed' },
} as const;

/** The result of a record that nobody wants to see: it is counted only, so all such results have the same object. */
function onlyCounted<R>(
  { options, ledger }: Run<R>,
  end: Pick<RecordResult, 'action' | 'outcome' | 'attempts'>,
  { length: position }: readonly Decision[],
): RecordResult | undefined {
  const result = { key: '', file: '', line: 0, errors: [], ...end };
  if (options.events.onResult !== undefined || ledger.holds(result, position)) return undefined;
  const name = `${result.action} ${result.outcome} ${result.attempts}`;
  const known = COUNTED.get(name) ?? result;
  COUNTED.set(name, known);
  return known;
}

const COUNTED = new Map<string, RecordResult>();

/** The findings and rows of a result, which only an error or a remark has. */
function detailsOf<R>({ ledger }: Run<R>, draft: Draft, result: RecordResult): ResultDetails | undefined {
  return result.errors.length > 0 || result.said !== undefined ? ledger.detailsOf(draft, result) : undefined;
}

async function reportAll<R>(run: Run<R>, decisions: readonly Decision[]): Promise<void> {
  for (const [at, { draft, result, details }] of decisions.entries()) {
    const reported = reportResult(run, draft, result, at, details);
    if (reported !== undefined) await reported;
  }
}

/** Commits the plan, and reports all results, whatever has become of it. */
async function commit<R>({ run, plan, decisions }: Deciding<R>): Promise<void> {
  const { ledger, options } = run;
  ledger.beginSending();
  options.events.onStage('sending', decisions.length);
  try {
    await plan.commit();
  } catch (error) {
    const correct = wasNotSent(error) ? asNotSent : asUnproven;
    for (const [at, { draft, result, number }] of decisions.entries()) {
      const end = number === undefined ? result : correct(result);
      if (number !== undefined) options.record.settle(number, end);
      await reportBeforeStop(run, draft, end, at);
    }
    throw error;
  }
  for (const { number, result } of decisions) if (number !== undefined) options.record.settle(number, result);
  await reportAll(run, decisions);
}
