import { join } from 'node:path';
import { OPEN_FLAGS } from '../../../disk/file-access.ts';
import { damage } from '../failures.ts';
import { type Generation, openGeneration, type StoreFolder } from './generation.ts';
import { isDataFile } from '../layout.ts';
import { readManifest } from './manifest.ts';
import { removeFile, syncFolder } from '../store-files.ts';

/**
 * Opens the current generation for writing, once every byte of it is checked: what is written to a store is worth no
 * more than what stands there already. Cuts a torn commit off the journal and removes what an unfinished checkpoint left
 * behind. The caller holds the lock. `expectedText` is that of the manifest which must be there, where known.
 */
export async function openWritable(folder: StoreFolder, expectedText?: string): Promise<Generation> {
  const onDisk = readManifest(folder.files, folder.path);
  if (expectedText !== undefined && onDisk.text !== expectedText) {
    throw damage(join(folder.path, 'store.json'), 0, 'it is not the manifest that was just written');
  }
  const generation = await openGeneration(folder, onDisk, OPEN_FLAGS.write);
  try {
    await generation.snapshot.check();
    await cutTornCommit(generation);
    await removeLeftovers(folder, generation);
    return generation;
  } catch (error) {
    await generation.retire();
    throw error;
  }
}

async function cutTornCommit({ journal }: Generation): Promise<void> {
  if (journal.scan.tornBytes === 0) return;
  await journal.file.truncate(journal.scan.end);
  await journal.file.sync();
}

async function removeLeftovers({ path, files }: StoreFolder, { onDisk }: Generation): Promise<void> {
  const { journal, snapshot } = onDisk.manifest;
  const current = new Set([journal, snapshot?.file, snapshot?.index]);
  const leftovers = (await files.list(path)).filter((name) => isDataFile(name) && !current.has(name));
  if (leftovers.length === 0) return;
  // They may be what the former manifest names: it must not come back after they are gone.
  await syncFolder(files, path);
  for (const name of leftovers) await removeFile(files, join(path, name));
  await syncFolder(files, path);
}

/** What to tell the reader about a torn commit; undefined where there is none. */
export function tornWarning({ journal }: Generation, isCut: boolean): string | undefined {
  const { tornBytes, end, commit } = journal.scan;
  if (tornBytes === 0) return undefined;
  return (
    `${journal.path} ends inside commit ${commit + 1}, which was being written when examctl or the machine stopped: ` +
    `its ${tornBytes} bytes from byte ${end} on were never acknowledged and are ${isCut ? 'dropped' : 'ignored'}`
  );
}
