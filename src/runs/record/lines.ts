/** The lines of a run record. Each is JSON, and lines are only added (docs/runs.md). */
import type { Place } from '../../model/place.ts';
import type { Action, Outcome, ReportTarget } from '../../model/report.ts';
import type { ApiError } from '../../platform/problem.ts';
import type { RunMode } from '../run-record.ts';

export const RECORD_VERSION = 1;

/** The fingerprint of an input file: a run resumes only with the same content. */
export interface InputFingerprint {
  readonly file: string;
  readonly sha256: string;
}

/** The command and its options. Holds no secret. Its paths are relative to `cwd`. */
export interface RunHeader {
  readonly type: 'run';
  readonly version: typeof RECORD_VERSION;
  readonly run: string;
  readonly command: string;
  readonly at: string;
  readonly target: ReportTarget;
  /** For a remote: shows that the record was made with a token. It is a digest with the token as its key. */
  readonly proof?: string | undefined;
  /** The store itself, if it may have several addresses. */
  readonly storeId?: string | undefined;
  readonly cwd: string;
  /** Absent if the input cannot be read again: standard input, answers to questions. */
  readonly inputs?: readonly InputFingerprint[] | undefined;
  /** The command's own options, from which it is called again. */
  readonly options: unknown;
}

/** Why a run can never be continued, whatever its outcome; `undefined` if it can be. */
export function whyNotContinued({ inputs, options }: RunHeader): string | undefined {
  if (inputs === undefined) return 'its input was not a file';
  const withheld = (options as { withheld?: readonly string[] } | null)?.withheld ?? [];
  return withheld.length === 0 ? undefined : `secrets are in no record (${withheld.join(', ')})`;
}

/** What later runs compare with their requests. It has no value, only digests with the token as their key. */
export interface Remembered {
  /** The digest of the request, if an unchanged request need not be sent again. */
  readonly sent?: string | undefined;
  /** The ids of the people whom the request changes, with the digests that identify them. */
  readonly people?: readonly (readonly [id: string, who: string])[] | undefined;
}

/** A record that the run has planned. A later line with the same number replaces it: the row has changed since. */
export interface IntentLine extends Place, Remembered {
  readonly type: 'intent';
  readonly n: number;
  readonly key: string;
  readonly action: Action;
  /** A digest of the request without its secrets. */
  readonly crc32: number;
}

/** All intents above are on the disk; from now on this part of the run sends. */
interface SealLine extends Partial<Turn> {
  readonly type: 'sealed';
  readonly at: string;
  readonly mode: RunMode;
}

/** When a part of a run has sent something to a remote that later runs compare. */
export interface Turn {
  /** Its place in the order of the folder. */
  readonly turn: number;
  /** The other runs of the folder that were being executed when it began. */
  readonly beside: readonly string[];
}

interface BegunLine {
  readonly type: 'begun';
  readonly n: number;
}

export interface Settled {
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly errors?: readonly ApiError[] | undefined;
  /** The success follows from an answer to a later attempt, so the target may have other content. */
  readonly inferred?: true | undefined;
}

interface OutcomeLine extends Settled {
  readonly type: 'outcome';
  readonly n: number;
}

export interface EndLine {
  readonly type: 'ended';
  readonly at: string;
  readonly exitCode: number;
}

export type RecordLine = RunHeader | IntentLine | SealLine | BegunLine | OutcomeLine | EndLine;

/**
 * The id of a run, such as `20261121T031500Z-3f9a1c`: the second of its begin in UTC, then six hexadecimal digits, of
 * which three are the millisecond and three are random. Ids sort by time.
 */
const RUN_ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

const HALF = 3;
const RANDOM_STEPS = 16 ** HALF;

export function newRunId(now = new Date()): string {
  const digits = [now.getUTCMilliseconds(), Math.floor(Math.random() * RANDOM_STEPS)];
  const text = digits.map((number) => number.toString(16).padStart(HALF, '0')).join('');
  return `${secondOfTime(now.toISOString())}-${text}`;
}

export function isRunId(text: string): boolean {
  return RUN_ID.test(text);
}

/** The second of an id, as a text that sorts by time. */
export function secondOf(run: string): string {
  return run.slice(0, run.indexOf('-'));
}

/** The same for a time such as `2026-11-21T03:15:00.000Z`. */
export function secondOfTime(time: string): string {
  return time.replace(/[-:]|\.\d+/g, '');
}
