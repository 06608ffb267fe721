/** How the program opens files of its own: for their owner alone, and never through a link. */
import { constants } from 'node:fs';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = constants;
/** Absent on Windows, where it is no flag. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/** Never through a symbolic link, and a new file never over an old one. */
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
