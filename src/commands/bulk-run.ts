/** What all bulk commands do around the pipeline: open the target, tell how far they are, report whatever stops them. */
import type { Context } from '../context.ts';
import type { Draft, SourceLayout } from '../contract/draft.ts';
import type { Resource } from '../contract/field.ts';
import type { BulkReport } from '../contract/report.ts';
import { type ExamctlError, exitCodeOf, InterruptedError } from '../errors.ts';
import { toReportedError } from '../output/error-text.ts';
import type { Output } from '../output/streams.ts';
import { checkGuards, type Guards } from '../provision/guards.ts';
import { createLedger, type Ledger } from '../provision/ledger.ts';
import { collectRejects, type RejectedSourceRow } from '../provision/rejects.ts';
import { createReport } from '../provision/report.ts';
import { type BulkJob, runBulk } from '../provision/run.ts';
import { recordPath } from '../provision/records/list-records.ts';
import { NO_RECORD, type RunRecord } from '../provision/run-record.ts';
import type { Target } from '../provision/target.ts';
import type { BulkFlags } from './bulk-options.ts';
import { createChangeDescriber } from './change-text.ts';
import { checkDelivery } from './delivery-files.ts';
import { layoutOf } from './rejects-layout.ts';
import { createResultStream } from './result-stream.ts';
import type { GlobalOptions } from './global-options.ts';
import { createEvents } from './run-events.ts';
import { type Continuing, openRunRecord, runsFolder } from './run-records.ts';
import { openChosenTarget } from './open-target.ts';
import { saveRemote } from './saved-options.ts';
import { findSettledRun, identifyRun, settlementOf } from './settled.ts';
import { describeTarget, type TargetChoice, whereOf } from './target-options.ts';
import { describeRun } from './verbose-notes.ts';
import { filesRead } from './written-files.ts';

/** What a bulk command has done, ready to be delivered. */
export interface BulkOutcome {
  readonly report: BulkReport;
  readonly rejects: readonly RejectedSourceRow[];
  /** How rejected rows are written. */
  readonly layout: SourceLayout | undefined;
  /** Files that it was to read: nothing is ever written over them. */
  readonly reads: readonly string[];
  /** Whether `runs resume` and `runs retry` can go on with it. */
  readonly canContinue: boolean;
  /** What sends the files that a check found to be valid. */
  readonly sendCommands?: readonly string[];
  /** What stopped the run, if anything did. */
  readonly error?: unknown;
}

/** What the options of all bulk commands have in common. */
export interface BulkBase {
  readonly flags: BulkFlags;
  readonly global: GlobalOptions;
  readonly target: TargetChoice;
  /** The earlier run that this one goes on with. */
  readonly continuing?: Continuing;
}

export interface BulkCommand<R> extends BulkBase {
  /** `schedule push`. */
  readonly name: string;
  readonly noun: string;
  /** Files that it reads, for its record. */
  readonly inputs: readonly string[];
  /** Options from which the record can call it again; without secrets. */
  readonly saved: Readonly<Record<string, unknown>>;
  /** Whose fields its changes are about: they say what is personal. */
  readonly resources: readonly Resource[];
  readonly countCandidates?: (draft: Draft) => number;
  readonly isMissing?: (draft: Draft) => boolean;
  /** Whether the job asks for the keys of all records. */
  readonly trackKeys?: boolean;
  /**
   * Whether the same run, on what it left behind, would find nothing to do. Absent where it may do something again or be
   * refused, and where the time of day has a say.
   */
  readonly leavesNothingToDo?: (target: Target) => Promise<boolean>;
  /** Opens the input; what it throws is reported like everything else. */
  readonly openJob: () => Promise<BulkJob<R>>;
}

/** Commits that wait together share a sync of the disk, so several requests at once are faster than one by one. */
const LOCAL_CONCURRENCY = 32;
const REMOTE_CONCURRENCY = 8;

/** Runs a bulk command. Throws nothing: whatever stops it is in the outcome, with what was done until then. */
export async function runBulkCommand<R>(
  context: Context,
  output: Output,
  command: BulkCommand<R>,
): Promise<BulkOutcome> {
  const ledger = createLedger({
    trackKeys: command.trackKeys === true,
    ...(command.countCandidates ? { countCandidates: command.countCandidates } : {}),
    ...(command.isMissing ? { isMissing: command.isMissing } : {}),
  });
  const run = command.continuing?.run ?? context.newRunId();
  const state: RunState = {};
  let stopped: unknown;
  try {
    await pushThrough(context, output, command, ledger, run, state);
    if (context.signal.aborted) throw interruption(context.signal, ledger);
  } catch (error) {
    stopped = error;
  }
  const { layout, target, record } = state;
  stopped = await closeTarget(target, stopped);
  const { name, flags } = command;
  const report = createReport(ledger, {
    command: name,
    run,
    target: target ?? { kind: command.target.kind, where: whereOf(command.target) },
    dryRun: flags.dryRun === true,
    rehearsal: flags.dryRun ? (target?.rehearse ? 'engine' : 'validation') : null,
    ...(stopped === undefined ? {} : { stopped: { error: toReportedError(stopped), exitCode: exitCodeOf(stopped) } }),
  });
  // The report is worth more than the last line of the record: without it the run only looks as if it had been cut.
  const settled = await settlementOf(context, command, state.key, report).catch(() => undefined);
  await record
    ?.end(report.exitCode, settled)
    .catch((error: unknown) => output.warn(`The run's record: ${String(error)}`));
  const error = stopped === undefined ? {} : { error: stopped };
  const canContinue = record?.isContinuable() === true;
  const reads = filesRead(command);
  return { report, layout, reads, rejects: collectRejects(ledger.rejected), canContinue, ...error };
}

/** What a run holds while it goes on, known to those who tidy up after it. */
interface RunState {
  layout?: SourceLayout | undefined;
  target?: Target;
  record?: RunRecord;
  /** By which the same run is known again. */
  key?: string;
}

async function pushThrough<R>(
  context: Context,
  output: Output,
  command: BulkCommand<R>,
  ledger: Ledger,
  run: string,
  state: RunState,
): Promise<void> {
  const { flags, global, noun, resources, continuing } = command;
  const guards = continuing === undefined ? guardsOf(flags) : {};
  await checkDelivery(flags, filesRead(command));
  if (await hasNothingToDo(context, output, command, ledger, state)) return checkGuards(ledger.counts, guards);
  const job = await command.openJob();
  state.layout = layoutOf(job.sources, flags.rejects);
  const target = await openTarget(context, output, command);
  state.target = target;
  const record = flags.dryRun ? NO_RECORD : await openRecord(context, command, target, run);
  state.record = record;
  const { events, stop, withoutProgress } = createEvents(
    output,
    noun,
    describeRun(run, recordPath(runsFolder(context.env), run), concurrencyOf(command)),
    createResultStream(output, global.format),
  );
  try {
    await runBulk(
      { ...job, confirm: withoutProgress(job.confirm) },
      target,
      {
        dryRun: flags.dryRun === true,
        skipInvalid: flags.skipInvalid === true,
        concurrency: concurrencyOf(command),
        signal: context.signal,
        mode: continuing?.mode ?? 'new',
        record,
        describeChange: createChangeDescriber(resources, flags.reveal === true),
        events,
        ...guards,
      },
      ledger,
    );
    if (state.key !== undefined && !(await command.leavesNothingToDo?.(target))) delete state.key;
  } finally {
    stop();
  }
}

async function hasNothingToDo<R>(
  context: Context,
  output: Output,
  command: BulkCommand<R>,
  ledger: Ledger,
  state: RunState,
): Promise<boolean> {
  const key = await identifyRun(context, command);
  if (key === undefined) return false;
  state.key = key;
  const earlier = await findSettledRun(context, command, key);
  if (earlier === undefined) return false;
  ledger.adopt(earlier.counts);
  output.note(`The input and the store are as run ${earlier.run} left them.`);
  return true;
}

function guardsOf({ expect, maxChanges }: BulkFlags): Guards {
  return { ...(expect === undefined ? {} : { expect }), ...(maxChanges === undefined ? {} : { maxChanges }) };
}

function concurrencyOf({ flags, target }: BulkBase): number {
  return flags.concurrency ?? (target.kind === 'local' ? LOCAL_CONCURRENCY : REMOTE_CONCURRENCY);
}

async function openTarget<R>(context: Context, output: Output, command: BulkCommand<R>): Promise<Target> {
  const { name, flags, target } = command;
  const isRehearsal = flags.dryRun === true;
  if (!isRehearsal) output.note(`Sending to ${describeTarget(target)}`);
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
    ...(continuing === undefined ? {} : { continuing }),
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

function interruption({ reason }: AbortSignal, { counts }: Ledger): ExamctlError {
  const signal = reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
  const message = `Interrupted: ${counts.succeeded} of ${counts.valid} were done, the others were not begun`;
  return new InterruptedError(signal, message);
}
