/** Files for users. A file is written completely or not at all, and only its owner can read it. */

import { type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, FILE_MODE } from '../../disk/file-access.ts';
import { syncFolder } from '../../disk/folders.ts';
import { ExamctlError, UsageError } from '../../errors.ts';
import { inBlocks, type TextParts } from '../terminal/streams.ts';

/** The content of a file: text, or bytes that are produced during the write. */
export type FileContent = TextParts | { readonly bytes: AsyncIterable<Uint8Array> };

/** Writes a temporary file, then renames it: the name never shows a partial file. Replaces an older file. */
export async function writeFileAtomically(file: string, content: FileContent): Promise<void> {
  await refuseSpecialFile(file);
  // Its name is not made of the other one, which may be as long as a name can be.
  const temporary = path.join(path.dirname(file), `.examctl-${crypto.randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', FILE_MODE).catch((cause) => {
    throw cannotWrite(file, cause);
  });
  try {
    await writeBlocks(handle, blocksOf(content), file);
    await rename(temporary, file).catch((cause) => {
      throw cannotWrite(file, cause);
    });
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncQuietly(path.dirname(file));
}

/** Refuses a path that is not an ordinary file: a rename would destroy the device or the link for its other users. */
export async function refuseSpecialFile(file: string): Promise<void> {
  const stats = await lstat(file).catch((cause: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return undefined;
    throw cannotWrite(file, cause);
  });
  if (stats === undefined || stats.isFile()) return;
  const kind = stats.isDirectory() ? 'a folder' : stats.isSymbolicLink() ? 'a symbolic link' : 'not an ordinary file';
  throw new UsageError(`${file} cannot be written: it is ${kind}`, { hint: 'Give the path of an ordinary file.' });
}

function blocksOf(content: FileContent): AsyncIterable<string | Uint8Array> {
  return typeof content === 'object' && 'bytes' in content ? content.bytes : inBlocks(content);
}

/** An error while the content is produced is passed on unchanged. Only errors of the disk are worded here. */
async function writeBlocks(
  handle: FileHandle,
  blocks: AsyncIterable<string | Uint8Array>,
  file: string,
): Promise<void> {
  const onDiskError = (cause: unknown) => {
    throw cannotWrite(file, cause);
  };
  try {
    for await (const block of blocks) await handle.writeFile(block).catch(onDiskError);
    await handle.sync().catch(onDiskError);
  } finally {
    await handle.close().catch(onDiskError);
  }
}

/** Some network folders cannot be synced. There the rename without a sync must do. */
function syncQuietly(folder: string): Promise<void> {
  return syncFolder(folder).catch(() => {});
}

/** Removes a file of an earlier run. A file that no longer exists is no error. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return;
    throw new ExamctlError('OutputError', 'internal', `${file} cannot be removed (${codeOf(cause)})`, {
      hint: 'It is of an earlier run: check the permissions of its folder, then delete it.',
      cause,
    });
  });
  await syncQuietly(path.dirname(file));
}

function codeOf(cause: unknown): string {
  return errorCode(cause) ?? 'unknown error';
}

/** The error for a file that cannot be written. */
export function cannotWrite(file: string, cause: unknown): ExamctlError {
  const code = codeOf(cause);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const hint = `Make the folder ${path.dirname(file)} first, or give another path.`;
    return new UsageError(`${file} cannot be written: its folder does not exist`, { hint, cause });
  }
  if (code === 'ENAMETOOLONG') {
    return new UsageError(`${file} cannot be written: its name is too long`, { hint: 'Give a shorter one.', cause });
  }
  return new ExamctlError('OutputError', 'internal', `${file} cannot be written (${code})`, {
    hint: 'Check the permissions of the folder and the space on the disk, or give another path.',
    cause,
  });
}
