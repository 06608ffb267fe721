/** The common work of bulk commands around the pipeline: opens the target, shows progress, reports errors. */
import { addAbortSignal, type Readable } from 'node:stream';
import { REMOTE_DEFAULTS } from '../../built-in-defaults.ts';
import { judgeOf } from '../../bulk/check/strictness.ts';
import { createReport } from '../../bulk/report/create-report.ts';
import { createLedger, type Ledger } from '../../bulk/report/ledger.ts';
import { MAX_REPORTED_RESULTS } from '../../bulk/report/shown-lists.ts';
import type { BulkJob, PlanWatch, RunEvents } from '../../bulk/run/bulk-job.ts';
import type { Guards } from '../../bulk/run/guards.ts';
import { runBulk } from '../../bulk/run/run-bulk.ts';
import { ExamctlError, InterruptedError } from '../../errors.ts';
import type { RejectedRow, SourceLayout } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { BulkReport } from '../../model/report.ts';
import type { Target } from '../../model/target.ts';
import { renderNdjson } from '../../output/formats/json.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import { createProgress, type Progress } from '../../output/terminal/progress.ts';
import { recordPath } from '../../runs/record/list-records.ts';
import { NO_RECORD, type RunRecord } from '../../runs/run-record.ts';
import { refuseFlagsOfFiles } from '../options/bulk-options.ts';
import { confirmProfile, refuseUnconfirmed } from '../options/confirm.ts';
import { describeTarget, whereOf } from '../options/target-options.ts';
import { targetFlags } from '../options/words.ts';
import { filesRead, isStandardInput } from '../read/protected-files.ts';
import { suggestIds } from '../target/known-entries.ts';
import { findToken, openChosenTarget, openForQuestions } from '../target/open-target.ts';
import { runsFolder } from '../target/runs-there.ts';
import { createChangeDescriber } from './change-text.ts';
import { type Asked, type BulkCommand, type BulkOutcome, jobOf, stopOf } from './command.ts';
import { openRunRecord } from './open-run-record.ts';
import { checkOutputFiles, checkRejectsEnding, layoutOf } from './output-files.ts';
import { watchShown, watchTogether } from './plan-watches.ts';

/** A running command with its open resources, which must be closed at the end. */
interface Execution<R> {
  readonly command: BulkCommand<R>;
  readonly run: string;
  readonly ledger: Ledger;
  readonly reads: readonly string[];
  readonly asked: Asked;
  layout?: SourceLayout | undefined;
  target?: Target | undefined;
  record?: RunRecord | undefined;
}

/** Printed if a second signal ends the process at once. The record on the disk survives it. */
const LAST_WORDS = '"examctl runs list" shows what was begun, and what can be resumed.';

/** Runs a bulk command. Never throws: the outcome contains the error, and the work that was done before it. */
export async function runBulkCommand<R>(command: BulkCommand<R>): Promise<BulkOutcome> {
  const { context } = command;
  const ledger = openLedger(command);
  const signal = context.stopSignal(LAST_WORDS);
  const reads = filesRead(command);
  if (reads.some(isStandardInput)) command.output.takeInput();
  // After a stop signal, the command must not wait for standard input.
  if (reads.includes('-')) addAbortSignal(signal, context.stdin as Readable);
  const run = command.continuing?.run ?? context.newRunId();
  const execution: Execution<R> = { command, run, ledger, reads, asked: {} };
  let stopped: unknown;
  try {
    await execute(execution);
    if (signal.aborted) throw interruption(signal, ledger);
  } catch (error) {
    // A failure that follows a stop signal counts as an interruption.
    const isBreak = ledger.counts.sent === 0 || error instanceof InterruptedError;
    stopped = signal.aborted && isBreak ? interruption(signal, ledger) : error;
  }
  // The command of the answers would do what this one has not done.
  if (stopped instanceof InterruptedError) execution.asked.equivalent = undefined;
  stopped = await closeTarget(execution.target, stopped);
  if (stopped instanceof ExamctlError) stopped.nameStore(targetFlags(command));
  const made = reportOn(execution, stopped);
  const suggest = await suggestIds(command, made.findings);
  const report = { ...made, findings: made.findings.map(suggest) };
  await endRecord(execution, report, stopped);
  return { ...outcomeOf(execution, suggest), report, error: stopped };
}

function openLedger<R>({ kind, keyField, isMissing, flags, global }: BulkCommand<R>): Ledger {
  const isListed = flags.report !== undefined || global.format === 'csv';
  return createLedger({
    keyField,
    isMissing,
    resultsMax: isListed ? MAX_REPORTED_RESULTS : undefined,
    countCandidates: kind.countCandidates,
    judge: judgeOf(flags),
    keepsRejects: flags.rejects !== undefined,
  });
}

/** What the report says of an execution, besides the report itself. */
function outcomeOf<R>(
  { command, ledger, layout, reads, asked, record }: Execution<R>,
  suggest: (finding: Finding) => Finding,
): Omit<BulkOutcome, 'report' | 'error'> {
  const { kind, flags } = command;
  return {
    tally: ledger.tally,
    words: { ...kind.words, ...kind.operation.words },
    layout,
    reads,
    reading: { ...flags, candidates: command.saved['candidates'] },
    rejects: withFindings(ledger.rejects, suggest),
    canContinue: record?.isContinuable() === true,
    isContinued: command.continuing !== undefined,
    hasListErrors: ledger.fileErrors > 0,
    skipsInvalid: flags.skipInvalid === true,
    targetFlags: targetFlags(command),
    equivalent: asked.equivalent,
    said: asked.said,
  };
}

function withFindings(rejects: Iterable<RejectedRow>, change: (finding: Finding) => Finding): Iterable<RejectedRow> {
  return {
    *[Symbol.iterator]() {
      for (const rejected of rejects) yield { ...rejected, findings: rejected.findings.map(change) };
    },
  };
}

async function execute<R>(execution: Execution<R>): Promise<void> {
  const { command, reads, run, asked } = execution;
  const { flags, continuing } = command;
  // A run with a sealed plan has passed its guards.
  const guards = continuing?.state.isSealed ? {} : { expect: flags.expect, maxChanges: flags.maxChanges };
  if (command.files.length === 0) refuseFlagsOfFiles(command.given);
  await checkOutputFiles(flags, reads, command.global.format);
  if (command.files.length === 0) checkRejectsEnding(flags.rejects, 'records');
  execution.target = await openBeforeQuestions(command);
  const job = jobOf(command, await unlessStopped(command.context.stopSignal(), command.openJob(asked)));
  execution.layout = layoutOf(job.sources, flags.rejects);
  const target = await openRunTarget(command, execution.target);
  execution.target = target;
  const record = flags.dryRun ? NO_RECORD : await openRunRecord(command, run, target);
  execution.record = record;
  if (continuing?.isDone) command.output.note(`Run ${run} has nothing left to ${continuing.mode}.`);
  await runPipeline(execution, job, target, record, guards);
}

/**
 * Refuses a wrong target before a question about the input, or before an input is typed: the work would be lost. Returns
 * a remote, which needs no lock. A store is opened again after the questions, for the run.
 */
async function openBeforeQuestions<R>(command: BulkCommand<R>): Promise<Target | undefined> {
  const { context, target } = command;
  if (target.kind === 'local') await context.identify({ kind: 'local', where: whereOf(target) });
  else await context.identify({ kind: 'remote', where: target.baseUrl }, target.insecureHttp === true);
  if (context.stdin.isTTY !== true) return undefined;
  if (writes(command)) refuseUnconfirmed(command);
  if (target.kind === 'remote') {
    const token = await findToken(command, target);
    // A question for the token comes later: nobody types a secret before the command says where it sends.
    return token === undefined ? undefined : openTarget(command, token);
  }
  await (await openForQuestions(command))?.close();
  return undefined;
}

/** Opens the target for a run, unless it is open, after the user has confirmed that the run writes to it. */
async function openRunTarget<R>(command: BulkCommand<R>, opened: Target | undefined): Promise<Target> {
  const { context, output, flags, target } = command;
  if (writes(command)) {
    await confirmProfile(command, context.stopSignal());
    output.note(`Sending to ${describeTarget(target)}`);
  } else if (flags.dryRun && output.verbose && target.kind === 'local') {
    output.note(`Rehearsing in ${describeTarget(target)}`);
  }
  return opened ?? openTarget(command);
}

function writes<R>({ flags, continuing }: BulkCommand<R>): boolean {
  return flags.dryRun !== true && !continuing?.isDone;
}

function openTarget<R>(command: BulkCommand<R>, token?: string): Promise<Target> {
  const mode = command.flags.dryRun ? 'read' : 'write';
  return openChosenTarget(command, { mode, command: command.name, concurrency: concurrencyOf(command), token });
}

/** Ends a wait for the input at a stop signal: a pipe may never have data. A question ends by itself. */
function unlessStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => setTimeout(reject, PATIENCE_MS, new InterruptedError('SIGINT', 'Interrupted'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, stopped]);
}

const PATIENCE_MS = 500;

async function runPipeline<R>(
  { command, ledger, run, asked }: Execution<R>,
  job: BulkJob<R>,
  target: Target,
  record: RunRecord,
  guards: Guards,
): Promise<void> {
  const { context, flags, kind, continuing } = command;
  const concurrency = concurrencyOf(command);
  const isRemote = command.target.kind === 'remote';
  const described = describeRun(run, recordPath(runsFolder(context.env), run), isRemote ? concurrency : undefined);
  const { events, stop } = createEvents(command, described);
  const confirm: typeof job.confirm = async (planned) => {
    stop();
    await job.confirm?.(planned);
  };
  const shown = watchAnswers<R>(asked);
  const watchPlan = (at: Target) =>
    shown === undefined ? job.watchPlan?.(at) : watchTogether(job.watchPlan?.(at), shown);
  const options = {
    dryRun: flags.dryRun === true,
    skipInvalid: flags.skipInvalid === true,
    concurrency,
    signal: context.stopSignal(),
    mode: continuing?.mode ?? ('new' as const),
    record,
    describeChange: createChangeDescriber(kind.operation.changes, flags.reveal === true),
    events,
    ...guards,
  };
  try {
    await runBulk({ ...job, confirm, watchPlan }, target, options, ledger);
  } finally {
    stop();
  }
}

/** After a change of the store, the command of the answers would take that change back, so it is not printed. */
function watchAnswers<R>(asked: Asked): PlanWatch<R> | undefined {
  const { isAsShown } = asked;
  if (isAsShown === undefined) return undefined;
  return watchShown((effect) => {
    const isSame = isAsShown(effect);
    if (!isSame) asked.equivalent = undefined;
    return isSame;
  });
}

function reportOn<R>({ command, run, record, ledger, target }: Execution<R>, stopped: unknown): BulkReport {
  const { name, flags, target: choice, continuing } = command;
  return createReport(ledger, {
    command: name,
    // A run without a record gets no id in the report, since nothing could be found by it.
    run: continuing !== undefined || record?.isKept() ? run : null,
    target: target ?? { kind: choice.kind, where: whereOf(choice) },
    dryRun: flags.dryRun === true,
    skipInvalid: flags.skipInvalid === true,
    accepted: flags.accept,
    rehearsal: flags.dryRun ? (target?.planner ? 'engine' : 'validation') : null,
    stopped: stopOf(stopped),
  });
}

/** Ends the record. A failure is only a warning: without the last line, the run looks as if it was cut short. */
async function endRecord<R>({ command, record }: Execution<R>, report: BulkReport, stopped: unknown): Promise<void> {
  await record?.end(report.exitCode).catch((error: unknown) => {
    // The error that stopped the run is already reported.
    if (error !== stopped) command.output.warn(toReportedError(error).message);
  });
}

/** Closes the target. Returns the first error: the one that stopped the command, or that of closing. */
async function closeTarget(target: Target | undefined, stopped: unknown): Promise<unknown> {
  try {
    await target?.close();
    return stopped;
  } catch (error) {
    return stopped ?? error;
  }
}

function interruption(signal: AbortSignal, { counts, settled, tally }: Ledger): ExamctlError {
  if (counts.sent === 0) return InterruptedError.by(signal);
  const { failed, unknown, notSent } = tally;
  const done = settled - notSent - failed - unknown;
  const all = Math.max(settled, counts.valid);
  const parts = [
    `${done} of ${all} were done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
    ...(settled - notSent < all ? ['the others were not begun'] : []),
  ];
  return InterruptedError.by(signal, `Interrupted: ${parts.join(', ')}`);
}

const STOPPING =
  'Stopping: no further request begins, and those under way end first. A second signal ends the program at once, without a report.';

interface RunEventsControl {
  readonly events: RunEvents;
  /** Stops the spinner, before a question and after the run. */
  readonly stop: () => void;
}

/** `run` describes the run. With `--verbose`, it is printed when the run begins to send. */
function createEvents<R>({ context, output, global, kind, target }: BulkCommand<R>, run: string): RunEventsControl {
  let progress: Progress | undefined;
  const signal = context.stopSignal();
  const stop = () => {
    signal.removeEventListener('abort', sayStopping);
    progress?.stop();
  };
  const sayStopping = () => {
    stop();
    output.note(STOPPING);
  };
  return {
    stop,
    events: {
      onStage: (stage, total) => {
        stop();
        if (stage === 'sending' && output.verbose) output.note(run);
        // An answer of a remote may take as long as --timeout.
        if (stage === 'sending' && target.kind === 'remote') signal.addEventListener('abort', sayStopping);
        progress = createProgress(output, { label: `${stage} ${kind.words.many}`, total });
      },
      onProgress: (done) => progress?.update(done),
      // With `-o ndjson`, each result is written as soon as it is final.
      onResult:
        global.format === 'ndjson'
          ? (result) => output.data(renderNdjson([{ event: 'result', ...result }]))
          : undefined,
    },
  };
}

/** The number of requests at the same time. A run on a store is one transaction, and does not use it. */
function concurrencyOf<R>({ flags }: BulkCommand<R>): number {
  return flags.concurrency ?? REMOTE_DEFAULTS.concurrency;
}

/** `record` is the path of the run's record. Without a concurrency, the run is one transaction. */
function describeRun(run: string, record: string, concurrency: number | undefined): string {
  if (concurrency === undefined) return `Run ${run}: its record is ${record}`;
  const requests = concurrency === 1 ? 'one request' : `up to ${concurrency} requests`;
  return `Run ${run}: ${requests} at a time; its record is ${record}`;
}
