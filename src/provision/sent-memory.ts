/**
 * What a remote target was last sent, as digests: what has not changed since is not sent again. A remote cannot be
 * asked what it holds, so this is all that is known of it.
 */
import { createHash, hash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FOLDER_MODE } from '../disk/file-access.ts';
import { readLines } from '../disk/read-lines.ts';
import { createCompactMap } from '../validation/compact-map.ts';
import { type AppendFile, openAppendFile } from './records/append-file.ts';

export interface SentMemory<R> {
  /** Whether the target was sent this very request last, and took it. */
  isKnown(request: R): boolean;
  /** Before another request is sent with the same id: from then on nobody knows what the target has of it. */
  forget(request: R): Promise<void>;
  /** Once the target took it. It is written by the time of closing; what was not is only sent again next time. */
  remember(request: R): void;
  close(): Promise<void>;
}

interface Header {
  readonly type: 'sent';
  readonly target: string;
  /** Lets equal requests of two targets have different digests. */
  readonly salt: string;
}

interface Entry {
  readonly key: string;
  readonly digest: string;
}

const SALT_BYTES = 32;
const DIGEST_HEX_DIGITS = 16;
const NAME_HEX_DIGITS = 16;
/** The digest of nothing that was ever sent. */
const FORGOTTEN = '0'.repeat(DIGEST_HEX_DIGITS);

/** Which target is remembered. Without the key, passwords could be guessed from digests. */
export interface RememberedTarget {
  readonly where: string;
  readonly digestKey: string;
}

/** `keyOf` gives the external id that a request is known by. Nothing is written before there is something to remember. */
export async function openSentMemory<R>(
  folder: string,
  { where: target, digestKey }: RememberedTarget,
  keyOf: (request: R) => string,
): Promise<SentMemory<R>> {
  const name = createHash('sha256').update(target).digest('hex').slice(0, NAME_HEX_DIGITS);
  const path = join(folder, `sent-${name}.ndjson`);
  const known = createCompactMap();
  const salt = await readMemory(path, ({ key, digest }) => known.set(key, ...wordsOf(digest)));
  const header: Header = { type: 'sent', target, salt: salt ?? randomBytes(SALT_BYTES).toString('hex') };
  const digestOf = (request: R) =>
    hash('sha256', digestKey + header.salt + JSON.stringify(request), 'hex').slice(0, DIGEST_HEX_DIGITS);
  let file: Promise<AppendFile> | undefined;
  const open = (): Promise<AppendFile> => {
    file ??= openFile(path, salt === undefined ? header : undefined);
    return file;
  };
  /** What is added is not known before the next run: in one run, each id is sent once. */
  const add = async (entries: readonly Entry[]): Promise<AppendFile | undefined> => {
    if (entries.length === 0) return undefined;
    const opened = await open();
    for (const entry of entries) opened.add(`${JSON.stringify(entry)}\n`);
    return opened;
  };
  const isKnown = ({ key, digest }: Entry): boolean => {
    const [found, [first, second]] = [known.get(key), wordsOf(digest)];
    return found?.[0] === first && found[1] === second;
  };
  const entryOf = (request: R): Entry => ({ key: keyOf(request), digest: digestOf(request) });
  /** What was taken, until its digests are made: while the next requests are under way, not before they are sent. */
  let due: R[] = [];
  const rememberDue = async (): Promise<void> => {
    // A run in which little has changed adds little.
    const entries = due.map(entryOf).filter((entry) => !isKnown(entry));
    due = [];
    await add(entries);
  };
  return {
    isKnown: (request) => isKnown(entryOf(request)),
    forget: async (request) => {
      if (known.get(keyOf(request)) === undefined) return;
      const entry = entryOf(request);
      if (isKnown(entry)) return;
      const opened = await add([{ key: entry.key, digest: FORGOTTEN }]);
      await opened?.written();
    },
    remember: (request) => {
      due.push(request);
      // What fails now fails again on closing.
      if (due.length === 1) setImmediate(() => rememberDue().catch(() => {}));
    },
    close: async () => {
      await rememberDue();
      await (await file)?.close();
    },
  };
}

/** A new file begins with its header; one that is there goes on after a line that a crash may have cut. */
async function openFile(path: string, header: Header | undefined): Promise<AppendFile> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  // A crash may have left a file without a whole header: nothing in it can be read.
  if (header !== undefined) await rm(path, { force: true });
  const file = await openAppendFile(path, header !== undefined);
  file.add(header === undefined ? '\n' : `${JSON.stringify(header)}\n`);
  return file;
}

/** The salt, or `undefined` where there is no memory yet. */
async function readMemory(path: string, take: (entry: Entry) => void): Promise<string | undefined> {
  let salt: string | undefined;
  try {
    for await (const lines of readLines(path)) {
      for (const value of lines.map(parseLine)) {
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

function parseLine(line: string): Header | Entry | undefined {
  try {
    return JSON.parse(line) as Header | Entry;
  } catch {
    return undefined;
  }
}

function wordsOf(digest: string): [number, number] {
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
}
