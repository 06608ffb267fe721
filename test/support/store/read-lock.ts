import { join } from 'node:path';
import { LOCK_FILE, type LockHolder, readLockFile } from '../../../src/disk/lock.ts';

/** Returns the holder of the lock of a store; `undefined` if the lock is free. */
export function readLock(folder: string): LockHolder | undefined {
  const state = readLockFile(join(folder, LOCK_FILE));
  return typeof state === 'object' ? state : undefined;
}
