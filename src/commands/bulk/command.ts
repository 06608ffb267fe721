/** A bulk command as its runner sees it, and what it returns for delivery. */
import { DEFAULT_CONCURRENCY } from '../../config.ts';
import type { Draft, SourceLayout } from '../../bulk/model/draft.ts';
import type { Resource } from '../../platform/fields/field.ts';
import type { BulkReport } from '../../bulk/model/report.ts';
import type { RejectedSourceRow } from '../../bulk/report/rejects.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import type { Target } from '../../bulk/model/target.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import type { Continuing } from '../record/run-records.ts';
import type { TargetChoice } from '../options/target-options.ts';

/** What a bulk command has done, ready to be delivered. */
export interface BulkOutcome {
  readonly report: BulkReport;
  readonly rejects: readonly RejectedSourceRow[];
  /** How rejected rows are written. */
  readonly layout: SourceLayout | undefined;
  /** Files that it was to read: nothing is ever written over them. */
  readonly reads: readonly string[];
  /** Whether `runs resume` and `runs retry` can continue it. */
  readonly canContinue: boolean;
  /** True when the counts cover the whole resumed run. */
  readonly isContinued?: boolean | undefined;
  /** What sends the files that a check found to be valid. */
  readonly sendCommands?: readonly string[] | undefined;
  /** What stopped the run, if anything did. */
  readonly error?: unknown | undefined;
}

/** What the options of all bulk commands have in common. */
export interface BulkBase {
  readonly flags: BulkFlags;
  readonly global: GlobalOptions;
  readonly target: TargetChoice;
  /** The earlier run that this one goes on with. */
  readonly continuing?: Continuing | undefined;
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
  readonly countCandidates?: ((draft: Draft) => number) | undefined;
  readonly isMissing?: ((draft: Draft) => boolean) | undefined;
  /** The field of the keys, where the job asks for those of all records. */
  readonly keyField?: string | undefined;
  /**
   * Whether the same run, on what it left behind, would find nothing to do. Absent where it may do something again or be
   * refused, and where the time of day has a say.
   */
  readonly leavesNothingToDo?: ((target: Target) => Promise<boolean>) | undefined;
  /** Opens the input; what it throws is reported like everything else. */
  readonly openJob: () => Promise<BulkJob<R>>;
}

/** Commits that wait together share a sync of the disk, so several requests at once are faster than one by one. */
/** How many requests are under way at once. */
export function concurrencyOf({ flags, target }: BulkBase): number {
  return flags.concurrency ?? DEFAULT_CONCURRENCY[target.kind];
}
