/** Makes folders of the program's own, for their owner alone, and syncs them. */
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode, FOLDER_MODE, giveToFolderOwner, OPEN_FLAGS } from './file-access.ts';

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
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (error) {
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isDirectory()) throw error;
    return;
  }
  if (process.getuid?.() === 0) await giveAway(resolve(path));
}

async function giveAway(path: string): Promise<void> {
  const folder = await open(path, OPEN_FLAGS.read);
  try {
    giveToFolderOwner(folder.fd, path);
  } finally {
    await folder.close();
  }
}

/**
 * Makes the names of the files in a folder durable: a sync of a file does not sync its name. Windows cannot open a folder, but its file systems keep names in a journal.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } finally {
    await folder?.close();
  }
}
