/** Lets one process at a time change a memory. */
import { dirname, join, parse } from 'node:path';
import { releaseLock, takeLock } from '../disk/lock.ts';
import { LOCK_FILE, type LockState } from '../disk/lock-file.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { recordError } from './record/record-error.ts';

/**
 * To read and write a long memory takes a second or two. A lock that is held for longer is removed: it was left behind, or
 * its process was stopped, which then replaces nothing, since the file has grown.
 */
const PATIENCE_MS = 3_000;

/** The gate of the memory at `path`. */
export function createGate(path: string) {
  const [folder, name] = [dirname(path), `${LOCK_FILE}-${parse(path).name}`];
  let isAlone = false;
  const release = (lock: LockState): void => {
    try {
      if (typeof lock === 'object') releaseLock(folder, name, lock);
    } catch {
      // The run matters more than a leftover file that does no harm.
    }
  };
  return {
    /** False also after a wait in vain. */
    isAlone: () => isAlone,
    pass: async (work: () => Promise<void>): Promise<void> => {
      await makeFolder(folder);
      const taken = await takeLock(folder, name, { timeoutMs: PATIENCE_MS }).catch((cause: unknown) => {
        throw recordError(join(folder, name), `${join(folder, name)} cannot be written`, cause);
      });
      isAlone = 'holder' in taken;
      try {
        await work();
      } finally {
        isAlone = false;
        release('holder' in taken ? taken.holder : taken.blockedBy);
      }
    },
  };
}
