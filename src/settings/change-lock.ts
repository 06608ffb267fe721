/** Two processes that change a file of settings at once do it one after the other: neither change is lost. */
import path from 'node:path';
import { releaseLock, takeLock } from '../disk/lock.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { StoreLockedError, UsageError } from '../errors.ts';

const PATIENCE_MS = 10_000;

/** Does the work with the lock of a file, in a folder that is made if it is not there; a StoreLockedError where another process keeps it. */
export async function whileLocked<T>(file: string, command: string, work: () => Promise<T>): Promise<T> {
  const [folder, name] = [path.dirname(file), `.${path.basename(file)}.lock`];
  const take = async () => {
    await makeFolder(folder);
    return takeLock(folder, name, { timeoutMs: PATIENCE_MS, command });
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
