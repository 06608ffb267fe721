/**
 * The file that keeps what a remote target was last sent: an id and a digest on each line. The last line of
 * an id counts. It is only ever added to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createCompactMap } from '../base/compact-map.ts';
import { parseJson } from '../base/json-value.ts';
import { FOLDER_MODE } from '../disk/file-access.ts';
import { readLines } from '../disk/read-lines.ts';
import { type AppendFile, createAppendFile, openAppendFile } from './append-file.ts';

export interface SentDigest {
  readonly key: string;
  /** In hexadecimal digits. */
  readonly digest: string;
}

/** Added lines count only after the file is opened again: in one run, each id is sent once. */
export interface SentDigests {
  /** Lets equal requests of two targets have different digests. */
  readonly salt: string;
  has(key: string): boolean;
  isKnown(entry: SentDigest): boolean;
  add(entries: readonly SentDigest[]): Promise<void>;
  /** From then on it is unknown what the target has of an id. Resolves when that is written. */
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}

interface Header {
  readonly type: 'sent';
  readonly target: string;
  readonly salt: string;
}

const SALT_BYTES = 32;
export const DIGEST_HEX_DIGITS = 16;
const NAME_HEX_DIGITS = 16;
const WRITE_WITHIN_MS = 50;
/** The digest of nothing that was ever sent. */
const FORGOTTEN = '0'.repeat(DIGEST_HEX_DIGITS);

/** Nothing is written before there is something to keep. */
export async function openSentDigests(folder: string, target: string): Promise<SentDigests> {
  const name = createHash('sha256').update(target).digest('hex').slice(0, NAME_HEX_DIGITS);
  const path = join(folder, `sent-${name}.ndjson`);
  const known = createCompactMap();
  const salt = await readDigests(path, ({ key, digest }) => known.set(key, ...wordsOf(digest)));
  const header: Header = { type: 'sent', target, salt: salt ?? randomBytes(SALT_BYTES).toString('hex') };
  let file: Promise<AppendFile> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** If two processes send the same id, the first comes first. A write for each would double the cost. */
  const writeInTime = (opened: AppendFile): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      opened.writeSoon();
    }, WRITE_WITHIN_MS);
  };
  const add = async (entries: readonly SentDigest[]): Promise<AppendFile> => {
    file ??= openFile(path, salt === undefined ? header : undefined);
    const opened = await file;
    for (const entry of entries) opened.add(`${JSON.stringify(entry)}\n`);
    return opened;
  };
  return {
    salt: header.salt,
    has: (key) => known.get(key) !== undefined,
    isKnown: ({ key, digest }) => {
      const [found, [first, second]] = [known.get(key), wordsOf(digest)];
      return found?.[0] === first && found[1] === second;
    },
    add: async (entries) => {
      if (entries.length > 0) writeInTime(await add(entries));
    },
    forget: async (key) => {
      if (known.get(key) !== undefined) await (await add([{ key, digest: FORGOTTEN }])).written();
    },
    close: async () => {
      clearTimeout(timer);
      await (await file)?.close();
    },
  };
}

/** A new file begins with its header; one that is there goes on after a line that a crash may have cut. */
async function openFile(path: string, header: Header | undefined): Promise<AppendFile> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  // A crash may have left a file without a whole header: nothing in it can be read.
  if (header !== undefined) {
    await rm(path, { force: true });
    return createAppendFile(path, `${JSON.stringify(header)}\n`);
  }
  const file = await openAppendFile(path);
  file.add('\n');
  return file;
}

/** The salt, or `undefined` where there is no memory yet. */
async function readDigests(path: string, take: (entry: SentDigest) => void): Promise<string | undefined> {
  let salt: string | undefined;
  try {
    for await (const lines of readLines(path)) {
      for (const line of lines) {
        const value = parseJson(line) as Header | SentDigest | undefined;
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

function wordsOf(digest: string): [number, number] {
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
}
