/** Reads, takes and removes lock files. At most one process holds each lock. */
import { randomBytes } from 'node:crypto';
import { closeSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, FILE_MODE, giveToFolderOwner, OPEN_FLAGS, readOwnFile } from './file-access.ts';
import { ownIdentity, type ProcessIdentity, processStateOf } from './process-identity.ts';

export interface TakeOptions {
  /** The time to wait for another process to release the lock. */
  readonly timeoutMs: number;
  /** Shown to users of other processes that find the lock taken. */
  readonly command?: string | undefined;
  /** An abort ends the wait, and the promise rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** This process holds the lock, or another process blocks it. */
type Taken = { readonly holder: LockHolder } | { readonly blockedBy: LockState };

const POLL_MIN_MS = 20;
const POLL_JITTER_MS = 60;
const TOKEN_BYTES = 16;

/** Takes a lock, and waits if another process holds it. A lock whose process has ended is replaced. */
export async function takeLock(
  folder: string,
  name: string,
  { timeoutMs, command, signal }: TakeOptions,
): Promise<Taken> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const holder = newHolder(command);
    const blockedBy = tryTake(folder, name, holder);
    if (blockedBy === undefined) return { holder };
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return { blockedBy };
    await sleep(Math.min(leftMs, POLL_MIN_MS + Math.random() * POLL_JITTER_MS), undefined, { signal });
  }
}

/** Removes the lock `held` if it is still there. Returns false if another process is about to remove it. */
export function releaseLock(folder: string, name: string, held: LockHolder): boolean {
  try {
    // The claim needs a new token. With the token of the lock, no process could remove the claim if this one ended here.
    return dropLock(folder, name, newHolder(held.command), held);
  } catch (error) {
    // A full disk has no room for a claim. The claim is not needed: no process takes the lock of a running process.
    if (!FULL.has(errorCode(error))) throw error;
    return removeLock(folder, name, held);
  }
}

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** Describes the holder of a lock in messages. */
export function describeHolder({ pid, command, host }: LockHolder): string {
  return `process ${pid}${command === undefined ? '' : ` (${command})`} on ${host}`;
}

function newHolder(command: string | undefined): LockHolder {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  return { ...ownIdentity(), token, since: new Date().toISOString(), ...(command !== undefined && { command }) };
}

/** The name of a folder's lock. The names of claims and temporary files begin with it and a dash. */
export const LOCK_FILE = 'lock';

/** The process that holds a lock. */
export interface LockHolder extends ProcessIdentity {
  /** A random id, new each time the lock is taken. `local unlock` needs it. */
  readonly token: string;
  /** The time at which the lock was taken, in ISO 8601. */
  readonly since: string;
  readonly command?: string | undefined;
}

/**
 * The state of a lock. `blank`: a file without content, which only a power loss leaves, since a lock file appears with
 * its content. `foreign`: a file that this program did not write, and so never removes.
 */
export type LockState = LockHolder | 'free' | 'blank' | 'foreign';

const TOKEN = /^[0-9a-f]{32}$/;

/** Reads a lock file. */
export function readLockFile(path: string): LockState {
  try {
    return parseLock(readOwnFile(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'free';
    throw error;
  }
}

function parseLock(text: string): LockState {
  if (/^[\0\s]*$/.test(text)) return 'blank';
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : 'foreign';
  } catch {
    return 'foreign';
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, host, token, since, bootId, pidNamespace, startTime } = value as Partial<LockHolder>;
  const known = [bootId, pidNamespace, startTime].every((fact) => fact === null || typeof fact === 'string');
  const texts = typeof host === 'string' && typeof since === 'string';
  return known && texts && Number.isSafeInteger(pid) && typeof token === 'string' && TOKEN.test(token);
}

/**
 * Tries once to make `self` the holder of the lock file. Returns undefined if it worked, or else the state of the lock.
 *
 * A lock is stale if its process has ended. To replace a stale lock, a process first takes a claim: another lock file,
 * whose name contains the token of the stale lock. Tokens are random and never used again. The rule: only the holder of
 * the claim of token T may replace or remove the lock with token T. So nobody else can replace a stale lock between the
 * check and the replacement, and no process removes a fresh lock by mistake. A claim whose process has ended is itself
 * a stale lock, and is replaced in the same way.
 */
function tryTake(folder: string, name: string, self: LockHolder): LockState | undefined {
  if (putInPlace(folder, name, self, linkSync)) return undefined;
  const state = readLockFile(join(folder, name));
  if (state === 'blank') return replaceUnder(`${name}-blank`, folder, name, state, self);
  if (typeof state !== 'object' || processStateOf(state) !== 'ended') return state;
  const claim = claimName(state);
  // This program never writes a claim with its own token: such a claim would lead to an endless recursion.
  return claim === name ? state : replaceUnder(claim, folder, name, state, self);
}

function replaceUnder(
  claim: string,
  folder: string,
  name: string,
  stale: LockState,
  self: LockHolder,
): LockState | undefined {
  withClaim(folder, claim, self, () => {
    if (sameLock(readLockFile(join(folder, name)), stale)) putInPlace(folder, name, self, renameSync);
  });
  const state = readLockFile(join(folder, name));
  return sameLock(state, self) ? undefined : state;
}

/** The name of the claim: its holder may replace or remove the lock. */
function claimName({ token }: LockHolder): string {
  return `${LOCK_FILE}-claim-${token}`;
}

/** Runs `work` with a claim. Returns false, without running it, if another process holds the claim. */
function withClaim(folder: string, claim: string, self: LockHolder, work: () => void): boolean {
  if (tryTake(folder, claim, self) !== undefined) return false;
  try {
    work();
  } finally {
    removeIfThere(join(folder, claim));
  }
  return true;
}

/** Removes the lock `held` if it is still there. Returns false if another process is about to replace or remove it. */
function dropLock(folder: string, name: string, self: LockHolder, held: LockHolder): boolean {
  return withClaim(folder, claimName(held), self, () => void removeLock(folder, name, held));
}

/** Removes the lock `held` without a claim. Returns false if it is not there. */
function removeLock(folder: string, name: string, held: LockHolder): boolean {
  const path = join(folder, name);
  if (!sameLock(readLockFile(path), held)) return false;
  removeIfThere(path);
  return true;
}

/** Whether both are the same lock, taken at the same time by the same process. */
export function sameLock(a: LockState, b: LockState): boolean {
  return typeof a === 'object' && typeof b === 'object' ? a.token === b.token : a === b;
}

/** Writes the lock to a temporary file, and then puts it in place with its content. Returns false if a lock exists. */
function putInPlace(folder: string, name: string, self: LockHolder, put: (from: string, to: string) => void): boolean {
  const temporary = join(folder, `${LOCK_FILE}-${self.token}.tmp`);
  const descriptor = openSync(temporary, OPEN_FLAGS.create, FILE_MODE);
  try {
    try {
      giveToFolderOwner(descriptor, temporary);
      writeSync(descriptor, `${JSON.stringify(self)}\n`);
    } finally {
      closeSync(descriptor);
    }
    put(temporary, join(folder, name));
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    removeIfThere(temporary);
  }
}

/** Removes a file if it exists. */
function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
