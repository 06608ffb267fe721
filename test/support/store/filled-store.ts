/** A small store with all of its files. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreFiles } from '../../../src/store/json/file-system.ts';
import { FORCED_UNLOCK_FILE } from '../../../src/store/json/lock.ts';
import { openJsonStore } from '../../../src/store/json/store.ts';
import type { Store } from '../../../src/store/port.ts';
import { putUser } from './entities.ts';
import { temporaryStore } from './temporary-folder.ts';

export const LOG = 'store.ndjson';

/** A store of two commits. */
export async function filledStore(): Promise<string> {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'a', { n: 1 });
  await putUser(store, 'b', { n: 2 });
  await store.close();
  return folder;
}

/** Opens a store for writing, and has it move its state to a new file first, as after a forced unlock. */
export async function openMoving(folder: string, files?: StoreFiles): Promise<Store> {
  await writeFile(join(folder, FORCED_UNLOCK_FILE), '');
  return openJsonStore(folder, { mode: 'write', files });
}

/** The content of each file of a folder, by name. */
export async function readAll(folder: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder)).sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}
