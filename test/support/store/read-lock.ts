import { join } from 'node:path';
import { LOCK_FILE, type LockHolder, readLockFile } from '../../../src/disk/lock-file.ts';

/** The holder of the lock of a store in a folder; `undefined` if it is free. */
export function readLock(folder: string): LockHolder | undefined {
  const state = readLockFile(join(folder, LOCK_FILE));
  return typeof state === 'object' ? state : undefined;
}
