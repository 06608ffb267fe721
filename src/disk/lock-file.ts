/** Lock files: how they are read, taken, taken over and removed, so that of several processes exactly one holds each. */
import { closeSync, linkSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, FILE_MODE, OPEN_FLAGS } from './file-access.ts';
import { fateOf, type ProcessIdentity } from './process-identity.ts';

/** The name of a folder's lock; names of all other files of locks begin with it and a dash. */
export const LOCK_FILE = 'lock';

/** Who holds a lock. */
export interface LockHolder extends ProcessIdentity {
  /** Random, new for each taking of the lock: `local unlock` asks for it. */
  readonly token: string;
  /** When the lock was taken, as an ISO 8601 time. */
  readonly since: string;
  readonly command?: string | undefined;
}

/**
 * What a lock file holds. Lock files appear whole, by a link, so one without any content is what a power loss left.
 * One with a content that is not ours is nobody's to break.
 */
export type LockState = LockHolder | 'free' | 'blank' | 'foreign';

const TOKEN = /^[0-9a-f]{32}$/;

/** Reads a lock file. */
export function readLockFile(path: string): LockState {
  let text: string;
  try {
    const descriptor = openSync(path, OPEN_FLAGS.read);
    try {
      text = readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'free';
    throw error;
  }
  return parseLock(text);
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
 * Tries once to make `self` the holder of the lock file; gives what stood in the way, or undefined when it worked.
 *
 * A stale lock is replaced under a claim: a lock file of its own, named after the stale lock's token, which is random
 * and never comes back. The one rule: a lock file with token T is replaced or removed only by who holds the claim of T.
 * So between looking at a stale lock and replacing it nobody else can have replaced it, and no fresh lock is ever
 * taken away by mistake. A claim whose owner died is stale itself, and is claimed in the same way.
 */
export function tryTake(folder: string, name: string, self: LockHolder): LockState | undefined {
  if (place(folder, name, self, linkSync)) return undefined;
  const state = readLockFile(join(folder, name));
  if (state === 'blank') return replaceUnder(`${name}-blank`, folder, name, state, self);
  if (typeof state !== 'object' || fateOf(state) !== 'ended') return state;
  const claim = claimName(state);
  // No claim of ours names itself; one that does could be claimed for ever.
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
    if (sameLock(readLockFile(join(folder, name)), stale)) place(folder, name, self, renameSync);
  });
  const state = readLockFile(join(folder, name));
  return sameLock(state, self) ? undefined : state;
}

/** The file that gives the right to replace or remove this lock. */
function claimName({ token }: LockHolder): string {
  return `${LOCK_FILE}-claim-${token}`;
}

/** Runs `work` while holding a claim; false, without running it, when another process holds that. */
function withClaim(folder: string, claim: string, self: LockHolder, work: () => void): boolean {
  if (tryTake(folder, claim, self) !== undefined) return false;
  try {
    work();
  } finally {
    removeIfThere(join(folder, claim));
  }
  return true;
}

/** Removes the lock `held`, if it still is that one; false when another process is about to replace or remove it. */
export function dropLock(folder: string, name: string, self: LockHolder, held: LockHolder): boolean {
  return withClaim(folder, claimName(held), self, () => {
    const path = join(folder, name);
    if (sameLock(readLockFile(path), held)) removeIfThere(path);
  });
}

/** True when both are the same taking of the lock. */
export function sameLock(a: LockState, b: LockState): boolean {
  return typeof a === 'object' && typeof b === 'object' ? a.token === b.token : a === b;
}

/** Writes the lock's content to a file of its own and puts it in place whole; false when there is one already. */
function place(folder: string, name: string, self: LockHolder, put: (from: string, to: string) => void): boolean {
  const temporary = join(folder, `${LOCK_FILE}-${self.token}.tmp`);
  const descriptor = openSync(temporary, OPEN_FLAGS.create, FILE_MODE);
  try {
    try {
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

/** Removes a file that may be gone already. */
function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
