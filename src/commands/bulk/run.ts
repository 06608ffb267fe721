/** What all bulk commands do around the pipeline: open the target, show progress, report what stops them. */
import { addAbortSignal, type Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { SourceLayout } from '../../bulk/model/draft.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import { type ExamctlError, exitCodeOf, InterruptedError } from '../../errors.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { checkGuards, type Guards } from '../../bulk/run/guards.ts';
import { createLedger, type Ledger } from '../../bulk/report/ledger.ts';
import { collectRejects } from '../../bulk/report/rejects.ts';
import { createReport } from '../../bulk/report/report.ts';
import type { SentKind } from '../../bulk/kinds/kind.ts';
import { withRules } from '../../bulk/report/partial-errors.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import { runBulk } from '../../bulk/run/run.ts';
import { recordPath } from '../../runs/record/list-records.ts';
import { NO_RECORD, type RunRecord } from '../../runs/run-record.ts';
import type { Target } from '../../bulk/model/target.ts';
import { type BulkCommand, type BulkOutcome, concurrencyOf, type OpenedJob } from './command.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import { createChangeDescriber } from './change-text.ts';
import { checkDelivery } from './delivery-files.ts';
import { layoutOf } from './rejects-layout.ts';
import { createEvents, createResultStream } from './run-events.ts';
import { openRunRecord, runsFolder } from '../record/run-records.ts';
import { openChosenTarget } from '../target/open-target.ts';
import { saveRemote } from '../record/saved-options.ts';
import { findNoopRun, identifyRun, proveNoop } from '../record/noop-runs.ts';
import { describeTarget, whereOf } from '../options/target-options.ts';
import { describeRun } from '../target/verbose-notes.ts';
import { filesRead } from './file-collisions.ts';

/** A command under way, and what it holds, so that it can be cleaned up. */
interface Execution<R> {
  readonly context: Context;
  readonly output: Output;
  readonly command: BulkCommand<R>;
  readonly run: string;
  readonly ledger: Ledger;
  readonly reads: readonly string[];
  layout?: SourceLayout | undefined;
  target?: Target | undefined;
  record?: RunRecord | undefined;
  /** By which the same run is known again. */
  key?: string | undefined;
}

/** Runs a bulk command. Throws nothing: whatever stops it is in the outcome, with what was done until then. */
export async function runBulkCommand<R>(
  context: Context,
  output: Output,
  command: BulkCommand<R>,
): Promise<BulkOutcome> {
  const { kind, keyField, isMissing } = command;
  const ledger = createLedger({ keyField, countCandidates: kind.countCandidates, isMissing });
  const signal = context.stopSignal();
  const reads = filesRead(command);
  // Input that does not come must not be waited for any longer.
  if (reads.includes('-')) addAbortSignal(signal, context.stdin as Readable);
  const run = command.continuing?.run ?? context.newRunId();
  const execution: Execution<R> = { context, output, command, run, ledger, reads };
  let stopped: unknown;
  try {
    await execute(execution);
    if (signal.aborted) throw interruption(signal, ledger);
  } catch (error) {
    // A failure after a request to stop is not a fault.
    const isBreak = ledger.counts.sent === 0 || error instanceof InterruptedError;
    stopped = signal.aborted && isBreak ? interruption(signal, ledger) : error;
  }
  stopped = await closeTarget(execution.target, stopped);
  const report = reportOn(execution, stopped);
  await endRecord(execution, report, stopped);
  return {
    report,
    tally: ledger.tally,
    words: { ...kind.words, ...kind.operation.words },
    layout: execution.layout,
    reads: execution.reads,
    rejects: collectRejects(ledger.rejected),
    canContinue: execution.record?.isContinuable() === true,
    isContinued: command.continuing !== undefined,
    error: stopped,
  };
}

async function execute<R>(execution: Execution<R>): Promise<void> {
  const { context, command, ledger, output, reads, run } = execution;
  const { flags, continuing } = command;
  // Once its plan is sealed, a run has passed them.
  const guards = continuing?.state.isSealed ? {} : guardsOf(flags);
  await checkDelivery(flags, reads);
  if (await hasNothingToDo(execution)) return checkGuards(ledger.counts, guards);
  const job = jobOf(command.kind, await command.openJob());
  execution.layout = layoutOf(job.sources, flags.rejects);
  const target = await openTarget(context, output, command);
  execution.target = target;
  const record = flags.dryRun ? NO_RECORD : await openRecord(context, command, target, run);
  execution.record = record;
  await pushThrough(execution, job, target, record, guards);
  if (execution.key !== undefined && !(await command.leavesNothingToDo?.(target))) delete execution.key;
}

/** An error of the platform that has a number alone gets the rule of that number. */
function jobOf<R>(kind: SentKind<R>, opened: OpenedJob<R>): BulkJob<R> {
  const { name, together } = kind.operation;
  const send: BulkJob<R>['send'] = opened.send ?? ((service, request) => kind.operation.send(service, request));
  return {
    ...opened,
    checks: kind,
    send: async (...call) => withRules(name, await send(...call)),
    together: together && {
      keyOf: together.keyOf,
      send: async (...call) => (await together.send(...call)).map((answer) => withRules(name, answer)),
    },
  };
}

async function pushThrough<R>(
  { context, command, ledger, output, run }: Execution<R>,
  job: BulkJob<R>,
  target: Target,
  record: RunRecord,
  guards: Guards,
): Promise<void> {
  const { flags, global, kind, continuing } = command;
  const concurrency = concurrencyOf(command);
  const described = describeRun(run, recordPath(runsFolder(context.env), run), concurrency);
  const results = createResultStream(output, global.format);
  const { events, stop, withoutProgress } = createEvents(output, kind.words.many, described, results);
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
    await runBulk({ ...job, confirm: withoutProgress(job.confirm) }, target, options, ledger);
  } finally {
    stop();
  }
}

async function hasNothingToDo<R>(execution: Execution<R>): Promise<boolean> {
  const { context, command, ledger, output } = execution;
  const key = await identifyRun(context, command);
  if (key === undefined) return false;
  execution.key = key;
  const earlier = await findNoopRun(context, command, key);
  if (earlier === undefined) return false;
  ledger.adopt(earlier.counts);
  output.note(`The input and the store are as run ${earlier.run} left them.`);
  return true;
}

function reportOn<R>({ command, run, ledger, target }: Execution<R>, stopped: unknown): BulkReport {
  const { name, flags, target: choice } = command;
  return createReport(ledger, {
    command: name,
    run,
    target: target ?? { kind: choice.kind, where: whereOf(choice) },
    dryRun: flags.dryRun === true,
    skipInvalid: flags.skipInvalid === true,
    rehearsal: flags.dryRun ? (target?.rehearse ? 'engine' : 'validation') : null,
    ...(stopped === undefined ? {} : { stopped: { error: toReportedError(stopped), exitCode: exitCodeOf(stopped) } }),
  });
}

/** The report is worth more than the last line of the record: without it the run only looks as if it had been cut. */
async function endRecord<R>(execution: Execution<R>, report: BulkReport, stopped: unknown): Promise<void> {
  const { context, command, output, record, key } = execution;
  const settled = await proveNoop(context, command, key, report).catch(() => undefined);
  await record?.end(report.exitCode, settled).catch((error: unknown) => {
    // The cause of the stop was reported already.
    if (error !== stopped) output.warn(toReportedError(error).message);
  });
}

function guardsOf({ expect, maxChanges }: BulkFlags): Guards {
  return { expect, maxChanges };
}

async function openTarget<R>(context: Context, output: Output, command: BulkCommand<R>): Promise<Target> {
  const { name, flags, target, continuing } = command;
  const isRehearsal = flags.dryRun === true;
  if (continuing?.isDone) output.note(`Run ${continuing.run} has nothing left to ${continuing.mode}.`);
  else if (!isRehearsal) output.note(`Sending to ${describeTarget(target)}`);
  else if (output.verbose && target.kind === 'local') output.note(`Rehearsing in ${describeTarget(target)}`);
  return openChosenTarget(context, output, target, {
    mode: isRehearsal ? 'read' : 'write',
    command: name,
    mayAsk: command.global.mayAsk,
    concurrency: concurrencyOf(command),
  });
}

function openRecord<R>(
  context: Context,
  { name, saved, inputs, continuing, target: choice }: BulkCommand<R>,
  { kind, where }: Target,
  run: string,
): Promise<RunRecord> {
  return openRunRecord({
    folder: runsFolder(context.env),
    run,
    command: name,
    target: { kind, where },
    inputs,
    options: { ...saved, ...saveRemote(choice) },
    continuing,
  });
}

/** A target that cannot end well is a fault of its own, unless another one came first. */
async function closeTarget(target: Target | undefined, stopped: unknown): Promise<unknown> {
  try {
    await target?.close();
    return stopped;
  } catch (error) {
    return stopped ?? error;
  }
}

function interruption({ reason }: AbortSignal, { counts, settled, tally }: Ledger): ExamctlError {
  const signal = reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
  if (counts.sent === 0) return new InterruptedError(signal, 'Interrupted');
  const done = settled - tally.notSent;
  const all = Math.max(done, counts.valid);
  const others = done === all ? '' : ', the others were not begun';
  return new InterruptedError(signal, `Interrupted: ${done} of ${all} were done${others}`);
}
