/** Reads and locks a file of settings. Messages never repeat its text, which may be a secret in the wrong place. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findRepeatedKey, scanJson } from '../base/json-text.ts';
import { DEFAULT_LOCK_TIMEOUT_MS } from '../built-in-defaults.ts';
import { errorCode } from '../disk/file-access.ts';
import { makeFolder } from '../disk/folders.ts';
import { releaseLock, takeLock } from '../disk/lock.ts';
import { StoreLockedError, UsageError } from '../errors.ts';
import { findJsonFault } from '../input/json/value.ts';

const MAX_BYTES = 64 * 1024;

/** Without waiting: the path may lead to a pipe, and the file type is known only after opening. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Returns the JSON value; `undefined` if the file does not exist. */
export function readSettingsJson(path: string): unknown {
  const file = readFileText(path);
  if (file === undefined) return undefined;
  const { text, isForeign } = file;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error is not kept as a cause: it repeats a part of the text.
    const line = lineAt(text, findJsonFault(text)?.index ?? 0);
    throw refused(path, `is not JSON: look at line ${line}`, 'It is plain JSON, without comments.');
  }
  const repeated = findRepeatedKey(text, value, scanJson(text).keys);
  if (repeated !== undefined) throw refused(path, `repeats a key in line ${lineAt(text, repeated.index)}`);
  if (isForeign && /"token(?:Command|File)":/.test(JSON.stringify(value))) {
    throw refused(path, 'belongs to another user, and says where a token comes from', OWN_FILE);
  }
  return value;
}

export function refused(path: string, problem: string, hint?: string): UsageError {
  return new UsageError(`${path} ${problem}`, { hint });
}

/** A text of settings. `isForeign`: it belongs to another user than root, and root reads it. */
interface SettingsText {
  readonly text: string;
  readonly isForeign: boolean;
}

function readFileText(path: string): SettingsText | undefined {
  let file: number;
  try {
    file = openSync(path, READ_FLAGS);
  } catch (cause) {
    if (isAbsent(path)) return undefined;
    const code = errorCode(cause);
    throw refused(path, code === 'ENOENT' ? 'is a link to a file that does not exist' : `cannot be read (${code})`);
  }
  try {
    const stats = fstatSync(file);
    requireOwnFile(path, stats);
    if (stats.size > MAX_BYTES) throw refused(path, `is larger than ${MAX_BYTES / 1024} KiB`);
    return { text: decode(path, readFileSync(file)), isForeign: process.getuid?.() === 0 && stats.uid !== 0 };
  } finally {
    closeSync(file);
  }
}

/** A link to nothing is not absent. If the user may not search the folder, the file does not exist for this user. */
function isAbsent(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return ABSENT.has(errorCode(error) ?? '');
  }
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);

const OWN_FILE = 'Copy it, or make the file your own.';

/**
 * The file decides where personal data goes, so no other user may be able to write it. Root reads the files of all users:
 * in a container, the files of a project often belong to the user outside. It runs no command of theirs, and sends no file
 * that they name.
 */
function requireOwnFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw refused(path, 'is not an ordinary file');
  const user = process.getuid?.();
  if (user === undefined) return;
  const isOwn = user === 0 || stats.uid === user || stats.uid === 0;
  if (!isOwn) throw refused(path, 'belongs to another user', OWN_FILE);
  if ((stats.mode & WRITABLE_BY_ALL) !== 0) throw refused(path, 'can be written by everybody', `chmod o-w ${path}`);
}

const WRITABLE_BY_ALL = 0o002;

function decode(path: string, bytes: Buffer): string {
  try {
    // The decoder ignores a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(path, 'is not UTF-8');
  }
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/**
 * Makes processes change a file one after the other, so that no change is lost: runs `work` with its lock. First makes the folder of the file if it does not exist. Throws a
 * StoreLockedError if another process does not release the lock.
 */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const [folder, name] = [dirname(file), `.${basename(file)}.lock`];
  const take = async () => {
    await makeFolder(folder);
    return takeLock(folder, name, { timeoutMs: DEFAULT_LOCK_TIMEOUT_MS, command: 'change of settings' });
  };
  const taken = await take().catch((cause: unknown) => {
    throw new UsageError(`${file} cannot be changed: its folder cannot be written`, { cause });
  });
  if ('blockedBy' in taken) {
    throw new StoreLockedError(`${file} is being changed by another process`, {
      hint: `Try again in a moment. If no examctl changes it, remove the file ${join(folder, name)}.`,
    });
  }
  try {
    return await work();
  } finally {
    releaseLock(folder, name, taken.holder);
  }
}
