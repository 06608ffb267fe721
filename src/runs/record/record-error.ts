/** The error for files of runs that cannot be made or written. */
import { dirname } from 'node:path';
import { ExamctlError } from '../../errors.ts';

/** Exit 1: the disk is full, or the folder cannot be written to. `problem` says what failed. */
export function recordError(path: string, problem: string, cause: unknown): ExamctlError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ExamctlError('RunRecordError', 'internal', `${problem}: ${reason}`, {
    hint: `Check the permissions of ${dirname(path)} and the space on its disk, or name another folder in EXAMCTL_RUNS.`,
    cause,
  });
}
