/** New, renamed and removed names are in their folder, which is synced apart from the files themselves. */
import { type FileHandle, open } from 'node:fs/promises';

/** Makes the names in a folder durable. On Windows no folder can be opened; its file systems keep names in a journal. */
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
