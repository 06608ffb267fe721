/** The lines of a run's record: JSON, one a line, only ever added to (docs/operations.md). */

import type { Place } from '../../model/place.ts';
import type { Action, Outcome, ReportTarget } from '../../model/report.ts';
import type { ApiError } from '../../platform/problem.ts';

export const RECORD_VERSION = 2;

/** An input file as it was: a run resumes only with the same content. */
export interface InputFingerprint {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The command and its options. Holds no secret. */
export interface RunHeader {
  readonly type: 'run';
  readonly version: number;
  readonly run: string;
  readonly command: string;
  readonly at: string;
  readonly target: ReportTarget;
  /** The working folder, from which relative paths of earlier versions count. The earliest ones have none. */
  readonly cwd?: string | undefined;
  /** What the user called the paths of this record, where they were not typed as absolute ones. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Absent where the input cannot be read again: standard input, answers to questions. */
  readonly inputs?: readonly InputFingerprint[] | undefined;
  /** The command's own options, from which it is called again. */
  readonly options: unknown;
}

/** Why a run can never be resumed, whatever its outcome; `undefined` where nothing is in the way. */
export function whyNotContinued({ inputs, options }: RunHeader): string | undefined {
  if (inputs === undefined) return 'its input was not a file';
  const withheld = (options as { withheld?: readonly string[] } | null)?.withheld ?? [];
  return withheld.length === 0 ? undefined : `secrets are in no record (${withheld.join(', ')})`;
}

export interface IntentLine extends Place {
  readonly type: 'intent';
  readonly n: number;
  readonly key: string;
  readonly action: Action;
  /** Digest of the request without its secrets. Records of earlier versions have none, or another one: `digest`. */
  readonly crc32?: number;
}

/** All intents up to here were on disk before the first request. */
interface SealLine {
  readonly type: 'sealed';
  readonly at: string;
  readonly intents: number;
}

/** The plan says that the platform refuses this, in whole or in part: once it is kept, it has failed. */
interface RefusedLine {
  readonly type: 'refused';
  readonly n: number;
  readonly errors: readonly ApiError[];
}

interface BegunLine extends Numbers {
  readonly type: 'begun';
}

/** Done as it was planned. */
interface KeptLine extends Numbers {
  readonly type: 'kept';
}

/** Records that have one line together, where the engine keeps many at once; absent `to` means one record. */
interface Numbers {
  readonly n: number;
  readonly to?: number | undefined;
}

export interface OutcomeLine extends Numbers {
  readonly type: 'outcome';
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly errors?: readonly ApiError[];
}

/** The run was resumed or retried. */
interface SegmentLine {
  readonly type: 'segment';
  readonly mode: 'resume' | 'retry';
  readonly at: string;
}

export interface EndLine {
  readonly type: 'ended';
  readonly at: string;
  readonly exitCode: number;
}

export type RecordLine =
  | RunHeader
  | IntentLine
  | RefusedLine
  | SealLine
  | BegunLine
  | KeptLine
  | OutcomeLine
  | SegmentLine
  | EndLine;
