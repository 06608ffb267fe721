/**
 * The lock of a run: only one process at a time sends its records. Without the lock, a second process could send what
 * the first one is about to send.
 */
import { readdir } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { errorCode } from '../../disk/file-access.ts';
import {
  describeHolder,
  LOCK_FILE,
  type LockHolder,
  type LockState,
  readLockFile,
  releaseLock,
  takeLock,
} from '../../disk/lock.ts';
import { processStateOf } from '../../disk/process-identity.ts';
import { RunLockedError } from '../../errors.ts';
import { recordError } from '../line-file.ts';
import { isRunId } from './lines.ts';
import { noRecord } from './read-record.ts';

/** The right to send the records of a run, and to write its run record. */
export interface RunLock {
  /** Never fails: a lock that is left behind is taken over once this process has ended. */
  release(): void;
}

/** A killed process still exists for a moment, while the system frees its memory. */
const PATIENCE_MS = 2_000;

/** Takes the lock of the run whose run record is at `path`. Throws a RunLockedError if another process has it. */
export async function lockRun(path: string, command: string): Promise<RunLock> {
  const [folder, name] = [dirname(path), lockName(path)];
  const taken = await takeLock(folder, name, { timeoutMs: PATIENCE_MS, command }).catch((cause: unknown) => {
    throw errorCode(cause) === 'ENOENT'
      ? noRecord(path, cause)
      : recordError(path, `Run ${runOf(path)} cannot be locked`, cause);
  });
  if ('blockedBy' in taken) throw lockedError(path, taken.blockedBy);
  return {
    release: () => {
      try {
        releaseLock(folder, name, taken.holder);
      } catch {
        // The result of the run matters more than a leftover file that does no harm.
      }
    },
  };
}

/** The process that executes a run now; undefined if no such process is known or the lock cannot be read. */
export function whoExecutes(path: string): LockHolder | undefined {
  try {
    const state = readLockFile(join(dirname(path), lockName(path)));
    return typeof state === 'object' && processStateOf(state) === 'running' ? state : undefined;
  } catch {
    return undefined;
  }
}

/** The other runs in the folder of a run that a process executes now, or may execute on another machine. */
export async function runsBeside(path: string): Promise<string[]> {
  const folder = dirname(path);
  const prefix = `${LOCK_FILE}-`;
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name !== lockName(path));
  const runs = names.map((name) => name.slice(prefix.length)).filter(isRunId);
  return runs.filter((run) => {
    const state = readLockFile(join(folder, `${prefix}${run}`));
    return typeof state === 'object' && processStateOf(state) !== 'ended';
  });
}

/** The words for a process: its number, its machine and its start. */
export function describeExecutor(holder: LockHolder): string {
  return `${describeHolder(holder)} since ${holder.since}`;
}

function lockName(path: string): string {
  return `${LOCK_FILE}-${runOf(path)}`;
}

function runOf(path: string): string {
  return parse(path).name;
}

function lockedError(path: string, state: LockState): RunLockedError {
  const [run, file] = [runOf(path), join(dirname(path), lockName(path))];
  if (typeof state !== 'object') {
    return new RunLockedError(`Run ${run} is locked by a file that is not one of this examctl`, {
      hint: `If no examctl executes this run, remove the file ${file}.`,
    });
  }
  if (processStateOf(state) === 'running') {
    return new RunLockedError(`Run ${run} is being executed by ${describeExecutor(state)}`, {
      hint: 'Wait for it to end, or end it; then run this command again.',
    });
  }
  return new RunLockedError(`Run ${run} is locked by ${describeExecutor(state)}`, {
    hint: `This machine cannot tell whether that process still runs. If you are sure that it has ended, remove the file ${file}.`,
  });
}
