/** Flags and modes for the program's own files: only their owner can use them, and links are never followed. */
import { constants, fchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = constants;
/** Windows does not have this flag. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/** They never follow a symbolic link, and `create` never replaces a file. */
export const OPEN_FLAGS = {
  read: O_RDONLY | O_NOFOLLOW,
  write: O_RDWR | O_NOFOLLOW,
  append: O_WRONLY | O_APPEND | O_NOFOLLOW,
  create: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
} as const;

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The code of a system error (`ENOENT`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/**
 * Gives a file or a folder that root has made to the owner of the folder above it. Otherwise, the owner could not read it.
 * If the process may not do so, it stays as it is. `descriptor` is that of the new one: the path may lead to another by now.
 */
export function giveToFolderOwner(descriptor: number, path: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(dirname(path));
    if (uid !== 0) fchownSync(descriptor, uid, gid);
  } catch {
    // A container may be root without this right.
  }
}
