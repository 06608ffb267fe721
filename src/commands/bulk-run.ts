/** What all bulk commands do around the pipeline: open the target, tell how far they are, report whatever stops them. */
import type { Context } from '../context.ts';
import type { Draft, SourceLayout } from '../contract/draft.ts';
import type { Resource } from '../contract/field.ts';
import type { BulkReport } from '../contract/report.ts';
import { type ExamctlError, exitCodeOf, InterruptedError } from '../errors.ts';
import { toReportedError } from '../output/error-text.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import type { Output } from '../output/streams.ts';
import { createLedger, type Ledger } from '../provision/ledger.ts';
import { collectRejects, type RejectedSourceRow } from '../provision/rejects.ts';
import { createReport } from '../provision/report.ts';
import { type BulkJob, type RunEvents, runBulk } from '../provision/run.ts';
import type { Target } from '../provision/target.ts';
import type { BulkFlags } from './bulk-options.ts';
import { createChangeDescriber } from './change-text.ts';
import { createResultStream } from './result-stream.ts';
import type { GlobalOptions } from './global-options.ts';
import type { StoreChoice } from './store-options.ts';

/** What a bulk command has done, ready to be delivered. */
export interface BulkOutcome {
  readonly report: BulkReport;
  readonly rejects: readonly RejectedSourceRow[];
  /** How rejected rows are written. */
  readonly layout: SourceLayout | undefined;
  /** What stopped the run, if anything did. */
  readonly error?: unknown;
}

export interface BulkCommand<R> {
  /** `schedule push`. */
  readonly name: string;
  readonly noun: string;
  readonly flags: BulkFlags;
  readonly global: GlobalOptions;
  readonly store: StoreChoice;
  /** Whose fields its changes are about: they say what is personal. */
  readonly resources: readonly Resource[];
  readonly countCandidates?: (draft: Draft) => number;
  /** Opens the input; what it throws is reported like everything else. */
  readonly openJob: () => Promise<BulkJob<R>>;
}

/** Commits that wait together share a sync of the disk, so several requests at once are faster than one by one. */
const LOCAL_CONCURRENCY = 32;

/** Runs a bulk command. Throws nothing: whatever stops it is in the outcome, with what was done until then. */
export async function runBulkCommand<R>(
  context: Context,
  output: Output,
  command: BulkCommand<R>,
): Promise<BulkOutcome> {
  const ledger = createLedger({
    trackKeys: true,
    ...(command.countCandidates ? { countCandidates: command.countCandidates } : {}),
  });
  const run = context.newRunId();
  let layout: SourceLayout | undefined;
  let target: Target | undefined;
  let stopped: unknown;
  try {
    const job = await command.openJob();
    layout = job.sources[0]?.layout;
    target = await openTarget(context, output, command);
    await pushThrough(context, output, command, job, target, ledger);
    if (context.signal.aborted) throw interruption(context.signal, ledger);
  } catch (error) {
    stopped = error;
  }
  stopped = await closeTarget(target, stopped);
  const { name, flags } = command;
  const report = createReport(ledger, {
    command: name,
    run,
    target: target ?? { kind: 'local', where: command.store.folder },
    dryRun: flags.dryRun === true,
    rehearsal: flags.dryRun ? (target?.rehearse ? 'engine' : 'validation') : null,
    ...(stopped === undefined ? {} : { stopped: { error: toReportedError(stopped), exitCode: exitCodeOf(stopped) } }),
  });
  return {
    report,
    layout,
    rejects: collectRejects(ledger.rejected),
    ...(stopped === undefined ? {} : { error: stopped }),
  };
}

async function pushThrough<R>(
  context: Context,
  output: Output,
  { flags, global, noun, resources }: BulkCommand<R>,
  job: BulkJob<R>,
  target: Target,
  ledger: Ledger,
): Promise<void> {
  const { events, stop } = createEvents(output, noun, createResultStream(output, global.format));
  try {
    await runBulk(
      job,
      target,
      {
        dryRun: flags.dryRun === true,
        skipInvalid: flags.skipInvalid === true,
        concurrency: flags.concurrency ?? LOCAL_CONCURRENCY,
        signal: context.signal,
        describeChange: createChangeDescriber(resources, flags.reveal === true),
        events,
        ...(flags.expect === undefined ? {} : { expect: flags.expect }),
        ...(flags.maxChanges === undefined ? {} : { maxChanges: flags.maxChanges }),
      },
      ledger,
    );
  } finally {
    stop();
  }
}

function openTarget<R>(context: Context, output: Output, { name, flags, store }: BulkCommand<R>): Promise<Target> {
  const isRehearsal = flags.dryRun === true;
  if (!isRehearsal) output.note(`Sending to the embedded engine in ${store.folder}`);
  return context.openTarget({
    ...store,
    mode: isRehearsal ? 'read' : 'write',
    command: name,
    onWarning: (message) => output.warn(message),
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

const STAGE_WORDS = { reading: 'reading', planning: 'planning', sending: 'sending' } as const;

function createEvents(
  output: Output,
  noun: string,
  onResult: RunEvents['onResult'],
): { events: RunEvents; stop: () => void } {
  let progress: Progress | undefined;
  const stop = () => progress?.stop();
  return {
    stop,
    events: {
      onStage: (stage, total) => {
        stop();
        progress = createProgress(output, {
          label: `${STAGE_WORDS[stage]} ${noun}`,
          ...(total === undefined ? {} : { total }),
        });
      },
      onProgress: (done) => progress?.update(done),
      onResult,
    },
  };
}

function interruption({ reason }: AbortSignal, { counts }: Ledger): ExamctlError {
  const signal = reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
  const message = `Interrupted: ${counts.succeeded} of ${counts.valid} were done, the others were not begun`;
  return new InterruptedError(signal, message, { hint: 'Run the same command again with --upsert to go on.' });
}
