import { join } from 'node:path';
import { StoreError } from '../../errors.ts';
import type { OpenOptions } from '../port.ts';
import { viewOf } from '../record-view.ts';
import { DamageError, damageAtOpening, storeFailure } from './failures.ts';
import { nodeFiles, removeFile, type StoreFiles } from './file-system.ts';
import { assertStore } from './folder.ts';
import { findTexts } from './generation/find-texts.ts';
import {
  type Generation,
  openReadable,
  openWritable,
  type StoreFolder,
  unfinishedWarning,
} from './generation/generation.ts';
import { readManifest } from './generation/manifest.ts';
import { FORCED_UNLOCK_FILE } from './layout.ts';
import { acquireLock, type StoreLock } from './lock.ts';
import { createPlan } from './plan/plan.ts';
import { type JsonStore, WriterStore } from './writer-store.ts';

interface JsonOpenOptions extends OpenOptions {
  /** The length of log after which keys are written, instead of the usual lengths. */
  readonly checkpointAfterBytes?: number | undefined;
  /** The file system, for tests. */
  readonly files?: StoreFiles | undefined;
}

/** Opens the store in a folder. */
export async function openJsonStore(path: string, options: JsonOpenOptions): Promise<JsonStore> {
  const folder = { path, files: options.files ?? nodeFiles };
  try {
    await assertStore(path);
    return await (options.mode === 'read' ? openReader(folder, options) : openWriter(folder, options));
  } catch (error) {
    if (error instanceof DamageError) throw damageAtOpening(error);
    throw storeFailure(`Cannot open the store in ${path}`, error);
  }
}

async function openReader(folder: StoreFolder, { onWarning }: JsonOpenOptions): Promise<JsonStore> {
  const generation = await openReadable(folder);
  const warning = unfinishedWarning(generation, 'ignored');
  if (warning !== undefined) onWarning?.(warning);
  return createReaderStore(generation);
}

async function openWriter(folder: StoreFolder, options: JsonOpenOptions): Promise<JsonStore> {
  const { lockTimeoutMs: timeoutMs = 0, command, signal } = options;
  // This check comes before the lock, which would put a file into a folder without a store.
  readManifest(folder.files, folder.path);
  const lock = await acquireLock(folder.path, { timeoutMs, signal, command });
  try {
    return await openLocked(folder, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(folder: StoreFolder, lock: StoreLock, options: JsonOpenOptions): Promise<JsonStore> {
  const { onWarning = () => {}, checkpointAfterBytes } = options;
  const generation = await openWritable(folder);
  const warning = unfinishedWarning(generation, 'dropped');
  if (warning !== undefined) onWarning(warning);
  const store = new WriterStore({ folder, lock, generation, onWarning, checkpointAfterBytes });
  try {
    await leaveForcedUnlock(folder, store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Moves the state to new files: a suspended former holder may still have the old log open, and write to it later. */
async function leaveForcedUnlock({ path, files }: StoreFolder, store: JsonStore): Promise<void> {
  if (!(await files.list(path)).includes(FORCED_UNLOCK_FILE)) return;
  await store.compact();
  await removeFile(files, join(path, FORCED_UNLOCK_FILE));
}

/** A read-only store. It shows the state at the time of opening. */
function createReaderStore(generation: Generation): JsonStore {
  let closing: Promise<void> | undefined;
  const refuse = async () => {
    throw new StoreError('The store was opened for reading only');
  };
  const { state, hashOf } = generation;
  const assertOpen = () => {
    if (closing) throw new StoreError('The store is closed');
  };
  return {
    read: async (work) => {
      assertOpen();
      return work(viewOf(state));
    },
    transact: refuse,
    eachText: async (fields, see) => {
      assertOpen();
      await findTexts(generation, generation.log.scan.end, fields, see);
    },
    plan: () => {
      assertOpen();
      return createPlan({ state, hashOf, stopAt: throwOn, onEnd: () => {} });
    },
    checkpoint: refuse,
    compact: refuse,
    close: () => {
      closing ??= generation.close();
      return closing;
    },
  };
}

function throwOn(error: unknown): never {
  throw error;
}
