import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../../../base/json-value.ts';
import { errorCode } from '../../../disk/file-access.ts';
import { StoreError, UsageError } from '../../../errors.ts';
import { seal, unseal } from '../checksum.ts';
import { damage, storeFailure } from '../failures.ts';
import { nodeFiles, removeFile, type StoreFiles, syncFolder, writeNewFile } from '../file-system.ts';
import type { KeysReference } from '../keys/keys-file.ts';
import { MANIFEST_FILE, MANIFEST_TEMP_FILE } from '../layout.ts';
import type { LogPosition } from '../log/scan.ts';

/** The version of the store's files that this program reads and writes. */
export const STORE_FORMAT = 2;

/** The length of the seed. */
export const SEED_BYTES = 8;

/** Names the files of the state. It is replaced as a whole, by a rename, once the files that it names are durable. */
export interface Manifest {
  readonly format: typeof STORE_FORMAT;
  /** A number that grows by one with each manifest. */
  readonly generation: number;
  /** The random key of the hash function for ids, in hexadecimal digits. */
  readonly seed: string;
  readonly log: string;
  /** The number of the commit before the first one of the log. */
  readonly before: number;
  /** The part of the log that the keys cover. */
  readonly covered: LogPosition;
  readonly keys: KeysReference | null;
}

/** A manifest and its text. A writer compares the text to see whether the manifest on the disk is still its own. */
export interface ManifestOnDisk {
  readonly manifest: Manifest;
  readonly text: string;
}

/** Reads the manifest of the store in `folder`. */
export function readManifest(files: StoreFiles, folder: string): ManifestOnDisk {
  const path = join(folder, MANIFEST_FILE);
  const text = readManifestText(files, folder, path);
  return { manifest: parseManifest(text, path), text };
}

function readManifestText(files: StoreFiles, folder: string, path: string): string {
  try {
    return files.readSmall(path);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') throw noStore(folder);
    throw storeFailure(`Cannot read ${path}`, cause);
  }
}

/** The error for a folder that holds no store. */
export function noStore(folder: string): UsageError {
  return new UsageError(`There is no store in ${folder}`, {
    hint: (at) => `Make one with "examctl local init${at}"; a platform of your own is named by --base-url.`,
  });
}

function parseManifest(text: string, path: string): Manifest {
  const parsed = parseJson(text);
  if (isObject(parsed)) assertKnownFormat(parsed['format'], path);
  // Only this program writes the file, so any other form is damage. The checksum finds all other changes.
  const manifest = unseal(text);
  if (manifest === undefined) throw damage(path, 0, 'it is not as examctl wrote it');
  return manifest as Manifest;
}

function assertKnownFormat(format: unknown, path: string): void {
  if (typeof format !== 'number' || format === STORE_FORMAT) return;
  const [writer, hint] =
    format > STORE_FORMAT
      ? ['a newer examctl', 'Use the newer examctl with this store; the store was not changed.']
      : ['an examctl before its first release', 'Initialise a new store; this one was not changed.'];
  throw new StoreError(`${path} was written by ${writer} (format ${format}, known: ${STORE_FORMAT})`, { hint });
}

/** Writes a manifest to its temporary file. `swapManifest` puts it in place. */
export async function prepareManifest(files: StoreFiles, folder: string, manifest: Manifest): Promise<string> {
  const text = seal(manifest);
  const temporary = join(folder, MANIFEST_TEMP_FILE);
  await removeFile(files, temporary);
  await writeNewFile(files, temporary, Buffer.from(text));
  await syncFolder(files, folder);
  return text;
}

/** Puts the prepared manifest in place, durably. */
export async function swapManifest(files: StoreFiles, folder: string): Promise<void> {
  await files.rename(join(folder, MANIFEST_TEMP_FILE), join(folder, MANIFEST_FILE));
  await syncFolder(files, folder);
}

/**
 * A digest that differs for different states of a store: of the manifest, and of the part of the log that the keys do
 * not cover. Takes no lock, so it describes the state at the time of reading.
 */
export async function fingerprintJsonStore(folder: string): Promise<string> {
  const { manifest, text } = readManifest(nodeFiles, folder);
  const hash = createHash('sha256').update(text);
  const rest = createReadStream(join(folder, manifest.log), { start: manifest.covered.offset });
  for await (const chunk of rest as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
