/** Stores in folders. Each call loads its own modules. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StoreBackend } from '../port.ts';
import { storeFailure } from './failures.ts';

export const jsonFolders: StoreBackend = {
  // Symbolic links in the path are followed. A store that does not exist is identified by its path.
  identify: (folder) => realpath(folder).catch(() => resolve(folder)),
  exists: async (folder) => opening(folder, (await import('./folder.ts')).isJsonStore(folder)),
  create: async (folder) => (await import('./folder.ts')).createJsonStore(folder),
  open: async (folder, options) => (await import('./store.ts')).openJsonStore(folder, options),
  verify: async (folder) => opening(folder, verify(folder)),
  tokens: async (folder) => opening(folder, (await import('./tokens.ts')).openTokenStore(folder)),
  unlock: async (folder, lock) => opening(folder, (await import('./lock.ts')).unlock(folder, lock)),
};

/** Reads every byte, as opening does, and lists what is damaged. */
async function verify(folder: string): Promise<readonly string[]> {
  await (await import('./folder.ts')).assertStore(folder);
  const { openJsonStore } = await import('./store.ts');
  const { readTokens } = await import('./tokens.ts');
  const problems: string[] = [];
  for (const read of [async () => (await openJsonStore(folder, { mode: 'read' })).close(), () => readTokens(folder)]) {
    try {
      await read();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return problems;
}

/** A part of a store that cannot be read is a failure of the store, in each of these calls. */
function opening<T>(folder: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw storeFailure(`Cannot open the store in ${folder}`, error);
  });
}
