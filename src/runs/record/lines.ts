/** The lines of a run's record: JSON, one a line, only ever added to (docs/operations.md). */
import type { ApiError } from '../../platform/problem.ts';
import type { Action, Counts, Outcome, ReportTarget } from '../../bulk/model/report.ts';

export const RECORD_VERSION = 1;

/** An input file as it was: a run goes on only with the same content. */
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
  /** The working folder, from which all paths of the record count. Absent in records of earlier versions. */
  readonly cwd?: string;
  /** Absent where the input cannot be read again: standard input, answers to questions. */
  readonly inputs?: readonly InputFingerprint[];
  /** The command's own options, from which it is called again. */
  readonly options: unknown;
}

/** Why a run can never be resumed; `undefined` where it can. */
export function whyNotContinued({ inputs, options }: RunHeader): string | undefined {
  if (inputs === undefined) return 'its input was not a file';
  const withheld = (options as { withheld?: readonly string[] } | null)?.withheld ?? [];
  return withheld.length === 0 ? undefined : `secrets are in no record (${withheld.join(', ')})`;
}

export interface IntentLine {
  readonly type: 'intent';
  readonly n: number;
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly action: Action;
  /** Digest of the request without its secrets. Absent in records of earlier versions. */
  readonly digest?: number;
}

/** All intents up to here were on disk before the first request. */
interface SealLine {
  readonly type: 'sealed';
  readonly at: string;
  readonly intents: number;
}

interface BegunLine {
  readonly type: 'begun';
  readonly n: number;
}

export interface OutcomeLine {
  readonly type: 'outcome';
  readonly n: number;
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly errors?: readonly ApiError[];
}

/** The last line of a run that left nothing to do. */
export interface Settlement {
  /** Hash of everything that determines the run except the target's state. */
  readonly key: string;
  /** Hash of the target's state after the run. */
  readonly stamp: string;
  readonly counts: Counts;
}

/** The run was resumed. */
interface SegmentLine {
  readonly type: 'segment';
  readonly mode: 'resume' | 'retry';
  readonly at: string;
}

export interface EndLine {
  readonly type: 'ended';
  readonly at: string;
  readonly exitCode: number;
  /** By which the same run sees that it has nothing to do. */
  readonly settled?: Settlement;
}

export type RecordLine = RunHeader | IntentLine | SealLine | BegunLine | OutcomeLine | SegmentLine | EndLine;
