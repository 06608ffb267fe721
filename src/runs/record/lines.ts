/** The lines of a run record. Each is JSON, and lines are only added (docs/runs.md). */

import type { Place } from '../../model/place.ts';
import type { Action, Outcome, ReportTarget } from '../../model/report.ts';
import type { ApiError } from '../../platform/problem.ts';

export const RECORD_VERSION = 2;

/** The fingerprint of an input file: a run resumes only with the same content. */
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
  /** For a remote: shows that the record was made with a token. It is a digest with the token as its key. */
  readonly proof?: string | undefined;
  /** The store itself, if it may have several addresses. Records of earlier versions have none. */
  readonly storeId?: string | undefined;
  /** The working folder, the base of relative paths in records of earlier versions. The earliest records have none. */
  readonly cwd?: string | undefined;
  /** The paths of this record as the user typed them, if these were not absolute. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Absent if the input cannot be read again: standard input, answers to questions. */
  readonly inputs?: readonly InputFingerprint[] | undefined;
  /** The command's own options, from which it is called again. */
  readonly options: unknown;
}

/** Why a run can never be resumed, whatever its outcome; `undefined` if it can be. */
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
  /** A digest of the request without its secrets. Records of earlier versions have none, or have `digest` instead. */
  readonly crc32?: number | undefined;
}

/** Says that all intents above were on the disk before the first request. */
interface SealLine {
  readonly type: 'sealed';
  readonly at: string;
  readonly intents: number;
}

/** The row of this record has changed: what this part of the run sends of it has another digest. */
interface ContentLine {
  readonly type: 'content';
  readonly n: number;
  readonly crc32: number;
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
  | SealLine
  | ContentLine
  | BegunLine
  | OutcomeLine
  | SegmentLine
  | EndLine;
