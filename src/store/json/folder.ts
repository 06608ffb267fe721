import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, FILE_MODE, FOLDER_MODE, OPEN_FLAGS } from '../../disk/file-access.ts';
import { makeFolder } from '../../disk/folders.ts';
import { LOCK_FILE } from '../../disk/lock.ts';
import { StoreError, UsageError } from '../../errors.ts';
import { storeFailure } from './failures.ts';
import {
  nodeFiles,
  removeFile,
  type StoreFile,
  type StoreFiles,
  type StoreFolder,
  syncFolder,
  writeFully,
} from './file-system.ts';
import { acquireLock } from './lock.ts';
import { newHeader } from './log/format.ts';

/** The file that has the whole state of a store. */
export const LOG_FILE = 'store.ndjson';
const TEMP_FILE = `${LOG_FILE}.tmp`;

/** Whether a folder has a store of any format. Throws if the folder cannot be read, or is a symbolic link. */
export async function isJsonStore(folder: string): Promise<boolean> {
  const stat = await statOfStore(folder);
  return stat?.isDirectory() === true && (await lstatOf(join(folder, LOG_FILE))) !== undefined;
}

/** Makes an empty store in a folder that is new or empty. */
export async function createJsonStore(path: string): Promise<void> {
  try {
    await makeStoreFolder(path);
    await assertEmpty(path);
    await chmod(path, FOLDER_MODE);
    // A folder is opened by its real path: the one above the store may be a symbolic link.
    await syncFolder(nodeFiles, await realpath(dirname(path)));
    const lock = await acquireLock(path, { timeoutMs: 0 });
    try {
      await assertEmpty(path);
      const folder = { path, files: nodeFiles };
      const file = await makeLogFile(folder);
      await writeFully(file, newHeader(), 0);
      await putInPlace(folder, file);
      await file.close();
    } finally {
      lock.release();
    }
  } catch (error) {
    throw storeFailure(`Cannot make a store in ${path}`, error);
  }
}

/** Removes what a compaction that was cut short has left. The caller holds the lock. */
export async function removeLeftovers(files: StoreFiles, folder: string): Promise<void> {
  await removeFile(files, join(folder, TEMP_FILE));
}

/** Begins a new log under another name. The caller holds the lock. */
export async function makeLogFile({ path, files }: StoreFolder): Promise<StoreFile> {
  await removeLeftovers(files, path);
  return files.open(join(path, TEMP_FILE), OPEN_FLAGS.create, FILE_MODE);
}

/** Makes a new log durable, and gives it its name, in place of the log that is there. `guard` runs just before. */
export async function putInPlace({ path, files }: StoreFolder, file: StoreFile, guard = () => {}): Promise<void> {
  await file.sync();
  guard();
  await files.rename(join(path, TEMP_FILE), join(path, LOG_FILE));
  await syncFolder(files, path);
}

async function makeStoreFolder(path: string): Promise<void> {
  await makeFolder(path).catch((cause: unknown) => {
    const code = errorCode(cause);
    const hint = 'Name a new or an empty folder for the store.';
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new UsageError(`${path} is not a folder`, { hint, cause });
    if (code === 'ENOENT') throw new StoreError(`No folder can be made at ${path}`, { hint, cause });
    throw cause;
  });
}

/** Throws unless `path` is a real folder with a store. */
export async function assertStore(path: string): Promise<void> {
  if (await isJsonStore(path)) return;
  const stat = await statOfStore(path);
  throw stat?.isDirectory() === false ? new UsageError(`${path} is not a folder`) : noStore(path);
}

/** The error for a folder that holds no store. */
export function noStore(folder: string): UsageError {
  return new UsageError(`There is no store in ${folder}`, {
    hint: (at) => `Make one with "examctl local init${at}"; a platform of your own is named by --base-url.`,
  });
}

/** A folder behind a symbolic link may belong to another user, so it is refused. */
async function statOfStore(path: string): Promise<Stats | undefined> {
  const stat = await lstatOf(path);
  if (stat?.isSymbolicLink()) {
    throw new UsageError(`${path} is a symbolic link`, { hint: 'Name the real folder of the store.' });
  }
  return stat;
}

async function lstatOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });
}

/** Throws unless `path` is a real folder and empty. Files of an interrupted initialisation do not count. */
async function assertEmpty(path: string): Promise<void> {
  if (await isJsonStore(path)) {
    throw new UsageError(`There is a store in ${path} already`, { hint: 'Use it, or choose another folder.' });
  }
  if ((await readdir(path)).every(isLeftover)) return;
  throw new UsageError(`${path} is not empty`, { hint: 'Choose a new or an empty folder for the store.' });
}

/** True for what an interrupted initialisation leaves: a new log, the lock, its temporary files, claims and marks. */
function isLeftover(name: string): boolean {
  return name === TEMP_FILE || name === LOCK_FILE || name.startsWith(`${LOCK_FILE}-`);
}
