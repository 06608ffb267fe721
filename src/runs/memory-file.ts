/**
 * An append-only file that keeps facts about a remote target from one run to the next. Its first line has the target and
 * a salt, each other line an entry.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '../base/json-value.ts';
import { errorCode } from '../disk/file-access.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { readLines } from '../disk/read-lines.ts';
import { type AppendFile, createFileWith, openAppendFile, replaceFile } from './append-file.ts';
import { createGate } from './memory-gate.ts';
import { recordError } from './record/record-error.ts';

export interface MemoryFile<T> {
  /**
   * A random text for digests, so that equal values of two targets have different digests. Digests that are written
   * need the salt that counts after `create`.
   */
  salt(): string;
  /** Makes the file if it is not there. If another process has made it meanwhile, its salt counts from now on. */
  create(): Promise<void>;
  /** Reads all entries again if another process has added some. Calls `reset` before the first. */
  refresh(reset: () => void): Promise<void>;
  /** Entries are written soon, and before `close` ends. */
  add(entries: readonly T[]): Promise<void>;
  /** Resolves when the entries are written. */
  addNow(entries: readonly T[]): Promise<void>;
  /** Calls `work` while no other process does the same with this memory. */
  alone(work: () => Promise<void>): Promise<void>;
  /**
   * Removes the entries that are not to be kept. Only within `alone`, and while no other process writes: it would write
   * to the old file. If it fails, the file stays as it is.
   */
  shorten(isKept: (entry: T) => boolean): Promise<void>;
  close(): Promise<void>;
}

interface Header {
  readonly type: 'sent';
  readonly target: string;
  readonly salt: string;
}

interface MemoryName {
  readonly folder: string;
  /** The beginning of the file's name. */
  readonly prefix: string;
  readonly target: string;
}

const SALT_BYTES = 32;
const NAME_HEX_DIGITS = 16;
const WRITE_WITHIN_MS = 50;
const MEMORY_FILE = new RegExp(`^[a-z]+-[0-9a-f]{${NAME_HEX_DIGITS}}\\.ndjson$`);

/** Whether a file has the name of a memory. */
export function isMemoryFile(name: string): boolean {
  return MEMORY_FILE.test(name);
}

function pathOf({ folder, prefix, target }: MemoryName): string {
  const digest = createHash('sha256').update(target).digest('hex').slice(0, NAME_HEX_DIGITS);
  return join(folder, `${prefix}-${digest}.ndjson`);
}

/** Opens a memory and passes each entry to `take`. The file is made with the first new entry. */
export async function openMemoryFile<T extends object>(
  name: MemoryName,
  take: (entry: T) => void,
): Promise<MemoryFile<T>> {
  const path = pathOf(name);
  /** In bytes, with what this process has added. */
  let size = await sizeOf(path);
  let salt = (await readEntries(path, take)) ?? randomBytes(SALT_BYTES).toString('hex');
  let file: Promise<AppendFile> | undefined;
  const delay = createDelay();
  const gate = createGate(path);
  const append = (opened: AppendFile, text: string): AppendFile => {
    opened.add(text);
    size += Buffer.byteLength(text);
    return opened;
  };
  const open = async (): Promise<AppendFile> => {
    const header: Header = { type: 'sent', target: name.target, salt };
    salt = await makeFile(path, header);
    if (size === 0) size = Buffer.byteLength(headerLine(header));
    // A crash may have cut the last line.
    return append(await openAppendFile(path), '\n');
  };
  const add = async (entries: readonly T[]): Promise<AppendFile> => {
    file ??= open();
    return append(await file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  };
  return {
    salt: () => salt,
    create: async () => void (await add([])),
    refresh: async (reset) => {
      const now = await sizeOf(path);
      if (now === size) return;
      reset();
      size = now;
      await readEntries(path, take);
    },
    add: async (entries) => {
      if (entries.length > 0) delay.write(await add(entries));
    },
    addNow: async (entries) => (await add(entries)).written(),
    alone: gate.pass,
    shorten: async (isKept) => {
      const isShorter = await keepLines(path, isKept, async () => (await sizeOf(path)) === size && gate.hasLock());
      // After a failure, too, the name may be that of the new file.
      file = reopen(await file, path);
      await file;
      if (isShorter) size = await sizeOf(path);
    },
    close: async () => {
      delay.end();
      await (await file)?.close();
    },
  };
}

/** Entries wait a short time, since a write for each would double the cost. Those of two processes stay in order. */
function createDelay() {
  let timer: NodeJS.Timeout | undefined;
  return {
    write: (file: AppendFile): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        file.writeSoon();
      }, WRITE_WITHIN_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/** Removes the other entries from a file, if it may be replaced when the new one is ready. Returns whether it was. */
async function keepLines<T extends object>(
  path: string,
  isKept: (entry: T) => boolean,
  mayReplace: () => Promise<boolean>,
): Promise<boolean> {
  const isLineKept = (line: string): boolean => {
    const value = parseJson(line) as Header | T | undefined;
    return value !== undefined && ('salt' in value || isKept(value));
  };
  const kept = async function* () {
    for await (const lines of readLines(path))
      yield lines.map((line) => (isLineKept(line) ? `${line}\n` : '')).join('');
  };
  try {
    await replaceFile(path, kept(), async () => {
      // Another process has taken the lock over, or has added lines, which would be lost.
      if (!(await mayReplace())) throw new Error(`${path} has changed`);
    });
    return true;
  } catch {
    return false;
  }
}

/** Makes a file that begins with its header, and returns the salt of the file that is there now. */
async function makeFile(path: string, header: Header): Promise<string> {
  await makeFolder(dirname(path));
  const known = await readSalt(path);
  if (known !== undefined) return known;
  if (await createFileWith(path, headerLine(header))) return header.salt;
  // Another process has made it meanwhile.
  const salt = await readSalt(path);
  if (salt !== undefined) return salt;
  // A crash may have left a file without a whole header. Nothing in it can be used.
  await rm(path, { force: true });
  return makeFile(path, header);
}

/** Opens the file that now has the name of another one. */
async function reopen(other: AppendFile | undefined, path: string): Promise<AppendFile> {
  await other?.close();
  return openAppendFile(path);
}

function headerLine(header: Header): string {
  return `${JSON.stringify(header)}\n`;
}

/** In bytes; 0 if there is no file. */
function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The salt in the header, which is the first line; `undefined` if there is no file, or no whole header in it. */
async function readSalt(path: string): Promise<string | undefined> {
  try {
    for await (const [line = ''] of readLines(path)) {
      if (line !== '') return (parseJson(line) as Partial<Header> | undefined)?.salt;
    }
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw unreadable(path, cause);
  }
  return undefined;
}

/**
 * The error for a file that is there and cannot be read. It is not the same as no memory: what it has would stay known to
 * later runs, whatever this run sends. It may also be that of another user, whose runs need it.
 */
function unreadable(path: string, cause: unknown): Error {
  return recordError(path, `${path} cannot be read`, cause);
}

/** The salt, or `undefined` if there is no memory yet, or what is there is none. */
async function readEntries<T extends object>(path: string, take: (entry: T) => void): Promise<string | undefined> {
  let salt: string | undefined;
  try {
    for await (const lines of readLines(path)) {
      for (const line of lines) {
        const value = parseJson(line) as Header | T | undefined;
        if (value === undefined) continue;
        if ('salt' in value) salt = value.salt;
        else take(value);
      }
    }
  } catch (cause) {
    if (errorCode(cause) === undefined || errorCode(cause) === 'ENOENT') return undefined;
    throw unreadable(path, cause);
  }
  return salt;
}
