import { type BigIntStats, fstatSync, lstatSync, readSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { errorCode, FILE_MODE, giveToFolderOwner, OPEN_FLAGS } from '../../disk/file-access.ts';

/** The operations on an open file that the store needs. */
export interface StoreFile {
  /** Identifies the file itself, whatever its name. */
  readonly id: string;
  /** Reads synchronously. Returns the number of bytes. */
  readNow(buffer: Buffer, offset: number, length: number, position: number): number;
  write(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
  sync(): Promise<void>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

type ReadArguments = Parameters<StoreFile['readNow']>;

/** The operations of the file system that the store needs. Tests can make each of them fail. */
export interface StoreFiles {
  open(path: string, flags: number, mode?: number): Promise<StoreFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Returns the id of the file that has a name now; undefined if there is none. */
  idOf(path: string): string | undefined;
}

/** A store folder and its file system. */
export interface StoreFolder {
  readonly path: string;
  readonly files: StoreFiles;
}

/** The real file system. */
export const nodeFiles: StoreFiles = {
  open: async (path, flags, mode) => {
    const handle = await fs.open(path, flags, mode);
    if (flags === OPEN_FLAGS.create) giveToFolderOwner(handle.fd, path);
    const id = idOf(fstatSync(handle.fd, { bigint: true }));
    return Object.assign(handle, { id, readNow: (...args: ReadArguments) => readSync(handle.fd, ...args) });
  },
  rename: fs.rename,
  unlink: fs.unlink,
  idOf: (path) => {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats && idOf(stats);
  },
};

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Reads `length` bytes, or fewer if the file ends before. */
export function readFully(file: Pick<StoreFile, 'readNow'>, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  return buffer.subarray(0, readInto(file, buffer, position));
}

/** Fills `buffer`, or a part of it if the file ends before. Returns the number of bytes. */
export function readInto(file: Pick<StoreFile, 'readNow'>, buffer: Buffer, position: number): number {
  let done = 0;
  while (done < buffer.length) {
    const bytes = file.readNow(buffer, done, buffer.length - done, position + done);
    if (bytes === 0) break;
    done += bytes;
  }
  return done;
}

/** Writes all of `bytes`, in as many calls as needed. */
export async function writeFully(file: StoreFile, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Makes a new file with durable content. Its name is durable once the folder is synced. */
export async function writeNewFile(files: StoreFiles, path: string, bytes: Buffer): Promise<void> {
  const file = await files.open(path, OPEN_FLAGS.create, FILE_MODE);
  try {
    await writeFully(file, bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes new, renamed and removed names in a folder durable. */
export async function syncFolder(files: StoreFiles, folder: string): Promise<void> {
  if (process.platform === 'win32') return; // A folder cannot be opened there; NTFS keeps names in its own journal.
  const handle = await files.open(folder, OPEN_FLAGS.read);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a file, if it exists. */
export async function removeFile(files: StoreFiles, path: string): Promise<void> {
  try {
    await files.unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
