/** Flags and modes for the program's own files: only their owner can use them, and links are never followed. */
import { closeSync, constants, createReadStream, fchownSync, openSync, readFileSync, statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
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

/** Reads a whole small file. A link is not followed. */
export function readOwnFile(path: string): string {
  const descriptor = openSync(path, OPEN_FLAGS.read);
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
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

/**
 * Reads the lines of a file that only this program writes, with a part of it in memory. Only a line feed ends a line: from
 * Node 24 on, `node:readline` also ends lines at Unicode line separators, which JSON texts may contain.
 *
 * Yields groups of lines in their order. The last group is the text after the last line feed, which may be empty.
 */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  // Only a file has a known end and a known owner.
  if (!(await lstat(path)).isFile()) throw new Error(`${path} is no file, or a link to one`);
  let rest = '';
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest];
}
