import { join } from 'node:path';
import { errorCode, OPEN_FLAGS } from '../../disk/file-access.ts';
import { DamageError, damageAtOpening, storeFailure } from './failures.ts';
import { assertStoreFolder } from './folder.ts';
import { openGeneration, type StoreFolder } from './generation/generation.ts';
import type { JsonStore } from './json-store.ts';
import { FORCED_UNLOCK_FILE } from './layout.ts';
import { acquireLock, type StoreLock } from './lock.ts';
import { readManifest } from './generation/manifest.ts';
import { createReaderStore } from './reader-store.ts';
import { nodeFiles, removeFile, type StoreFiles } from './store-files.ts';
import { openWritable, tornWarning } from './generation/writable-generation.ts';
import { createWriterStore } from './writer-store.ts';

export interface OpenOptions {
  /** Readers take no lock, change not one byte, and see the state as it was when they opened it. */
  readonly mode: 'read' | 'write';
  /** How long a writer waits for another one to end; without it, not at all. */
  readonly lockTimeoutMs?: number | undefined;
  /** Once aborted, the lock is not waited for any longer. */
  readonly signal?: AbortSignal | undefined;
  /** The command; shown to others who find the store locked. */
  readonly command?: string | undefined;
  /** Called with warnings that need no action. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** The length of journal that is folded, in place of the one derived from the snapshot's. */
  readonly foldAfterBytes?: number | undefined;
  /** The file system, for tests. */
  readonly files?: StoreFiles | undefined;
}

/** A writer may fold between a reader's look at the manifest and its opening of the files. */
const READER_ATTEMPTS = 10;

/** Opens the store in a folder. */
export async function openJsonStore(path: string, options: OpenOptions): Promise<JsonStore> {
  const folder = { path, files: options.files ?? nodeFiles };
  try {
    await assertStoreFolder(path);
    return await (options.mode === 'read' ? openReader(folder, options) : openWriter(folder, options));
  } catch (error) {
    if (error instanceof DamageError) throw damageAtOpening(error);
    throw storeFailure(`Cannot open the store in ${path}`, error);
  }
}

async function openReader(folder: StoreFolder, { onWarning }: OpenOptions, attempt = 1): Promise<JsonStore> {
  try {
    const generation = await openGeneration(folder, readManifest(folder.files, folder.path), OPEN_FLAGS.read);
    const warning = tornWarning(generation, false);
    if (warning !== undefined) onWarning?.(warning);
    return createReaderStore(generation);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || attempt === READER_ATTEMPTS) throw error;
    return openReader(folder, { mode: 'read', ...(onWarning && { onWarning }) }, attempt + 1);
  }
}

async function openWriter(folder: StoreFolder, options: OpenOptions): Promise<JsonStore> {
  const { lockTimeoutMs: timeoutMs = 0, command, signal } = options;
  // Before the lock, which would put a file into a folder that is no store.
  readManifest(folder.files, folder.path);
  const lock = await acquireLock(folder.path, { timeoutMs, signal, ...(command !== undefined && { command }) });
  try {
    return await openLocked(folder, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(folder: StoreFolder, lock: StoreLock, options: OpenOptions): Promise<JsonStore> {
  const { onWarning = () => {}, foldAfterBytes } = options;
  const generation = await openWritable(folder);
  const warning = tornWarning(generation, true);
  if (warning !== undefined) onWarning(warning);
  const store = createWriterStore({ folder, lock, generation, onWarning, foldAfterBytes });
  try {
    await leaveForcedUnlock(folder, store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The former holder may be asleep with the journal open: what it writes when it wakes must go to a file of the past. */
async function leaveForcedUnlock({ path, files }: StoreFolder, store: JsonStore): Promise<void> {
  if (!(await files.list(path)).includes(FORCED_UNLOCK_FILE)) return;
  await store.fold();
  await removeFile(files, join(path, FORCED_UNLOCK_FILE));
}
