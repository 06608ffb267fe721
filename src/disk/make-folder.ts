/** Makes folders of the program's own, for their owner alone. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, FOLDER_MODE } from './file-access.ts';

/**
 * Makes a folder, and missing folders above it. An existing folder stays as it is. Each folder is tried at most twice.
 * `mkdir` with `recursive` would try for ever on a file system that refuses new folders with ENOENT.
 */
export async function makeFolder(path: string): Promise<void> {
  const above = dirname(path);
  try {
    await makeOne(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || above === path) throw error;
    await makeFolder(above);
    await makeOne(path);
  }
}

/** Makes one folder. Another process may make the same folder at the same time, which is no error. */
async function makeOne(path: string): Promise<void> {
  await mkdir(path, { mode: FOLDER_MODE }).catch(async (error: unknown) => {
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isDirectory()) throw error;
  });
}
