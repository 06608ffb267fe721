/** The server's tokens beside a store. They have their own lock, so that they can change while the store is served. */
import { statSync } from 'node:fs';
import { releaseLock, takeLock } from '../../../disk/lock.ts';
import { LOCK_FILE } from '../../../disk/lock-file.ts';
import { StoreLockedError } from '../../../errors.ts';
import { makeToken } from '../../new-token.ts';
import type { StoredToken, TokenStore } from '../../port.ts';
import { storeFailure } from '../failures.ts';
import { isJsonStore } from '../folder.ts';
import { noStore } from '../generation/manifest.ts';
import { readTokens, tokensPath, writeTokens } from './token-file.ts';

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

/**
 * Reads the file again only if it has changed: each change makes a new file. It looks at most once in a turn of the
 * event loop: in one turn, a server begins all requests that have arrived before, which can be dozens.
 */
function createReader(folder: string): () => readonly StoredToken[] {
  let version: string | undefined;
  let tokens: readonly StoredToken[] = [];
  let isCurrent = false;
  return () => {
    if (isCurrent) return tokens;
    const current = versionOf(tokensPath(folder));
    if (current !== version) tokens = current === undefined ? [] : readTokens(folder);
    version = current;
    isCurrent = true;
    setImmediate(() => {
      isCurrent = false;
    });
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
