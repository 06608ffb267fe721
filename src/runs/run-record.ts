/** What a run writes down of itself, so that it can be resumed, retried and explained. */
import type { Draft } from '../bulk/model/draft.ts';
import type { Action, RecordResult } from '../bulk/model/report.ts';
import type { Links } from './kept-links.ts';
import type { NoopProof } from './record/lines.ts';

/** What is known about a record from an earlier part of the run. */
export type Earlier =
  /** It was settled: sent, and this is what became of it. */
  | { readonly state: 'settled'; readonly result: Omit<RecordResult, 'key' | 'file' | 'line'> }
  /** It may have been sent: it was begun, or its outcome is unknown. */
  | { readonly state: 'unsure' }
  | { readonly state: 'open' };

export interface RunRecord {
  /** Records that a request will be sent; returns the number that identifies it from then on. */
  intend(draft: Draft, action: Action, request: unknown): number;
  /** The number that a record has from an earlier part of the run; nothing is written. Asked instead of `intend`. */
  find(draft: Draft): number | undefined;
  /** Whether a record that no file has was intended by an earlier part of the run, or nothing was sealed by then. */
  mayIntend(draft: Draft): boolean;
  /** Everything intended is on disk before the first request. */
  seal(): Promise<void>;
  earlier(number: number): Earlier;
  /** Whether the request of a record differs from the intended one, in a file that has changed since. */
  hasChanged(number: number, request: unknown): boolean;
  /** Resolves when it is written that the record is being sent. */
  begin(number: number): Promise<void>;
  /** Resolves when the links of a schedule's candidates are on the disk, in a file of their own. */
  keepLinks(schedule: string, links: Links): Promise<void>;
  /** Written before anything else is begun. `not-sent` takes back that it was begun: for certain nothing was sent. */
  settle(number: number, result: RecordResult): void;
  /** Ends this part of the run; nothing where the record was taken back. */
  end(exitCode: number, settled?: NoopProof): Promise<void>;
  /** Whether the run can be resumed later: it has begun, and its input can be read again. */
  isContinuable(): boolean;
  /** Takes the record back: nothing was begun. */
  discard(): Promise<void>;
}

/** Which records of an earlier part of the run are sent again. */
export type RunMode = 'new' | 'resume' | 'retry';

/** The record of a run that writes nothing: a dry run. */
export const NO_RECORD: RunRecord = {
  intend: () => 0,
  find: () => undefined,
  mayIntend: () => true,
  seal: async () => {},
  earlier: () => ({ state: 'open' }),
  hasChanged: () => false,
  begin: async () => {},
  keepLinks: async () => {},
  settle: () => {},
  isContinuable: () => false,
  end: async () => {},
  discard: async () => {},
};
