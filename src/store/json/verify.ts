import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { OPEN_FLAGS } from '../../disk/file-access.ts';
import { damage } from './failures.ts';
import { nodeFiles, type StoreFile } from './file-system.ts';
import { assertStore } from './folder.ts';
import { openGeneration, tornWarning } from './generation/generation.ts';
import { createLayer } from './generation/layer.ts';
import { type Manifest, type ManifestOnDisk, readManifest } from './generation/manifest.ts';
import { emailTable } from './keys/email-table.ts';
import { createKeyHash, type KeyHash } from './keys/key-hash.ts';
import { createKeyTable, type KeyTable, type Place } from './keys/key-table.ts';
import { checkPages, openTables } from './keys/keys-file.ts';
import { createLineReader } from './log/line-reader.ts';
import { scanLog } from './log/scan.ts';
import { readTokens } from './tokens/token-file.ts';

type Note = (problem: unknown) => undefined;

/**
 * Reads every byte of the store in a folder and lists all damage. It takes no lock and changes nothing.
 * Throws if there is no store to check, or if its manifest cannot be trusted.
 */
export async function verifyJsonStore(
  path: string,
  onWarning: (message: string) => void = () => {},
): Promise<string[]> {
  await assertStore(path);
  const onDisk = readManifest(nodeFiles, path);
  const { manifest } = onDisk;
  const problems: string[] = [];
  const note: Note = (problem) => {
    problems.push(problem instanceof Error ? problem.message : String(problem));
  };
  await withFile(join(path, manifest.log), note, async (log, logPath) => {
    const covered = await readLog(log, logPath, manifest, note).catch(note);
    const { keys } = manifest;
    if (keys === null) return;
    await withFile(join(path, keys.file), note, async (file, keysPath) => {
      const tables = await openTables(file, keysPath, keys);
      await checkPages(file, keysPath, note);
      // A comparison of damaged files has no meaning.
      if (problems.length > 0 || !covered) return;
      compare(tables.keys, covered, keysPath);
      if (tables.emails === undefined) return;
      const part = { file: log, path: logPath, from: 0, end: manifest.covered.offset };
      const emails = await emailTable(part, tables.emails.size, createKeyHash(manifest.seed));
      compareTable(tables.emails, [...emails.entries()], keysPath, 'lines with e-mail addresses');
    });
  });
  await checkTokens(path).catch(note);
  if (problems.length === 0) await openAsReader(path, onDisk, onWarning).catch(note);
  return problems;
}

async function checkTokens(path: string): Promise<void> {
  readTokens(path);
}

/** Throws what a command throws if it opens the store. */
async function openAsReader(path: string, onDisk: ManifestOnDisk, onWarning: (message: string) => void): Promise<void> {
  const generation = await openGeneration({ path, files: nodeFiles }, onDisk, OPEN_FLAGS.read);
  await generation.close();
  const warning = tornWarning(generation.log, 'ignored');
  if (warning !== undefined) onWarning(`${warning}. If this is a copy, take it again: it may lack what was confirmed`);
}

async function withFile(
  path: string,
  note: Note,
  work: (file: StoreFile, path: string) => Promise<void>,
): Promise<void> {
  let file: StoreFile | undefined;
  try {
    file = await nodeFiles.open(path, OPEN_FLAGS.read);
    await work(file, path);
  } catch (error) {
    note(error);
  } finally {
    await file?.close();
  }
}

/** Reads the whole log. Returns the keys of the part that the keys file covers. */
async function readLog(
  file: StoreFile,
  path: string,
  { seed, before, covered }: Manifest,
  note: Note,
): Promise<ReadonlyMap<string, KeyTable>> {
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

/** Throws unless the tables name the last line of each record, as it is, and no other line. */
function compare(tables: ReadonlyMap<string, KeyTable>, expected: ReadonlyMap<string, KeyTable>, path: string): void {
  for (const kind of new Set([...tables.keys(), ...expected.keys()])) {
    const live = [...(expected.get(kind)?.entries() ?? [])].filter(({ place }) => !place.deleted);
    compareTable(tables.get(kind), live, path, `${kind} of the log`);
  }
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
  throw damage(path, 0, `of the ${expected.length} ${what} it names ${found.length}, and ${size} in all`);
}
