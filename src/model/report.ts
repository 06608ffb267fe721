/** The report of a bulk command: its JSON on standard output is a promise to scripts (docs/reports.md). */

import type { Delivery } from '../platform/envelope.ts';
import type { Field } from '../platform/fields/field.ts';
import type { ApiError } from '../platform/problem.ts';
import type { Effect } from '../platform/service.ts';
import type { KeptRow, RejectedRow, SourceLayout } from './draft.ts';
import type { Finding } from './finding.ts';
import type { Place } from './place.ts';
import type { RecordWords } from './record-words.ts';

export const REPORT_SCHEMA_VERSION = 1;

/** The target of a run. `where` is the folder of the store, or the base URL. */
export interface ReportTarget {
  readonly kind: 'local' | 'remote';
  readonly where: string;
}

/** The actions of records, or in a dry run the planned ones; `unknown` if only the target knows. */
export const ACTIONS = ['create', 'update', 'unchanged', 'unknown'] as const satisfies Effect['action'][];
export type Action = Effect['action'];

export const OUTCOMES = ['succeeded', 'failed', 'unknown', 'not-sent', 'would-succeed', 'would-fail'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The result of one record: one request to the platform. */
export interface RecordResult extends Place {
  /** The external id of the record. */
  readonly key: string;
  /** The name of the person, shortened unless `--reveal` is set, or the title; absent if there is none. */
  readonly name?: string | undefined;
  /** The times of a schedule; `end` is absent if the platform sets the end. */
  readonly sitting?: { readonly start: string; readonly end?: string | undefined } | undefined;
  readonly action: Action;
  readonly outcome: Outcome;
  /** How many times this command sent the record; 0 if an earlier part of a resumed run sent it. */
  readonly attempts: number;
  readonly errors: readonly ApiError[];
  /**
   * The changes of an update, and of users whom a new schedule changes, if they are known. Personal data is masked
   * unless `--reveal` is set.
   */
  readonly changes?: readonly FieldChange[] | undefined;
  /** The links of candidates in the answer of a remote. Anyone with a link can enter the exam. */
  readonly links?: Delivery['links'] | undefined;
  /** The answer of the remote that proves the success of an earlier attempt without an answer. */
  readonly said?: string | undefined;
  /** The beginning of an answer in an unknown form, on one line and without secrets. */
  readonly excerpt?: string | undefined;
}

/** The value of a field before and after a change, as text; null if it is not set. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The id and the name of the candidate, for a change of a candidate in a schedule. */
  readonly candidate?: string | undefined;
  readonly name?: string | undefined;
}

/** Numbers of records; for `schedule push` a record is a schedule with its candidates. */
export interface Counts {
  read: number;
  valid: number;
  invalid: number;
  create: number;
  update: number;
  unchanged: number;
  sent: number;
  succeeded: number;
  failed: number;
  unknown: number;
  /** The candidates of all schedules read; only in reports of `schedule push`. */
  candidates?: number | undefined;
  /** The disabled logins of users who are not in the file; before sending, the logins to disable. Only of `user sync`. */
  disabled?: number | undefined;
}

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

/** The lines of an input. All other counts add up to `lines`. */
export interface InputTotals {
  readonly file: string;
  readonly lines: number;
  /** Lines of the header; in JSON, lines with only brackets and commas between records. */
  readonly header: number;
  /** Lines on which a record begins. */
  readonly records: number;
  /** Further lines of records. */
  readonly continued: number;
  readonly blank: number;
  /** Lines of rows that are no records and are left out, and further lines of rows that seem to contain other rows. */
  readonly reported: number;
}

/** An error that stopped the command. */
export interface ReportedError {
  readonly name: string;
  readonly message: string;
  readonly hint: string | null;
}

export interface BulkReport {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION;
  /** `schedule push`, `user sync`, `validate users`, … */
  readonly command: string;
  /** The id of the run; null if there is no run record: for a check, a dry run, and a run that stopped before it sent. */
  readonly run: string | null;
  /** The time of the report, in UTC: `2026-11-21T03:15:00.000Z`. */
  readonly createdAt: string;
  readonly target: ReportTarget | null;
  readonly dryRun: boolean;
  /** The source of a dry run: the engine with the real state, or local validation alone; null if it is no dry run. */
  readonly rehearsal: 'engine' | 'validation' | null;
  /** The rules of the suspicions that `--accept` lets through. */
  readonly accepted: readonly string[];
  readonly counts: Counts;
  /** One entry for each file that was read to its end. */
  readonly inputs: readonly InputTotals[];
  readonly findings: readonly Finding[];
  readonly results: readonly RecordResult[];
  /** The shortened lists, with the number of shown and of all entries; absent if none is shortened. */
  readonly cut?: Readonly<Record<string, { readonly shown: number; readonly total: number }>>;
  readonly error: ReportedError | null;
  readonly exitCode: number;
}

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
  /** The rows of accepted records that findings are about; absent if no report shows them. */
  readonly accepted?: Iterable<KeptRow> | undefined;
  /** The format of the input; absent if no input was read. */
  readonly layout: SourceLayout | undefined;
  /** The fields of each column of the input, by its header; empty if no row was kept. */
  readonly columnFields?: ReadonlyMap<string, readonly Field[]> | undefined;
  /** The root of the repository in whose pipeline the command runs. */
  readonly repository?: string | undefined;
  /** The IANA zone in which reports for people show times; UTC if it is absent. */
  readonly zone?: string | undefined;
  /** Whether personal data is shown unmasked. */
  readonly reveal?: boolean | undefined;
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
