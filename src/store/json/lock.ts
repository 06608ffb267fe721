/** The lock of a store folder. */
import { join } from 'node:path';
import { errorCode } from '../../disk/file-access.ts';
import {
  describeHolder,
  LOCK_FILE,
  type LockHolder,
  type LockState,
  readLockFile,
  releaseLock,
  sameLock,
  type TakeOptions,
  takeLock,
} from '../../disk/lock.ts';
import { StoreLockedError, UsageError } from '../../errors.ts';
import { storeFailure } from './failures.ts';
import { nodeFiles, syncFolder, writeNewFile } from './file-system.ts';

/** A mark of a forced unlock. The next writer removes it, after it has moved the state to a new file. */
export const FORCED_UNLOCK_FILE = `${LOCK_FILE}-forced`;

/** The right to write to a store. */
export interface StoreLock {
  readonly holder: LockHolder;
  /** Throws a StoreLockedError when the lock is no longer ours. */
  check(): void;
  release(): void;
}

/** The hint after the loss of a lock. It is true whether the last write succeeded or not. */
export const LOST_HINT =
  'What was confirmed is stored; what was being written may be stored or not. Run the command again.';

/** Takes the lock of a store folder, waiting for it if another process holds it. */
export async function acquireLock(folder: string, options: TakeOptions): Promise<StoreLock> {
  const taken = await takeLock(folder, LOCK_FILE, options).catch((error: unknown) => {
    throw storeFailure(`Cannot lock the store in ${folder}`, error);
  });
  if ('blockedBy' in taken) throw lockedError(folder, taken.blockedBy, options.timeoutMs);
  return createLock(folder, taken.holder);
}

/**
 * Takes the lock away from any holder. `token` shows that the caller knows the holder. If the holder still runs, it
 * cannot write any more, since the next writer moves the state to a new file.
 */
export async function unlock(folder: string, token: string): Promise<LockHolder> {
  const state = readLockFile(join(folder, LOCK_FILE));
  if (typeof state !== 'object') throw new UsageError(`The store in ${folder} is not locked`);
  if (state.token !== token) {
    throw new UsageError(`The store in ${folder} is locked with another id than the one given`, {
      hint: `Its lock's id is ${state.token} (${describe(state)}).`,
    });
  }
  await markForced(folder);
  if (!removeLock(folder, state)) throw lockedError(folder, state, 0);
  await syncFolder(nodeFiles, folder);
  return state;
}

async function markForced(folder: string): Promise<void> {
  try {
    await writeNewFile(nodeFiles, join(folder, FORCED_UNLOCK_FILE), Buffer.alloc(0));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw storeFailure(`Cannot unlock the store in ${folder}`, error);
  }
  await syncFolder(nodeFiles, folder);
}

function createLock(folder: string, holder: LockHolder): StoreLock {
  return {
    holder,
    check: () => {
      const state = readLockFile(join(folder, LOCK_FILE));
      if (sameLock(state, holder)) return;
      const now = state === 'free' ? 'it is free now' : `now: ${describe(state)}`;
      throw new StoreLockedError(`The lock of the store in ${folder} was taken away from this process (${now})`, {
        hint: LOST_HINT,
      });
    },
    release: () => {
      removeLock(folder, holder);
    },
  };
}

function removeLock(folder: string, held: LockHolder): boolean {
  try {
    return releaseLock(folder, LOCK_FILE, held);
  } catch (error) {
    throw storeFailure(`Cannot unlock the store in ${folder}`, error);
  }
}

function lockedError(folder: string, state: LockState, timeoutMs: number): StoreLockedError {
  const waited = timeoutMs > 0 ? ` (waited ${timeoutMs} ms)` : '';
  return new StoreLockedError(`The store in ${folder} is in use: ${describe(state)}${waited}`, {
    hint:
      typeof state === 'object'
        ? (at) =>
            `Wait for it to end, or give --lock-timeout more time. Only if that process is surely gone: "examctl local unlock ${state.token}${at}".`
        : `If no examctl is at work on this store, remove the file ${join(folder, LOCK_FILE)}.`,
  });
}

function describe(state: LockState): string {
  if (typeof state !== 'object') return 'its lock file is not one that this examctl wrote';
  return `${describeHolder(state)} holds its lock since ${state.since}`;
}
