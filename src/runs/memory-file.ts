/**
 * An append-only file that keeps facts about a remote target from one run to the next. Its first line has the target and
 * a salt, each other line an entry.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '../base/json-value.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { readLines } from '../disk/read-lines.ts';
import { type AppendFile, createFileWith, openAppendFile } from './append-file.ts';

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
  /** In bytes, with what this process has added. */
  let size = await sizeOf(path);
  let salt = (await readEntries(path, take)) ?? randomBytes(SALT_BYTES).toString('hex');
  let file: Promise<AppendFile> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const append = (opened: AppendFile, text: string): void => {
    opened.add(text);
    size += Buffer.byteLength(text);
  };
  const open = async (): Promise<AppendFile> => {
    const header: Header = { type: 'sent', target, salt };
    salt = await makeFile(path, header);
    if (size === 0) size = Buffer.byteLength(headerLine(header));
    const opened = await openAppendFile(path);
    // A crash may have cut the last line.
    append(opened, '\n');
    return opened;
  };
  /** Entries wait a short time, since a write for each would double the cost. Those of two processes stay in order. */
  const writeInTime = (opened: AppendFile): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      opened.writeSoon();
    }, WRITE_WITHIN_MS);
  };
  const add = async (entries: readonly T[]): Promise<AppendFile> => {
    file ??= open();
    const opened = await file;
    for (const entry of entries) append(opened, `${JSON.stringify(entry)}\n`);
    return opened;
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
      if (entries.length > 0) writeInTime(await add(entries));
    },
    addNow: async (entries) => (await add(entries)).written(),
    close: async () => {
      clearTimeout(timer);
      await (await file)?.close();
    },
  };
}

/** Makes a file that begins with its header, and returns the salt of the file that is there now. */
async function makeFile(path: string, header: Header): Promise<string> {
  await makeFolder(dirname(path));
  if (await createFileWith(path, headerLine(header))) return header.salt;
  const salt = await readEntries(path, () => {});
  if (salt !== undefined) return salt;
  // A crash may have left a file without a whole header. Nothing in it can be used.
  await rm(path, { force: true });
  return makeFile(path, header);
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
