/** What a run writes down of itself, so that it can be resumed, retried and explained. */
import type { Draft } from '../model/draft.ts';
import type { Action, RecordResult } from '../model/report.ts';
import type { ApiError } from '../platform/problem.ts';
import type { Links } from './kept-links.ts';

/** What is known about a record from an earlier part of the run. */
export type Earlier =
  /** It was settled: sent, and this is what became of it. */
  | { readonly state: 'settled'; readonly result: Omit<RecordResult, 'key' | 'file' | 'line'> }
  /** It may have been sent: it was begun, or its outcome is unknown. */
  | { readonly state: 'unsure' }
  | { readonly state: 'open' };

/** A record with its request, which is made when it is asked for. */
interface Intended {
  readonly draft: Draft;
  readonly request: unknown;
}

/** Numbers of records: the first and the last of each range. */
export type Ranges = readonly (readonly [number, number])[];

export interface RunRecord {
  /** The id of the run. */
  readonly run: string;
  /** The number that a record has from an earlier part of the run. Asked of each record once, in their order. */
  find(draft: Draft): number | undefined;
  /** Records that a request will be sent that has no number yet; returns the one that identifies it from then on. */
  intend(record: Intended, action: Action): number;
  /** Records what the plan says that the platform will refuse of it: once it is kept, it has failed. */
  refuse(number: number, errors: readonly ApiError[]): void;
  /** Whether a record that no file has was intended by an earlier part of the run, or nothing was sealed by then. */
  mayIntend(draft: Draft): boolean;
  /** Everything intended is on disk before the first request. */
  seal(): Promise<void>;
  earlier(number: number): Earlier;
  /** Whether the request of a record differs from the intended one, in a file that has changed since. */
  hasChanged(number: number, request: unknown): boolean;
  /** Resolves when it is written that the record is being sent. */
  begin(number: number): Promise<void>;
  /** Writes at once that records are about to be kept together. */
  beginAll(ranges: Ranges): void;
  /** Writes at once that they were: each has the outcome that was planned. */
  keepAll(ranges: Ranges): void;
  /** Writes at once that they were not, or that this is unknown. */
  takeBackAll(ranges: Ranges, outcome: 'unknown' | 'not-sent'): void;
  /** Resolves when everything that was written so far is on the disk. */
  synced(): Promise<void>;
  /** Resolves when the links of a schedule's candidates are on the disk, in a file of their own. */
  keepLinks(schedule: string, links: Links, request?: unknown): Promise<void>;
  /** Written before anything else is begun. `not-sent` takes back that it was begun: for certain nothing was sent. */
  settle(number: number, result: RecordResult): void;
  /** Ends this part of the run; nothing where the record was taken back. */
  end(exitCode: number): Promise<void>;
  /** Whether the run can be resumed later: it has begun, and its input can be read again. */
  isContinuable(): boolean;
  /** Takes the record back: nothing was begun. */
  discard(): Promise<void>;
}

/** Which records of an earlier part of the run are sent again. */
export type RunMode = 'new' | 'resume' | 'retry';

/** The record of a run that writes nothing: a dry run. */
export const NO_RECORD: RunRecord = {
  run: '',
  find: () => undefined,
  intend: () => 0,
  refuse: () => {},
  mayIntend: () => true,
  seal: async () => {},
  earlier: () => ({ state: 'open' }),
  hasChanged: () => false,
  begin: async () => {},
  beginAll: () => {},
  keepAll: () => {},
  takeBackAll: () => {},
  synced: async () => {},
  keepLinks: async () => {},
  settle: () => {},
  isContinuable: () => false,
  end: async () => {},
  discard: async () => {},
};

/** Numbers in ascending order, as ranges. */
export function rangesOf(numbers: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
