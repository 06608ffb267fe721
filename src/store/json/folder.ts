import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, FOLDER_MODE } from '../../disk/file-access.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { StoreError, UsageError } from '../../errors.ts';
import { storeFailure, withoutManifest } from './failures.ts';
import { nodeFiles, removeFile, syncFolder, writeNewFile } from './file-system.ts';
import {
  type Manifest,
  noStore,
  prepareManifest,
  SEED_BYTES,
  STORE_FORMAT,
  swapManifest,
} from './generation/manifest.ts';
import { isDataFile, isLockFile, isStateFile, logFile, MANIFEST_FILE } from './layout.ts';
import { acquireLock } from './lock.ts';

/**
 * Whether a folder has a store of any format. Throws if the folder cannot be read, is a symbolic link, or has a state
 * that no manifest describes.
 */
export async function isJsonStore(folder: string): Promise<boolean> {
  const stat = await statOfStore(folder);
  if (stat?.isDirectory() !== true) return false;
  if ((await lstatOf(join(folder, MANIFEST_FILE))) !== undefined) return true;
  // An initialisation that was cut short leaves an empty log only.
  for (const name of (await readdir(folder)).filter(isStateFile).sort()) {
    const { size = 0 } = (await lstatOf(join(folder, name))) ?? {};
    if (size > 0) throw withoutManifest(folder, name);
  }
  return false;
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
      await writeFirstGeneration(path);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw storeFailure(`Cannot make a store in ${path}`, error);
  }
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
  const names = await readdir(path);
  if (names.every((name) => isDataFile(name) || isLockFile(name))) return;
  throw new UsageError(`${path} is not empty`, { hint: 'Choose a new or an empty folder for the store.' });
}

async function writeFirstGeneration(path: string): Promise<void> {
  const generation = 1;
  const log = logFile(generation);
  await removeFile(nodeFiles, join(path, log));
  await writeNewFile(nodeFiles, join(path, log), Buffer.alloc(0));
  const seed = randomBytes(SEED_BYTES).toString('hex');
  const covered = { offset: 0, commit: 0 };
  const first: Manifest = { format: STORE_FORMAT, generation, seed, log, before: 0, covered, keys: null };
  await prepareManifest(nodeFiles, path, first);
  await swapManifest(nodeFiles, path);
}
