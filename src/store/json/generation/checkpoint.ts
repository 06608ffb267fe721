import { join } from 'node:path';
import { FILE_MODE, OPEN_FLAGS } from '../../../disk/file-access.ts';
import { DamageError } from '../failures.ts';
import { removeFile } from '../file-system.ts';
import { emailTable } from '../keys/email-table.ts';
import { createKeyTable, isAnother, type KeyTable, PAGE_BYTES, pagesFor } from '../keys/key-table.ts';
import { type KeysReference, type TableReference, writeTable } from '../keys/keys-file.ts';
import { keysFile, MANIFEST_TEMP_FILE } from '../layout.ts';
import type { LogPosition } from '../log/scan.ts';
import { dataFilesOf, type Generation, type StoreFolder } from './generation.ts';
import type { Layer } from './layer.ts';
import { type Manifest, prepareManifest, swapManifest } from './manifest.ts';

/**
 * While the store is open, keys are written when the part of the log that the old keys do not cover is longer than this
 * and than the old keys.
 */
const CHECKPOINT_MIN_BYTES = 8 * 1024 * 1024;
/** On closing, keys are written if that part is longer than this: the next process that opens the store reads it. */
const CHECKPOINT_CLOSE_BYTES = 4 * 1024 * 1024;

export type CheckpointTime = 'now' | 'at the end';

/** How long the part of the log that the keys do not cover may become before new keys are written. */
export function checkpointAfter({ keys }: Manifest, when: CheckpointTime): number {
  if (when === 'at the end') return CHECKPOINT_CLOSE_BYTES;
  const tables = [...(keys?.tables ?? []), ...(keys?.emails ? [keys.emails] : [])];
  const pages = tables.reduce((sum, table) => sum + table.pages, 0);
  return Math.max(CHECKPOINT_MIN_BYTES, pages * PAGE_BYTES);
}

/** A generation with written files. Until its manifest is in place, the former generation counts. */
export interface PreparedGeneration {
  readonly manifest: Manifest;
  /** The text of the manifest. */
  readonly text: string;
  /** The bytes of the lines that the keys name. The rest of the log is outdated. */
  readonly liveBytes: number;
}

/**
 * Writes the keys of the whole log as the next generation. The log must not grow meanwhile. `guard` throws if another
 * process has the store by now. That process may have files of the same names, which must not be removed.
 */
export async function prepareCheckpoint(
  folder: StoreFolder,
  generation: Generation,
  covered: LogPosition,
  guard: () => void,
): Promise<PreparedGeneration> {
  const { manifest } = generation.onDisk;
  const number = manifest.generation + 1;
  return prepare(folder, guard, [keysFile(number)], async () => {
    const emails = () => mergedEmails(generation, covered.offset);
    const { keys, liveBytes } = await writeKeys(folder, number, mergedTables(generation), emails);
    return { manifest: { ...manifest, generation: number, covered, keys }, liveBytes };
  });
}

/** Writes the files of a generation with `write`, then its manifest. After a failure it removes these files. */
export async function prepare(
  folder: StoreFolder,
  guard: () => void,
  names: readonly string[],
  write: () => Promise<Omit<PreparedGeneration, 'text'>>,
): Promise<PreparedGeneration> {
  guard();
  try {
    const { manifest, liveBytes } = await write();
    guard();
    return { manifest, liveBytes, text: await prepareManifest(folder.files, folder.path, manifest) };
  } catch (error) {
    guard();
    await removeQuietly(folder, [...names, MANIFEST_TEMP_FILE]);
    throw error;
  }
}

/** Puts the prepared generation in place, and removes the files that only the former one needs. */
export async function finishCheckpoint(folder: StoreFolder, former: Manifest, next: Manifest): Promise<void> {
  await swapManifest(folder.files, folder.path);
  const needed = new Set(dataFilesOf(next));
  await removeQuietly(
    folder,
    dataFilesOf(former).filter((name) => !needed.has(name)),
  );
}

/** Removes files, and ignores failures: the next writer that opens the store removes what is left. */
async function removeQuietly({ path, files }: StoreFolder, names: readonly string[]): Promise<void> {
  for (const name of names) await removeFile(files, join(path, name)).catch(() => undefined);
}

/** Writes one table after the other, so that only one of them is in memory at a time. */
export async function writeKeys(
  { path, files }: StoreFolder,
  generation: number,
  tables: Iterable<readonly [string, KeyTable]>,
  emailsOf: () => Promise<KeyTable | undefined>,
): Promise<{ readonly keys: KeysReference; readonly liveBytes: number }> {
  const name = keysFile(generation);
  const references: TableReference[] = [];
  let firstPage = 0;
  let liveBytes = 0;
  const file = await files.open(join(path, name), OPEN_FLAGS.create, FILE_MODE);
  try {
    for (const [kind, table] of tables) {
      for (const { place } of table.entries()) liveBytes += place.length;
      const pages = await writeTable(file, table, firstPage);
      references.push({ kind, pages, records: table.size });
      firstPage += pages;
    }
    const emails = await emailsOf();
    const ofEmails = emails && { pages: await writeTable(file, emails, firstPage), records: emails.size };
    await file.sync();
    return { keys: { file: name, tables: references, ...(ofEmails && { emails: ofEmails }) }, liveBytes };
  } finally {
    await file.close();
  }
}

/** The keys of the state, kind by kind. */
function* mergedTables({ base, tail }: Generation): Generator<readonly [string, KeyTable]> {
  for (const kind of new Set([...base.tables.keys(), ...tail.tables.keys()])) {
    const [below, above] = [base.tables.get(kind), tail.tables.get(kind)];
    // A large run into a new store creates such a table. A second one would take much memory.
    if (below === undefined && above !== undefined && isAsInFile(above)) {
      yield [kind, above];
      continue;
    }
    const merged = createKeyTable(pagesFor((below?.size ?? 0) + (above?.size ?? 0)));
    for (const { hash, place } of below?.entries() ?? []) {
      if (!tail.has(kind, hash, () => base.keyAt(place))) merged.set(hash, place, isAnother);
    }
    for (const { hash, place } of above?.entries() ?? []) if (!place.deleted) merged.set(hash, place, isAnother);
    if (merged.size > 0) yield [kind, merged];
  }
}

/** Whether a table can be written without changes: it has the right number of pages, and no deleted record. */
function isAsInFile(table: KeyTable): boolean {
  if (table.bytes.length !== pagesFor(table.size) * PAGE_BYTES) return false;
  for (const { place } of table.entries()) if (place.deleted) return false;
  return true;
}

async function mergedEmails(
  { base, tail, log, onDisk, hashOf, emails }: Generation,
  end: number,
): Promise<KeyTable | undefined> {
  const usersOf = ({ tables }: Layer) => tables.get('Users')?.size ?? 0;
  const part = { ...log, from: onDisk.manifest.covered.offset, end };
  if (emails !== undefined || part.from === 0) return emailTable(part, usersOf(tail), hashOf, emails);
  try {
    return await emailTable({ ...part, from: 0 }, usersOf(base) + usersOf(tail), hashOf);
  } catch (error) {
    // A damaged line is reported when it is needed, which may never happen.
    if (error instanceof DamageError) return undefined;
    throw error;
  }
}
