/** Locks where the disk has no room for more files. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished } from 'vitest';
import { releaseLock, takeLock } from '../../../src/disk/lock.ts';
import { temporaryFolder } from '../../support/store/temporary-folder.ts';

it('a lock is removed on a disk that has become full', async () => {
  const folder = await temporaryFolder();
  const taken = await takeLock(folder, 'lock-1', { timeoutMs: 0 });
  if (!('holder' in taken)) throw new Error('The lock was not taken');
  const { writeSync } = fs;
  const restore = () => {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  fs.writeSync = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  syncBuiltinESMExports();
  releaseLock(folder, 'lock-1', taken.holder);
  expect(fs.readdirSync(folder)).toEqual([]);
});
