/** The types of a bulk command and its outcome, and the job that a command describes. */

import { judgeOf } from '../../bulk/check/strictness.ts';
import type { SentKind } from '../../bulk/kinds/kind.ts';
import type { ReportDetails } from '../../bulk/report/create-report.ts';
import { withRules } from '../../bulk/report/results.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import { exitCodeOf } from '../../errors.ts';
import type { Draft } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { ReportedRun } from '../../model/report.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import type { AssessmentService, Effect } from '../../platform/service.ts';
import type { RecordState } from '../../runs/record/read-record.ts';
import type { RunLock } from '../../runs/record/run-lock.ts';
import type { RunMode } from '../../runs/run-record.ts';
import type { BulkFlags, ReadOptions } from '../options/bulk-options.ts';
import type { TargetCall } from '../options/target-options.ts';
import type { Remembering } from '../target/runs-there.ts';

/** The outcome of a bulk command, ready to be reported. */
export interface BulkOutcome extends ReportedRun {
  /** The files that the command reads. They are never overwritten. */
  readonly reads: readonly string[];
  /** How it reads them. */
  readonly reading?: (ReadOptions & { readonly candidates?: unknown }) | undefined;
  /** A command that does the same as the answers to questions. */
  readonly equivalent?: string | undefined;
  /** The findings that were shown before a question. */
  readonly said?: ReadonlySet<Finding> | undefined;
  /** The error that stopped the run. */
  readonly error?: unknown | undefined;
}

/** An earlier run that is resumed or retried. */
interface Continuing {
  readonly run: string;
  readonly mode: Exclude<RunMode, 'new'>;
  /** The state of the record, read under the lock. Its paths are valid for this process. */
  readonly state: RecordState;
  readonly lock: RunLock;
  /** Whether nothing is left to send in this mode. */
  readonly isDone: boolean;
  /** Whether to resume although the input has changed. */
  readonly force: boolean;
}

/** The common options of all bulk commands. */
export interface BulkBase extends TargetCall<BulkFlags> {
  /** The earlier run that this one continues. */
  readonly continuing?: Continuing | undefined;
}

/** Executes a bulk command. */
export type RunBulk<O = BulkBase> = (options: O) => Promise<BulkOutcome>;

/** The commands that send records and leave a record of the run, so that it can be resumed. */
export type BulkCommandName = 'schedule push' | 'user sync' | 'collection add' | 'invigilators remove';

/** Receives what the run and its report need to know of the questions. */
export interface Asked {
  /** The text about the command that is equivalent to the answers. */
  equivalent?: string | undefined;
  /** Whether an effect is the one that the user has agreed to. Absent if none could be shown. */
  isAsShown?: ((effect: Effect) => boolean) | undefined;
  /** The findings that were shown before a question. The screen does not repeat them. */
  said?: ReadonlySet<Finding> | undefined;
}

export interface BulkCommand<R> extends BulkBase {
  readonly name: BulkCommandName;
  /** The kind of its records. */
  readonly kind: SentKind<R>;
  /** The files with its records. */
  readonly files: readonly string[];
  /** Its own options, saved in the record so that the run can be continued. Without secrets. */
  readonly saved: Readonly<Record<string, unknown>>;
  /** What the run record keeps of requests to a remote. */
  readonly remembers?: Remembering | undefined;
  /** Whether a draft is for a user who is missing from the file. */
  readonly isMissing?: ((draft: Draft) => boolean) | undefined;
  /** The field with the keys, if the job needs the keys of all records. */
  readonly keyField?: string | undefined;
  /** Opens the input. Its errors are reported like all others. */
  readonly openJob: (asked: Asked) => Promise<OpenedJob<R>>;
}

/** The parts of a job that the command adds to those of its kind. */
export interface OpenedJob<R> extends Omit<BulkJob<R>, 'checks' | 'send' | 'together'> {
  /** Sends a record, if the command does it differently from its kind. */
  readonly send?: BulkJob<R>['send'] | undefined;
  /** Wraps the service, if the command interprets answers differently from its kind. */
  readonly serviceOf?: ((service: AssessmentService) => AssessmentService) | undefined;
}

/** The job of a command. Errors of the platform that have only a code get the rule of that code. */
export function jobOf<R>(
  { kind, context, flags }: Pick<BulkCommand<R>, 'kind' | 'context' | 'flags'>,
  opened: OpenedJob<R>,
): BulkJob<R> {
  const { name, together } = kind.operation;
  const { serviceOf = (service) => service } = opened;
  const send: BulkJob<R>['send'] = opened.send ?? ((service, request) => kind.operation.send(service, request));
  return {
    ...opened,
    checks: { ...kind, now: context.now, judge: judgeOf(flags) },
    send: async (service, request) => withRules(name, await send(serviceOf(service), request)),
    together: together && {
      keyOf: together.keyOf,
      send: async (service, requests) =>
        (await together.send(serviceOf(service), requests)).map((answer) => withRules(name, answer)),
    },
  };
}

/** The error that stopped a command, in the form of the report. */
export function stopOf(error: unknown): ReportDetails['stopped'] {
  return error === undefined ? undefined : { error: toReportedError(error), exitCode: exitCodeOf(error) };
}
