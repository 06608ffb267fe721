/** What a bulk command reports: the JSON on standard output, a promise to scripts (docs/operations.md). */

import type { Delivery } from '../platform/envelope.ts';
import type { Field } from '../platform/fields/field.ts';
import type { ApiError } from '../platform/problem.ts';
import type { Effect } from '../platform/service.ts';
import type { RejectedRow, SourceLayout } from './draft.ts';
import type { Finding } from './finding.ts';
import type { Place } from './place.ts';
import type { RecordWords } from './record-words.ts';

export const REPORT_SCHEMA_VERSION = 1;

/** Where a run sends. `where` is the store's folder or the base URL. */
export interface ReportTarget {
  readonly kind: 'local' | 'remote';
  readonly where: string;
}

/** The action that a record takes, or would take; `unknown` where only the target could say. */
export type Action = Effect['action'];

export type Outcome = 'succeeded' | 'failed' | 'unknown' | 'not-sent' | 'would-succeed' | 'would-fail';

/** The result of one record: one request to the platform. */
export interface RecordResult extends Place {
  /** The external id that the record is known by. */
  readonly key: string;
  /** Whom or what it is about: a person's name, shortened unless it is to be revealed, or a title; absent without one. */
  readonly name?: string | undefined;
  /** When a schedule takes place; its end is absent where the platform sets it. */
  readonly sitting?: { readonly start: string; readonly end?: string | undefined } | undefined;
  readonly action: Action;
  readonly outcome: Outcome;
  /** How many times this command sent it; 0 for what an earlier part of a resumed run has done. */
  readonly attempts: number;
  readonly errors: readonly ApiError[];
  /** What an update changes, where that is known; personal data is masked unless it is to be revealed. */
  readonly changes?: readonly FieldChange[] | undefined;
  /** Links of candidates that came with a remote's answer. A link is enough to enter the exam. */
  readonly links?: Delivery['links'] | undefined;
  /** The remote's words that prove an earlier attempt without an answer. */
  readonly said?: string | undefined;
  /** The beginning of an answer that was not understood, in one line and without secrets. */
  readonly excerpt?: string | undefined;
}

/** A field before and after a change, as text; null where it is not set. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The id and the name of the candidate whose field it is, in a change of a schedule. */
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
  /** The candidates in the schedules read; only in reports of `schedule push`. */
  candidates?: number | undefined;
  /**
   * Logins of users who are not in the file: those that were disabled, and before anything is sent those that would be.
   * Only in reports of `user sync --missing disable`.
   */
  disabled?: number | undefined;
}

/** What became of the records, or in a dry run what would: counted by action and outcome. */
export interface Tally {
  created: number;
  updated: number;
  /** Done, without word from the target whether it created or updated. */
  accepted: number;
  unchanged: number;
  failed: number;
  unknown: number;
  notSent: number;
}

/** The totals of the lines of an input. All other counts add up to `lines`. */
export interface InputTotals {
  readonly file: string;
  readonly lines: number;
  /** Lines of the header; in JSON those that hold nothing but brackets and commas between records. */
  readonly header: number;
  /** Lines on which a record begins. */
  readonly records: number;
  /** Further lines of records. */
  readonly continued: number;
  readonly blank: number;
  /** Lines of rows that are no records and were left out, and further lines of rows that seem to hold other rows. */
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
  /** Id of the run; null where no record of it is kept: for a check, a dry run, and what stopped before it sent. */
  readonly run: string | null;
  /** When the report was made, in UTC: `2026-11-21T03:15:00.000Z`. */
  readonly createdAt: string;
  readonly target: ReportTarget | null;
  readonly dryRun: boolean;
  /** How a dry run knows: by the engine on the real state, or by local validation alone; null where it is none. */
  readonly rehearsal: 'engine' | 'validation' | null;
  readonly counts: Counts;
  /** One entry for each file that was read to its end. */
  readonly inputs: readonly InputTotals[];
  readonly findings: readonly Finding[];
  readonly results: readonly RecordResult[];
  /** Lists that were cut, with what is shown of them and what there is; absent where none was. */
  readonly cut?: Readonly<Record<string, { readonly shown: number; readonly total: number }>>;
  readonly error: ReportedError | null;
  readonly exitCode: number;
}

/** A report with the numbers and words that the screen adds. */
export interface ScreenReport extends BulkReport {
  readonly tally: Readonly<Tally>;
  /** How its records are named. */
  readonly words: RecordWords;
}

/** A run as its report files show it. */
export interface ReportedRun {
  readonly report: BulkReport;
  /** The numbers of records that the screen shows; the report's JSON has none of them. */
  readonly tally: Readonly<Tally>;
  /** How its records are named. */
  readonly words: RecordWords;
  /** In the order of the files; none where nobody asked for them. */
  readonly rejects: Iterable<RejectedRow>;
  /** The form of the input; absent where none was read. */
  readonly layout: SourceLayout | undefined;
  /** The fields that the columns of the input hold, by their headers; empty where nothing was rejected. */
  readonly columnFields?: ReadonlyMap<string, readonly Field[]> | undefined;
  /** Whether personal data is shown as it is. */
  readonly reveal?: boolean | undefined;
  /** Whether `runs resume` and `runs retry` can continue it; true by default. */
  readonly canContinue?: boolean | undefined;
  /** True when the counts cover the whole resumed run. */
  readonly isContinued?: boolean | undefined;
  /** Whether something is wrong with the list as a whole. */
  readonly hasListErrors?: boolean | undefined;
  /** Whether wrong records are left out. */
  readonly skipsInvalid?: boolean | undefined;
  /** What sends the files that a check found to be valid. */
  readonly sendCommands?: readonly string[] | undefined;
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
