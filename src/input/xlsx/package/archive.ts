/** Reads the parts of a workbook, which is a ZIP archive. Checks sizes before it unpacks anything. */

import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { formatNumber } from '../../../base/text/counted.ts';
import { InputError } from '../../../errors.ts';
import { readingError, type Source } from '../../source.ts';
import { MAX_FILES, MAX_PACKING, MAX_PIPED_BYTES, MAX_SMALL_PART_BYTES } from '../limits.ts';

export interface Archive {
  readonly file: string;
  /** Changes when the file changes on the disk; `undefined` for standard input. */
  readonly version: string | undefined;
  /** Whether there is a part with this name, without regard to case. Names begin without a slash. */
  has(part: string): boolean;
  /** Yields the bytes of a part. Throws if it is missing or damaged, or larger than `maxBytes`. */
  read(part: string, maxBytes: number): AsyncGenerator<Buffer, undefined>;
  /** Returns all parts in packed form, in their order. */
  packed(): PackedPart[];
  close(): void;
}

/** A part in packed form, which can be copied into another archive. */
export interface PackedPart {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  readonly bytes: () => AsyncIterable<Buffer>;
}

const DAMAGED_HINT = 'Get the file again from where it came. A workbook can also be opened, and saved again as .xlsx.';
const UNSAFE_HINT = 'Copy its tables into a new file, and give that.';

/**
 * Opens an archive, which messages call `what`. A file is read from the disk as needed; standard input is read into memory.
 */
export async function openArchive(source: Source, what = 'workbook'): Promise<Archive> {
  const { file } = source;
  const { zip, version } = await openZip(source, what);
  try {
    const entries = await listEntries(file, zip, what);
    return {
      file,
      version,
      packed: () => [...entries.values()].map((entry) => packedPart(zip, entry)),
      has: (part) => entries.has(part.toLowerCase()),
      read: (part, maxBytes) => readPart(file, zip, entries.get(part.toLowerCase()), { part, maxBytes, what }),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const OPTIONS = { lazyEntries: true, autoClose: false } as const;

async function openZip(source: Source, what: string): Promise<{ zip: ZipFile; version: string | undefined }> {
  const { file, path } = source;
  try {
    const stats = path === undefined ? undefined : await stat(path);
    if (path === undefined || !stats?.isFile()) {
      return { zip: await fromBufferPromise(await readAll(source), OPTIONS), version: undefined };
    }
    return { zip: await openPromise(path, OPTIONS), version: `${stats.ino} ${stats.size} ${stats.mtimeMs}` };
  } catch (error) {
    throw isSystemError(error) ? readingError(file, error) : damaged(file, error, what);
  }
}

async function readAll(source: Source): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) {
    bytes += chunk.length;
    if (bytes > MAX_PIPED_BYTES) {
      throw new InputError({ file: source.file }, `the workbook is larger than ${inMebibytes(MAX_PIPED_BYTES)}`, {
        hint: 'Save it as a file and name that.',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function listEntries(file: string, zip: ZipFile, what: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_FILES) throw unsafe(file, `it holds more than ${formatNumber(MAX_FILES)} files`, what);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > MAX_SMALL_PART_BYTES) throw unsafe(file, 'the names in it are too long', what);
      if (entries.has(name)) throw unsafe(file, 'it holds two files of one name', what);
      entries.set(name, entry);
    }
  } catch (error) {
    throw damaged(file, error, what);
  }
  return entries;
}

interface Wanted {
  readonly part: string;
  readonly maxBytes: number;
  readonly what: string;
}

async function* readPart(
  file: string,
  zip: ZipFile,
  entry: Entry | undefined,
  { part, maxBytes, what }: Wanted,
): AsyncGenerator<Buffer, undefined> {
  if (entry === undefined) throw damaged(file, new Error(`${part} is missing`), what);
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (size > maxBytes) throw unsafe(file, `its part ${part} is larger than ${inMebibytes(maxBytes)}`, what);
  if (size > MAX_PACKING.fromBytes && size > packed * MAX_PACKING.factor) {
    const factor = Math.floor(size / Math.max(packed, 1));
    const reason = `its part ${part} becomes ${factor} times larger when it is unpacked, which no table does`;
    throw unsafe(file, reason, what);
  }
  if (entry.isEncrypted()) throw new InputError({ file }, 'is encrypted', { hint: 'Save it without a password.' });
  let checksum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw damaged(file, error, what);
  }
  if (checksum !== entry.crc32) throw damaged(file, new Error(`${part} is not what was packed`), what);
  return undefined;
}

function packedPart(zip: ZipFile, entry: Entry): PackedPart {
  const { fileName: name, compressionMethod: method, crc32: crc } = entry;
  return {
    name,
    method,
    crc,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    bytes: async function* () {
      if (entry.isEncrypted()) throw new InputError({ file: name }, 'is encrypted');
      const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
      yield* stream as AsyncIterable<Buffer>;
    },
  };
}

/** Returns the error for an archive that cannot be read. The reasons of the ZIP library do not contain any content. */
export function damaged(file: string, cause: unknown, what = 'workbook'): unknown {
  if (cause instanceof InputError) return cause;
  const reason = cause instanceof Error ? cause.message : '';
  return new InputError({ file }, `the ${what} is damaged (${reason})`, { hint: DAMAGED_HINT, cause });
}

function unsafe(file: string, reason: string, what: string): InputError {
  return new InputError({ file }, `the ${what} is not read, because ${reason}`, { hint: UNSAFE_HINT });
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function inMebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en')} MiB`;
}
