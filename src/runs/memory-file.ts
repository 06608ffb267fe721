/**
 * An append-only file that keeps facts about a remote target from one run to the next. Its first line has the target and
 * a salt, each other line an entry.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '../base/json-value.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { readLines } from '../disk/read-lines.ts';
import { type AppendFile, createAppendFile, openAppendFile } from './append-file.ts';

export interface MemoryFile<T> {
  /** A random text for digests, so that equal values of two targets have different digests. */
  readonly salt: string;
  /** Entries are written soon, and before `close` ends. */
  add(entries: readonly T[]): Promise<void>;
  /** Resolves when the entry is written. */
  addNow(entry: T): Promise<void>;
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

/** Opens a memory and passes each entry to `take`. The file is made with the first new entry. */
export async function openMemoryFile<T extends object>(
  { folder, prefix, target }: MemoryName,
  take: (entry: T) => void,
): Promise<MemoryFile<T>> {
  const name = createHash('sha256').update(target).digest('hex').slice(0, NAME_HEX_DIGITS);
  const path = join(folder, `${prefix}-${name}.ndjson`);
  const salt = await readEntries(path, take);
  const header: Header = { type: 'sent', target, salt: salt ?? randomBytes(SALT_BYTES).toString('hex') };
  let file: Promise<AppendFile> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Entries wait a short time, since a write for each would double the cost. Those of two processes stay in order. */
  const writeInTime = (opened: AppendFile): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      opened.writeSoon();
    }, WRITE_WITHIN_MS);
  };
  const add = async (entries: readonly T[]): Promise<AppendFile> => {
    file ??= openFile(path, salt === undefined ? header : undefined);
    const opened = await file;
    for (const entry of entries) opened.add(`${JSON.stringify(entry)}\n`);
    return opened;
  };
  return {
    salt: header.salt,
    add: async (entries) => {
      if (entries.length > 0) writeInTime(await add(entries));
    },
    addNow: async (entry) => (await add([entry])).written(),
    close: async () => {
      clearTimeout(timer);
      await (await file)?.close();
    },
  };
}

/** A new file begins with its header. In an existing file, a crash may have cut the last line, so a new line begins. */
async function openFile(path: string, header: Header | undefined): Promise<AppendFile> {
  await makeFolder(dirname(path));
  // A crash may have left a file without a whole header. Nothing in it can be used.
  if (header !== undefined) {
    await rm(path, { force: true });
    return createAppendFile(path, `${JSON.stringify(header)}\n`);
  }
  const file = await openAppendFile(path);
  file.add('\n');
  return file;
}

/** The salt, or `undefined` if there is no memory yet. */
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
  } catch {
    return undefined;
  }
  return salt;
}
