import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE } from './layout.ts';

/** Whether a folder holds a store, of whatever format. */
export async function isJsonStore(folder: string): Promise<boolean> {
  return lstat(join(folder, MANIFEST_FILE)).then(
    () => true,
    () => false,
  );
}
