/** Makes folders of the program's own, for their owner alone. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, FOLDER_MODE } from './file-access.ts';

/**
 * Makes a folder, and those above it that are missing; one that is there stays as it is. Each is tried twice at most:
 * `mkdir` with `recursive` tries for ever where a file system takes no new folder and says that the path is not there.
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

/** Another process may make it at the same time. */
async function makeOne(path: string): Promise<void> {
  await mkdir(path, { mode: FOLDER_MODE }).catch(async (error: unknown) => {
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isDirectory()) throw error;
  });
}
