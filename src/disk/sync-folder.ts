/**
 * A folder contains the names of its files. A sync of a file does not sync its name, so the folder needs a sync too.
 */
import { type FileHandle, open } from 'node:fs/promises';

/** Makes the names in a folder durable. Windows cannot open a folder, but its file systems keep names in a journal. */
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
