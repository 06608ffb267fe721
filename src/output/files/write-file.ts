/** Files that we write for people: whole or not at all, and readable by their owner only. */
import { type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { FILE_MODE } from '../../disk/file-access.ts';
import { syncFolder } from '../../disk/sync-folder.ts';
import { ExamctlError, UsageError } from '../../errors.ts';
import { inBlocks, type TextParts } from '../terminal/text-parts.ts';

/** What a file is to hold: text, or bytes that are made while they are written. */
export type FileContent = TextParts | { readonly bytes: AsyncIterable<Uint8Array> };

/** Writes a file so that its name never stands for half of it; an older file of that name is replaced. */
export async function writeFileAtomically(file: string, content: FileContent): Promise<void> {
  await refuseSpecialFile(file);
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${crypto.randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', FILE_MODE).catch((cause) => {
    throw cannotWrite(file, cause);
  });
  try {
    await fill(handle, blocksOf(content), file);
    await rename(temporary, file).catch((cause) => {
      throw cannotWrite(file, cause);
    });
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncQuietly(path.dirname(file));
}

/** Renaming over a device or a link would take it away from everybody who uses it. */
export async function refuseSpecialFile(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined || stats.isFile()) return;
  const kind = stats.isDirectory() ? 'a folder' : stats.isSymbolicLink() ? 'a symbolic link' : 'not an ordinary file';
  throw new UsageError(`${file} cannot be written: it is ${kind}`, { hint: 'Give the path of an ordinary file.' });
}

function blocksOf(content: FileContent): AsyncIterable<string | Uint8Array> {
  return typeof content === 'object' && 'bytes' in content ? content.bytes : inBlocks(content);
}

/** A failure to make the content keeps its own error. Only errors of the disk get our words. */
async function fill(handle: FileHandle, blocks: AsyncIterable<string | Uint8Array>, file: string): Promise<void> {
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

/** Some network folders cannot be synced; there the rename is as lasting as it gets. */
function syncQuietly(folder: string): Promise<void> {
  return syncFolder(folder).catch(() => {});
}

/** Takes away a file that we wrote earlier; one that has gone meanwhile is as good. */
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
  return (cause as NodeJS.ErrnoException).code ?? 'unknown error';
}

/** The error of a file that the disk does not take. */
export function cannotWrite(file: string, cause: unknown): ExamctlError {
  const code = codeOf(cause);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const hint = `Make the folder ${path.dirname(file)} first, or give another path.`;
    return new UsageError(`${file} cannot be written: its folder does not exist`, { hint, cause });
  }
  return new ExamctlError('OutputError', 'internal', `${file} cannot be written (${code})`, {
    hint: 'Check the permissions of the folder and the space on the disk, or give another path.',
    cause,
  });
}
