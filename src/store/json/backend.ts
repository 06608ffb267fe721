/** Stores in folders of JSON files. What a call needs is loaded when it is made. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StoreBackend } from '../port.ts';

export const jsonFolders: StoreBackend = {
  // Links on the way to a store are followed; one that is not there is known by its path.
  identify: (folder) => realpath(folder).catch(() => resolve(folder)),
  exists: async (folder) => (await import('./folder.ts')).isJsonStore(folder),
  create: async (folder) => (await import('./folder.ts')).createJsonStore(folder),
  open: async (folder, options) => (await import('./open.ts')).openJsonStore(folder, options),
  verify: async (folder) => (await import('./verify.ts')).verifyJsonStore(folder),
  fingerprint: async (folder) => {
    const { fingerprintJsonStore } = await import('./generation/manifest.ts');
    // A file that cannot be read now is reported when it is opened.
    return fingerprintJsonStore(folder).catch(() => undefined);
  },
  tokens: async (folder) => (await import('./tokens/token-store.ts')).openTokenStore(folder),
  unlock: async (folder, lock) => (await import('./lock.ts')).unlock(folder, lock),
};
