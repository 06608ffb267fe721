/** The record of a run. With it the run can be resumed, retried and shown. */
import type { ValidRequest } from '../model/draft.ts';
import type { Place } from '../model/place.ts';
import type { Action, RecordResult } from '../model/report.ts';
import type { Links } from '../platform/envelope.ts';

/** The state of a record from an earlier part of the run. */
export type Earlier =
  /** It was sent, or need not be sent, and has this result. */
  | { readonly state: 'settled'; readonly result: Omit<RecordResult, 'key' | 'file' | 'line'> }
  /** It may have been sent: it was begun without an outcome, or its outcome is unknown. */
  | { readonly state: 'unsure' }
  | { readonly state: 'open' };

/** `resume` sends the open records of an earlier part of the run, `retry` only those that failed. */
export type RunMode = 'new' | 'resume' | 'retry';

/** Whether this part of the run sends a record. */
export function isLeft(earlier: Earlier, mode: RunMode): boolean {
  if (mode === 'retry') return earlier.state === 'settled' && earlier.result.outcome === 'failed';
  return earlier.state !== 'settled';
}

export interface RunRecord {
  /** The id of the run. */
  readonly run: string;
  /** The number of a record from an earlier part of the run. Called once for each record, in their order. */
  find(record: ValidRequest): number | undefined;
  /** Adds a record without a number to the plan. Returns its new number. */
  intend(record: ValidRequest, action: Action): number;
  /** Resolves when the whole plan is on the disk. Called before the first request. For a store, it begins all records. */
  seal(): Promise<void>;
  earlier(number: number): Earlier;
  /** Whether a row that `find` does not find was unchanged when the run began: the input is as it was. */
  readonly hasAllChanges: boolean;
  /** Whether a record that is not sent again has another content in a file that has changed since. */
  hasChanged(number: number): boolean;
  /** The planned records that are left to send and that `find` has not found, because the input has changed. */
  gone(): readonly (Place & { readonly key: string })[];
  /** Marks records as being sent to a remote. They are written when it returns. */
  begin(numbers: readonly number[]): void;
  /** Resolves when the links of a schedule's candidates are on the disk, in a file of their own. */
  keepLinks(schedule: string, links: Links, request?: unknown): Promise<void>;
  /** Adds a result. For a remote it is written when it returns. `not-sent` undoes the begin: certainly nothing was sent. */
  settle(number: number, result: RecordResult): void;
  /** Ends this part of the run. Does nothing after `discard`. */
  end(exitCode: number): Promise<void>;
  /** Whether the record is kept, so that the run can be named. */
  isKept(): boolean;
  /** Whether the run can be continued later: it has begun, and its input can be read again. */
  isContinuable(): boolean;
  /** Closes the run record without an end, and deletes that of a new run. Called if no request was begun. */
  discard(): Promise<void>;
}

/** The run record of a dry run, which writes nothing. */
export const NO_RECORD: RunRecord = {
  run: '',
  find: () => undefined,
  intend: () => 0,
  seal: async () => {},
  earlier: () => ({ state: 'open' }),
  hasAllChanges: false,
  hasChanged: () => false,
  gone: () => [],
  begin: () => {},
  keepLinks: async () => {},
  settle: () => {},
  isKept: () => false,
  isContinuable: () => false,
  end: async () => {},
  discard: async () => {},
};
