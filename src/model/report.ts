/** The types of what a bulk command reports. */

import type { RejectedRow, SourceLayout } from './draft.ts';
import type { Report } from './report-schema.ts';

export const REPORT_SCHEMA_VERSION = 1 satisfies Report['schemaVersion'];

/** The number of records by action and outcome; in a dry run, by the planned ones. */
export interface Tally {
  created: number;
  updated: number;
  /** Stored, but the target does not say whether it created or updated the record. */
  accepted: number;
  unchanged: number;
  failed: number;
  unknown: number;
  notSent: number;
}

/** The report, whose schema says what it has. */
export type BulkReport = Fixed<Report>;
export type RecordResult = BulkReport['results'][number];
export type Action = RecordResult['action'];
export type Outcome = RecordResult['outcome'];
export type FieldChange = NonNullable<RecordResult['changes']>[number];
export type InputTotals = BulkReport['inputs'][number];
export type ReportTarget = NonNullable<BulkReport['target']>;
export type ReportedError = NonNullable<BulkReport['error']>;
/** They are counted up during a run. */
export type Counts = Report['counts'];

type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;

/** A report with the numbers and words that the screen adds. */
export interface ScreenReport extends BulkReport {
  readonly tally: Readonly<Tally>;
  /** The words for the records. */
  readonly words: RecordWords;
}

/** The data of the report files of a run. */
export interface ReportedRun {
  readonly report: BulkReport;
  /** Numbers for the screen, which the JSON of the report does not have. */
  readonly tally: Readonly<Tally>;
  /** The words for the records. */
  readonly words: RecordWords;
  /** The rejected rows in the order of the files; empty if no rejects file is wanted. */
  readonly rejects: Iterable<RejectedRow>;
  /** The format of the input; absent if no input was read. */
  readonly layout: SourceLayout | undefined;
  /** The root of the repository in whose pipeline the command runs. */
  readonly repository?: string | undefined;
  /** The IANA zone in which reports for people show times; UTC if it is absent. */
  readonly zone?: string | undefined;
  /** Whether `runs resume` and `runs retry` can continue the run; true by default. */
  readonly canContinue?: boolean | undefined;
  /** Whether the run was resumed or retried: then the counts cover all of it, and most flags are those of the run. */
  readonly isContinued?: boolean | undefined;
  /** Whether something is wrong with the list as a whole, for which `--skip-invalid` sends nothing. */
  readonly hasListErrors?: boolean | undefined;
  /** Whether `--skip-invalid` was given: wrong records are left out. */
  readonly skipsInvalid?: boolean | undefined;
  /** The commands that send the files that a check found to be valid. */
  readonly sendCommands?: readonly string[] | undefined;
  /** The flags of the target, for the commands that follow; with a blank before each. They may name a user of a database. */
  readonly targetFlags?: string | undefined;
}

export function emptyCounts(): Counts {
  return {
    read: 0,
    valid: 0,
    invalid: 0,
    create: 0,
    update: 0,
    unchanged: 0,
    sent: 0,
    succeeded: 0,
    failed: 0,
    unknown: 0,
  };
}

export function emptyTally(): Tally {
  return { created: 0, updated: 0, accepted: 0, unchanged: 0, failed: 0, unknown: 0, notSent: 0 };
}

/** The words of reports, progress and questions for the records of a kind. */
export interface RecordWords {
  readonly one: string;
  readonly many: string;
  readonly created: string;
  readonly updated: string;
  /** Stored, if only the target knows whether it created or updated the record. */
  readonly accepted: string;
  /** Ends the sentence "all 40 schedules are …". */
  readonly unchanged: string;
  /** The command that shows the links of candidates; absent if records have none. */
  readonly linksCommand?: string | undefined;
}

export const USUAL_WORDS = {
  created: 'created',
  updated: 'updated',
  accepted: 'accepted',
  unchanged: 'as the file says',
} as const;
