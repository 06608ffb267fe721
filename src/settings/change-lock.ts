/** Makes processes change a file of settings one after the other, so that no change is lost. */
import path from 'node:path';
import { DEFAULT_LOCK_TIMEOUT_MS } from '../built-in-defaults.ts';
import { releaseLock, takeLock } from '../disk/lock.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { StoreLockedError, UsageError } from '../errors.ts';

/**
 * Runs `work` with the lock of a file, and first makes the folder of the file if it does not exist. Throws a
 * StoreLockedError if another process does not release the lock.
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const [folder, name] = [path.dirname(file), `.${path.basename(file)}.lock`];
  const take = async () => {
    await makeFolder(folder);
    return takeLock(folder, name, { timeoutMs: DEFAULT_LOCK_TIMEOUT_MS, command: 'change of settings' });
  };
  const taken = await take().catch((cause: unknown) => {
    throw new UsageError(`${file} cannot be changed: its folder cannot be written`, { cause });
  });
  if ('blockedBy' in taken) {
    throw new StoreLockedError(`${file} is being changed by another process`, {
      hint: `Try again in a moment. If no examctl changes it, remove the file ${path.join(folder, name)}.`,
    });
  }
  try {
    return await work();
  } finally {
    releaseLock(folder, name, taken.holder);
  }
}
