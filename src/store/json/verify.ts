import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { OPEN_FLAGS } from '../../disk/file-access.ts';
import { damage } from './failures.ts';
import { nodeFiles, type StoreFile } from './file-system.ts';
import { assertStore } from './folder.ts';
import { openReadable, READER_ATTEMPTS } from './generation/generation.ts';
import { createLayer } from './generation/layer.ts';
import { type Manifest, readManifest } from './generation/manifest.ts';
import { emailTable } from './keys/email-table.ts';
import { createKeyHash, type KeyHash } from './keys/key-hash.ts';
import { createKeyTable, type KeyTable, type Place } from './keys/key-table.ts';
import { checkPages, openTables, type StoredTables } from './keys/keys-file.ts';
import { createLineReader } from './log/line-reader.ts';
import { scanLog } from './log/scan.ts';
import { readTokens } from './tokens/token-file.ts';

/** The problems found so far. `note` adds one. */
interface Problems {
  readonly list: string[];
  readonly note: (problem: unknown) => undefined;
}

/**
 * Reads every byte of the store in a folder and lists all damage. It takes no lock and changes nothing.
 * Throws if there is no store to check, or if its manifest cannot be trusted.
 */
export async function verifyJsonStore(path: string): Promise<readonly string[]> {
  await assertStore(path);
  const { list, note } = await checkCurrent(path);
  await checkTokens(path).catch(note);
  if (list.length === 0) await openAsReader(path).catch(note);
  return list;
}

/** Checks the files that the manifest names. A writer may replace them before they are open; then it checks the new ones. */
async function checkCurrent(path: string, attempt = 1): Promise<Problems> {
  const { manifest, text } = readManifest(nodeFiles, path);
  const list: string[] = [];
  const note = (problem: unknown) => void list.push(problem instanceof Error ? problem.message : String(problem));
  await checkFiles(path, manifest, { list, note });
  const isPast = list.length > 0 && readManifest(nodeFiles, path).text !== text;
  return isPast && attempt < READER_ATTEMPTS ? checkCurrent(path, attempt + 1) : { list, note };
}

/** An open file of the store. */
interface NamedFile {
  readonly file: StoreFile;
  readonly path: string;
}

async function checkFiles(path: string, manifest: Manifest, { list, note }: Problems): Promise<void> {
  const open = async (name: string): Promise<NamedFile> => {
    return { file: await nodeFiles.open(join(path, name), OPEN_FLAGS.read), path: join(path, name) };
  };
  // Both files are opened first, since a writer may remove them while one is read.
  const log = await open(manifest.log).catch(note);
  const keys = manifest.keys === null ? undefined : await open(manifest.keys.file).catch(note);
  try {
    const covered = log && (await readLog(log, manifest, note).catch(note));
    const tables = keys && manifest.keys && (await openTables(keys.file, keys.path, manifest.keys).catch(note));
    if (keys) await checkPages(keys.file, keys.path, note);
    // A comparison of damaged files has no meaning.
    if (list.length === 0 && log && covered && keys && tables) await compare(manifest, { log, covered, keys, tables });
  } catch (error) {
    note(error);
  } finally {
    await Promise.all([log?.file.close(), keys?.file.close()]);
  }
}

async function checkTokens(path: string): Promise<void> {
  readTokens(path);
}

/** Throws what a command throws if it opens the store. */
async function openAsReader(path: string): Promise<void> {
  const generation = await openReadable({ path, files: nodeFiles });
  await generation.close();
}

/** Reads the whole log. Returns the keys of the part that the keys file covers. */
async function readLog(
  { file, path }: NamedFile,
  { seed, before, covered }: Manifest,
  note: Problems['note'],
): Promise<WholeFiles['covered']> {
  const hashOf = createKeyHash(seed);
  const onDamage = ({ offset }: { offset: number }) => damage(path, offset, 'the line there has changed');
  const layer = createLayer(createLineReader({ file, held: () => undefined, onDamage }), createKeyTable);
  const from = { offset: 0, commit: before };
  const scan = await scanLog(
    file,
    path,
    from,
    (lines, end) => {
      if (end > covered.offset) return;
      for (const { key, place } of lines) layer.set(key.kind, hashOf(key.id), place, () => key);
    },
    note,
  );
  if (scan.end < covered.offset) throw damage(path, scan.end, `it ends there, before commit ${covered.commit} does`);
  return layer.tables;
}

interface WholeFiles {
  readonly log: NamedFile;
  /** The keys of the part of the log that the file of keys covers. */
  readonly covered: ReadonlyMap<string, KeyTable>;
  readonly keys: NamedFile;
  readonly tables: StoredTables;
}

/** Throws unless the tables name the last line of each record, as it is, and no other line. */
async function compare(manifest: Manifest, { log, covered, keys: { path }, tables }: WholeFiles): Promise<void> {
  for (const kind of new Set([...tables.keys.keys(), ...covered.keys()])) {
    const live = [...(covered.get(kind)?.entries() ?? [])].filter(({ place }) => !place.deleted);
    compareTable(tables.keys.get(kind), live, path, `${kind} of the log`);
  }
  if (tables.emails === undefined) return;
  const part = { ...log, from: 0, end: manifest.covered.offset };
  const emails = await emailTable(part, tables.emails.size, createKeyHash(manifest.seed));
  compareTable(tables.emails, [...emails.entries()], path, 'lines with e-mail addresses');
}

/** A key of a table. */
interface Entry {
  readonly hash: KeyHash;
  readonly place: Place;
}

/**
 * Throws unless the table has these entries and no other. A reader finds a line by its hash, and takes it only if length
 * and checksum are those of the table.
 */
function compareTable(table: KeyTable | undefined, expected: readonly Entry[], path: string, what: string): void {
  const found = expected.filter(({ hash, place }) => table?.find(hash, (other) => isDeepStrictEqual(other, place)));
  const size = table?.size ?? 0;
  if (found.length === expected.length && size === expected.length) return;
  throw damage(path, 0, `it has ${found.length} of the ${expected.length} ${what}, and ${size} keys in all`);
}
