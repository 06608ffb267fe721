/**
 * A generation: the log and the keys file that one manifest names. A checkpoint or a compaction makes the next one.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errorCode, OPEN_FLAGS } from '../../../disk/file-access.ts';
import { damage } from '../failures.ts';
import { removeFile, type StoreFile, type StoreFiles, syncFolder } from '../file-system.ts';
import { createKeyHash, type KeyHash } from '../keys/key-hash.ts';
import { createKeyTable, type KeyTable } from '../keys/key-table.ts';
import { openTables } from '../keys/keys-file.ts';
import { isDataFile, MANIFEST_FILE } from '../layout.ts';
import { createLineReader, type LineReader, type LineReaderOptions } from '../log/line-reader.ts';
import { readLineKey } from '../log/record-lines.ts';
import { type LogScan, scanLog } from '../log/scan.ts';
import { createUnwritten, type Unwritten } from '../log/unwritten.ts';
import { createLayer, EMPTY_STATE, type Layer, type LineView } from './layer.ts';
import { type Manifest, type ManifestOnDisk, readManifest } from './manifest.ts';

/** A store folder and its file system. */
export interface StoreFolder {
  readonly path: string;
  readonly files: StoreFiles;
}

/** The open files that a manifest names, and the state in them. */
export interface Generation {
  readonly onDisk: ManifestOnDisk;
  readonly log: { readonly file: StoreFile; readonly path: string; readonly scan: LogScan };
  readonly hashOf: (id: string) => KeyHash;
  /** The records whose places are in the keys file. It does not change. */
  readonly base: Layer;
  /** The table of e-mail addresses of these records; absent in a store last written by a version without this table. */
  readonly emails: KeyTable | undefined;
  /** The records of the commits that the keys file does not cover. */
  readonly tail: Layer;
  readonly unwritten: Unwritten;
  /** The whole state: `tail` over `base`. */
  readonly state: LineView;
  close(): Promise<void>;
}

/**
 * How often a reader tries to open a generation: a writer may replace the files after the reader has read the manifest
 * and before it opens the files.
 */
export const READER_ATTEMPTS = 10;

/** Opens the current generation for reading. */
export async function openReadable(folder: StoreFolder): Promise<Generation> {
  const opening = { flags: OPEN_FLAGS.read, isJustWritten: false };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openGeneration(folder, readManifest(folder.files, folder.path), opening);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === READER_ATTEMPTS) throw error;
    }
  }
}

interface Opening {
  /** The flags to open the log. */
  readonly flags: number;
  /** Whether this process has just written the keys and the manifest. Then they certainly belong to the log. */
  readonly isJustWritten: boolean;
}

/** Opens the files that a manifest names, and reads the commits that the keys file does not cover. */
async function openGeneration(
  { path, files }: StoreFolder,
  onDisk: ManifestOnDisk,
  { flags, isJustWritten }: Opening,
): Promise<Generation> {
  const { log, keys, covered, seed } = onDisk.manifest;
  const logPath = join(path, log);
  const openFiles: StoreFile[] = [];
  const open = async (name: string, withFlags: number) => {
    const file = await files.open(join(path, name), withFlags);
    openFiles.push(file);
    return file;
  };
  const close = async () => {
    await Promise.all(openFiles.map((file) => file.close()));
  };
  try {
    const file = await open(log, flags);
    const tables = keys && (await openTables(await open(keys.file, OPEN_FLAGS.read), join(path, keys.file), keys));
    const hashOf = createKeyHash(seed);
    const unwritten = createUnwritten();
    // Each part has a reader with a buffer of its own: the lines near one another are those of the same part.
    const newReader = () => createLineReader({ file, held: unwritten.find, onDamage: changedLineError(logPath) });
    if (!isJustWritten) assertOneStore(tables?.keys, newReader(), hashOf, join(path, MANIFEST_FILE));
    const base = createLayer(newReader(), createKeyTable, tables?.keys);
    const tail = createLayer(newReader(), createKeyTable);
    const scan = await scanLog(file, logPath, covered, (lines) => {
      for (const { key, place } of lines) tail.set(key.kind, hashOf(key.id), place, () => key);
    });
    const state = tail.over(base.over(EMPTY_STATE, hashOf), hashOf);
    const opened = { onDisk, log: { file, path: logPath, scan }, hashOf, unwritten, close };
    return { ...opened, base, emails: tables?.emails, tail, state };
  } catch (error) {
    await close();
    throw error;
  }
}

function changedLineError(logPath: string): LineReaderOptions['onDamage'] {
  return ({ offset, length }) => damage(logPath, offset, `the line of ${length} bytes there has changed`);
}

/**
 * Throws if manifest, keys and log come from different stores, as after a partial copy: each file alone may be intact.
 * A key must lead to a line whose id has the hash of the key. One key is enough, since all hashes depend on the seed in
 * the manifest.
 */
function assertOneStore(
  tables: ReadonlyMap<string, KeyTable> | undefined,
  { read }: LineReader,
  hashOf: (id: string) => KeyHash,
  manifestPath: string,
): void {
  for (const [kind, table] of tables ?? []) {
    const [first] = table.entries();
    if (first === undefined) continue;
    const key = readLineKey(read(first.place));
    if (key?.kind === kind && isDeepStrictEqual(hashOf(key.id), first.hash)) return;
    throw damage(manifestPath, 0, 'it does not belong to the log and the keys that it names');
  }
}

/**
 * Opens the current generation for writing. Removes an unfinished commit from the end of the log, and the files of an
 * unfinished checkpoint. The caller holds the lock. If the caller has just written the files, `writtenText` is the text
 * of its manifest.
 */
export async function openWritable(folder: StoreFolder, writtenText?: string): Promise<Generation> {
  const onDisk = readManifest(folder.files, folder.path);
  if (writtenText !== undefined && onDisk.text !== writtenText) {
    throw damage(join(folder.path, MANIFEST_FILE), 0, 'it is not the manifest that was just written');
  }
  const generation = await openGeneration(folder, onDisk, {
    flags: OPEN_FLAGS.write,
    isJustWritten: writtenText !== undefined,
  });
  try {
    await removeUnfinishedCommit(generation);
    await removeLeftovers(folder, onDisk.manifest);
    return generation;
  } catch (error) {
    await generation.close();
    throw error;
  }
}

async function removeUnfinishedCommit({ log }: Generation): Promise<void> {
  if (log.scan.unfinishedBytes === 0) return;
  await log.file.truncate(log.scan.end);
  await log.file.sync();
}

async function removeLeftovers({ path, files }: StoreFolder, manifest: Manifest): Promise<void> {
  const current = new Set(dataFilesOf(manifest));
  const leftovers = (await files.list(path)).filter((name) => isDataFile(name) && !current.has(name));
  if (leftovers.length === 0) return;
  // The previous manifest may name these files. After this sync, a crash cannot bring it back, so they can go.
  await syncFolder(files, path);
  for (const name of leftovers) await removeFile(files, join(path, name));
  await syncFolder(files, path);
}

export function dataFilesOf({ log, keys }: Manifest): string[] {
  return keys ? [log, keys.file] : [log];
}

/** The warning about an unfinished commit; undefined if there is none. */
export function unfinishedWarning({ log }: Generation, fate: 'dropped' | 'ignored'): string | undefined {
  const { unfinishedBytes, end, commit } = log.scan;
  if (unfinishedBytes === 0) return undefined;
  return (
    `${log.path} ends inside commit ${commit + 1}, which was being written when examctl or the machine stopped: ` +
    `no command has reported its ${unfinishedBytes} bytes from byte ${end} on as done, so they are ${fate}`
  );
}
