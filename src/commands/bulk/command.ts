/** A bulk command as its runner sees it, and what it returns for the report. */

import { DEFAULT_CONCURRENCY } from '../../built-in-defaults.ts';
import type { SentKind } from '../../bulk/kinds/kind.ts';
import type { ReportDetails } from '../../bulk/report/report.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import { exitCodeOf } from '../../errors.ts';
import type { Draft } from '../../model/draft.ts';
import type { ReportedRun } from '../../model/report.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import type { AssessmentService } from '../../platform/service.ts';
import type { RecordState } from '../../runs/record/read-record.ts';
import type { RunLock } from '../../runs/record/run-lock.ts';
import type { RunMode } from '../../runs/run-record.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { TargetCall } from '../options/target-options.ts';

/** What a bulk command has done, ready to be delivered. */
export interface BulkOutcome extends ReportedRun {
  /** Files that it was to read: nothing is ever written over them. */
  readonly reads: readonly string[];
  /** What was asked, as a command without questions. */
  readonly equivalent?: string | undefined;
  /** What stopped the run, if anything did. */
  readonly error?: unknown | undefined;
}

/** An earlier run that is resumed or retried. */
interface Continuing {
  readonly run: string;
  readonly mode: Exclude<RunMode, 'new'>;
  /** Read while the lock was held; its paths are those that count from here. */
  readonly state: RecordState;
  readonly lock: RunLock;
  /** Whether every record that this part could send is settled already. */
  readonly isDone: boolean;
  /** Resume although the input has changed. */
  readonly force: boolean;
}

/** What the options of all bulk commands have in common. */
export interface BulkBase extends TargetCall<BulkFlags> {
  /** The earlier run that this one goes on with. */
  readonly continuing?: Continuing | undefined;
}

/** Does what a bulk command was called for. */
export type RunBulk<O = BulkBase> = (options: O) => Promise<BulkOutcome>;

export interface BulkCommand<R> extends BulkBase {
  /** `schedule push`. */
  readonly name: string;
  /** What its records are, and what sends them. */
  readonly kind: SentKind<R>;
  /** Files that its records come from. */
  readonly files: readonly string[];
  /** Options of its own from which the record can call it again; without secrets. */
  readonly saved: Readonly<Record<string, unknown>>;
  readonly isMissing?: ((draft: Draft) => boolean) | undefined;
  /** The field of the keys, where the job asks for those of all records. */
  readonly keyField?: string | undefined;
  /** Opens the input; what it throws is reported like everything else. */
  readonly openJob: () => Promise<OpenedJob<R>>;
}

/** What a command adds to what its kind says. */
export interface OpenedJob<R> extends Omit<BulkJob<R>, 'checks' | 'send' | 'together'> {
  /** Where the command sends a record in another way than its kind does. */
  readonly send?: BulkJob<R>['send'] | undefined;
  /** Where answers mean something else than the kind alone can say. */
  readonly serviceOf?: ((service: AssessmentService) => AssessmentService) | undefined;
}

/** How many requests are under way at once: commits that wait together share a sync of the disk. */
export function concurrencyOf({ flags, target }: BulkBase): number {
  return flags.concurrency ?? DEFAULT_CONCURRENCY[target.kind];
}

/** What stopped a command, as its report says it. */
export function stopOf(error: unknown): ReportDetails['stopped'] {
  return error === undefined ? undefined : { error: toReportedError(error), exitCode: exitCodeOf(error) };
}
