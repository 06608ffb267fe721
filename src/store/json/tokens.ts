/**
 * The server's tokens beside a store, in a file that is replaced as a whole. It has only digests of them. They have
 * their own lock, so that they can change while the store is served.
 */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errorCode, readOwnFile } from '../../disk/file-access.ts';
import { LOCK_FILE, releaseLock, takeLock } from '../../disk/lock.ts';
import { StoreError, StoreLockedError } from '../../errors.ts';
import { makeToken } from '../new-token.ts';
import type { StoredToken, TokenStore } from '../port.ts';
import { storeFailure } from './failures.ts';
import { nodeFiles, removeFile, syncFolder, writeNewFile } from './file-system.ts';
import { isJsonStore, noStore } from './folder.ts';

const TOKENS_FILE = 'tokens.json';

function tokensPath(folder: string): string {
  return join(folder, TOKENS_FILE);
}

interface TokenFile {
  readonly format: 1;
  readonly tokens: readonly StoredToken[];
}

/** The text of the file, with a checksum of its own. */
function seal(file: TokenFile): string {
  return `${JSON.stringify({ ...file, crc32: crc32(JSON.stringify(file)) }, undefined, 2)}\n`;
}

/** The tokens of a store; none without such a file. */
export function readTokens(folder: string): readonly StoredToken[] {
  const path = tokensPath(folder);
  let text: string;
  try {
    text = readOwnFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw storeFailure(`Cannot read ${path}`, error);
  }
  return parseTokens(text, path);
}

function parseTokens(text: string, path: string): readonly StoredToken[] {
  try {
    const { crc32: _, ...file } = JSON.parse(text) as TokenFile & { readonly crc32: number };
    if (file.format !== 1 || seal(file) !== text) throw new Error('The form or the checksum does not fit');
    return file.tokens;
  } catch (cause) {
    throw new StoreError(`${path} is not a file of tokens that this examctl reads`, {
      hint: 'Remove it and add new tokens with examctl local token add.',
      cause,
    });
  }
}

/** Replaces the tokens of a store. They are durable when it resolves. */
async function writeTokens(folder: string, tokens: readonly StoredToken[]): Promise<void> {
  const path = tokensPath(folder);
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeNewFile(nodeFiles, temporary, Buffer.from(seal({ format: 1, tokens })));
    await nodeFiles.rename(temporary, path);
    await syncFolder(nodeFiles, folder);
  } catch (error) {
    await removeFile(nodeFiles, temporary).catch(() => {});
    throw storeFailure(`Cannot write ${path}`, error);
  }
}

const TOKENS_LOCK = `${LOCK_FILE}-tokens`;
const LOCK_TIMEOUT_MS = 5_000;

/** The tokens of the store in a folder. */
export async function openTokenStore(folder: string): Promise<TokenStore> {
  if (!(await isJsonStore(folder))) throw noStore(folder);
  const list = createReader(folder);
  return {
    list: async () => list(),
    add: (name) =>
      withLock(folder, async () => {
        const { token, stored } = makeToken(name);
        await writeTokens(folder, [...readTokens(folder), stored]);
        return { token, stored };
      }),
    revoke: (id) =>
      withLock(folder, async () => {
        const tokens = readTokens(folder);
        const kept = tokens.filter((token) => token.id !== id);
        if (kept.length === tokens.length) return false;
        await writeTokens(folder, kept);
        return true;
      }),
  };
}

/** Reads the file again only if it has changed: each change makes a new file. */
function createReader(folder: string): () => readonly StoredToken[] {
  let version: string | undefined;
  let tokens: readonly StoredToken[] = [];
  return () => {
    const current = versionOf(tokensPath(folder));
    if (current !== version) tokens = current === undefined ? [] : readTokens(folder);
    version = current;
    return tokens;
  };
}

/** The version of the file; undefined without a file. It is called in most turns of a busy server, so it must be fast. */
function versionOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file && [file.ino, file.mtimeNs, file.ctimeNs, file.size].join(' ');
}

/** Runs changes of the tokens one after the other. The lock of a process that died is taken over. */
async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const taken = await takeLock(folder, TOKENS_LOCK, { timeoutMs: LOCK_TIMEOUT_MS, command: 'local token' }).catch(
    (error: unknown) => {
      throw storeFailure(`Cannot lock the tokens of ${folder}`, error);
    },
  );
  if ('blockedBy' in taken) throw lockedError(folder);
  try {
    return await work();
  } finally {
    releaseLock(folder, TOKENS_LOCK, taken.holder);
  }
}

function lockedError(folder: string): StoreLockedError {
  return new StoreLockedError(`The tokens of ${folder} are being changed by another process`, {
    hint: 'Try again in a moment.',
  });
}
