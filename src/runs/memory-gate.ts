/** Lets one process at a time change a memory. */
import { dirname, join, parse } from 'node:path';
import { releaseLock, takeLock } from '../disk/lock.ts';
import { LOCK_FILE, type LockHolder, type LockState, readLockFile, sameLock } from '../disk/lock-file.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { recordError } from './record/record-error.ts';

/**
 * How long a run waits for another one to begin. After that it takes the lock over: the other process was killed or
 * stopped, or is slow. Such a process looks for its lock before it replaces the file.
 */
const PATIENCE_MS = 3_000;

/** The gate of the memory at `path`. */
export function createGate(path: string) {
  const [folder, name] = [dirname(path), `${LOCK_FILE}-${parse(path).name}`];
  let holder: LockHolder | undefined;
  const take = async (): Promise<LockState> => {
    const taken = await takeLock(folder, name, { timeoutMs: PATIENCE_MS }).catch((cause: unknown) => {
      throw recordError(join(folder, name), `${join(folder, name)} cannot be locked`, cause);
    });
    if ('blockedBy' in taken) return taken.blockedBy;
    holder = taken.holder;
    return 'free';
  };
  const remove = (lock: LockState | undefined): void => {
    try {
      if (typeof lock === 'object') releaseLock(folder, name, lock);
    } catch {
      // The run matters more than a leftover file that does no harm.
    }
  };
  return {
    /** Whether this process still has the lock. */
    hasLock: (): boolean => holder !== undefined && sameLock(readLockFile(join(folder, name)), holder),
    pass: async (work: () => Promise<void>): Promise<void> => {
      await makeFolder(folder);
      const blockedBy = await take();
      if (blockedBy !== 'free') {
        remove(blockedBy);
        await take();
      }
      try {
        await work();
      } finally {
        remove(holder);
        holder = undefined;
      }
    },
  };
}
