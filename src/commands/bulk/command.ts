/** A bulk command as its runner sees it, and what it returns for delivery. */
import { DEFAULT_CONCURRENCY } from '../../config.ts';
import type { Draft, RejectedRow, SourceLayout } from '../../bulk/model/draft.ts';
import type { BulkReport, Tally } from '../../bulk/model/report.ts';
import type { SentKind } from '../../bulk/kinds/kind.ts';
import type { RecordWords } from '../../bulk/model/record-words.ts';
import type { BulkJob } from '../../bulk/run/bulk-job.ts';
import type { Target } from '../../bulk/model/target.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import type { Continuing } from '../record/run-records.ts';
import type { TargetChoice } from '../options/target-options.ts';

/** What a bulk command has done, ready to be delivered. */
export interface BulkOutcome {
  readonly report: BulkReport;
  /** What the screen tells of the records; the report's JSON goes without. */
  readonly tally: Tally;
  /** How the screen names the records. */
  readonly words: RecordWords;
  readonly rejects: readonly RejectedRow[];
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
  /** What its records are, and what sends them. */
  readonly kind: SentKind<R>;
  /** Files that it reads, for its record. */
  readonly inputs: readonly string[];
  /** Options from which the record can call it again; without secrets. */
  readonly saved: Readonly<Record<string, unknown>>;
  readonly isMissing?: ((draft: Draft) => boolean) | undefined;
  /** The field of the keys, where the job asks for those of all records. */
  readonly keyField?: string | undefined;
  /**
   * Whether the same run, on what it left behind, would find nothing to do. Absent where it may do something again or be
   * refused, and where the time of day has a say.
   */
  readonly leavesNothingToDo?: ((target: Target) => Promise<boolean>) | undefined;
  /** Opens the input; what it throws is reported like everything else. */
  readonly openJob: () => Promise<OpenedJob<R>>;
}

/** What a command adds to what its kind says. */
export interface OpenedJob<R> extends Omit<BulkJob<R>, 'checks' | 'send' | 'together'> {
  /** Where the command sends a record in another way than its kind does. */
  readonly send?: BulkJob<R>['send'] | undefined;
}

/** How many requests are under way at once: commits that wait together share a sync of the disk. */
export function concurrencyOf({ flags, target }: BulkBase): number {
  return flags.concurrency ?? DEFAULT_CONCURRENCY[target.kind];
}
