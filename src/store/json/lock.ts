import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreLockedError, UsageError } from '../../errors.ts';
import { storeFailure } from './failures.ts';
import { FORCED_UNLOCK_FILE, LOCK_FILE } from './layout.ts';
import {
  claimName,
  type LockHolder,
  type LockState,
  readLockFile,
  removeIfThere,
  sameLock,
  tryTake,
  withClaim,
} from './lock-file.ts';
import { ownIdentity } from './process-identity.ts';
import { errorCode, nodeFiles, syncFolder, writeNewFile } from './store-files.ts';

export type { LockHolder } from './lock-file.ts';

export interface LockOptions {
  /** How long to wait for another process to release the lock. */
  readonly timeoutMs: number;
  /** Shown to those who find the store locked. */
  readonly command?: string;
}

/** The right to write to a store. */
export interface StoreLock {
  readonly holder: LockHolder;
  /** Throws a StoreLockedError when the lock is no longer ours. */
  check(): void;
  release(): void;
}

const POLL_MIN_MS = 20;
const POLL_JITTER_MS = 60;
const TOKEN_BYTES = 16;

/** Takes the lock of a store folder, waiting for it where another process holds it. */
export async function acquireLock(folder: string, { timeoutMs, command }: LockOptions): Promise<StoreLock> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const self = newHolder(command);
    const other = attemptTake(folder, self);
    if (other === undefined) return createLock(folder, self);
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throw lockedError(folder, other, timeoutMs);
    await sleep(Math.min(leftMs, POLL_MIN_MS + Math.random() * POLL_JITTER_MS));
  }
}

/** Who holds the lock of a store folder; undefined when nobody does. */
export function readLock(folder: string): LockHolder | undefined {
  const state = readLockFile(join(folder, LOCK_FILE));
  return typeof state === 'object' ? state : undefined;
}

/**
 * Takes the lock away from its holder, whoever that is; `token` shows that the caller looked at who it is. Should the
 * holder still be alive, it cannot write any more: the next writer moves the state to new files.
 */
export async function unlock(folder: string, token: string): Promise<LockHolder> {
  const state = readLockFile(join(folder, LOCK_FILE));
  if (typeof state !== 'object') throw new UsageError(`The store in ${folder} is not locked`);
  if (state.token !== token) {
    throw new UsageError(`The store in ${folder} is locked with another id than the one given`, {
      hint: `Its lock's id is ${state.token} (${describe(state)}).`,
    });
  }
  await markForced(folder);
  if (!removeLock(folder, newHolder(undefined), state)) throw lockedError(folder, state, 0);
  await syncFolder(nodeFiles, folder);
  return state;
}

async function markForced(folder: string): Promise<void> {
  try {
    await writeNewFile(nodeFiles, join(folder, FORCED_UNLOCK_FILE), Buffer.alloc(0));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw storeFailure(`Cannot unlock the store in ${folder}`, error);
  }
  await syncFolder(nodeFiles, folder);
}

function attemptTake(folder: string, self: LockHolder): LockState | undefined {
  try {
    return tryTake(folder, LOCK_FILE, self);
  } catch (error) {
    throw storeFailure(`Cannot lock the store in ${folder}`, error);
  }
}

function createLock(folder: string, holder: LockHolder): StoreLock {
  return {
    holder,
    check: () => {
      const state = readLockFile(join(folder, LOCK_FILE));
      if (sameLock(state, holder)) return;
      const now = state === 'free' ? 'nobody holds it now' : `now: ${describe(state)}`;
      throw new StoreLockedError(`The lock of the store in ${folder} was taken away from this process (${now})`, {
        hint: 'What was not acknowledged was not stored. Run the command again.',
      });
    },
    release: () => {
      // A token of its own for the claim: one that named itself could never be broken, should we die here.
      removeLock(folder, newHolder(holder.command), holder);
    },
  };
}

/** Removes the lock `held`, if it still is that one; false when another process is about to replace or remove it. */
function removeLock(folder: string, self: LockHolder, held: LockHolder): boolean {
  try {
    return withClaim(folder, claimName(held), self, () => {
      const path = join(folder, LOCK_FILE);
      if (sameLock(readLockFile(path), held)) removeIfThere(path);
    });
  } catch (error) {
    throw storeFailure(`Cannot unlock the store in ${folder}`, error);
  }
}

function newHolder(command: string | undefined): LockHolder {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  return { ...ownIdentity(), token, since: new Date().toISOString(), ...(command !== undefined && { command }) };
}

function lockedError(folder: string, state: LockState, timeoutMs: number): StoreLockedError {
  const waited = timeoutMs > 0 ? ` (waited ${timeoutMs} ms)` : '';
  return new StoreLockedError(`The store in ${folder} is in use: ${describe(state)}${waited}`, {
    hint:
      typeof state === 'object'
        ? `Wait for it to end, or give --lock-timeout more time. Only if that process is surely gone: "examctl local unlock ${state.token}".`
        : `If no examctl is at work on this store, remove the file ${join(folder, LOCK_FILE)}.`,
  });
}

function describe(state: LockState): string {
  if (typeof state !== 'object') return 'its lock file is not one that this examctl wrote';
  const command = state.command === undefined ? '' : ` (${state.command})`;
  return `process ${state.pid}${command} on ${state.host} holds its lock since ${state.since}`;
}
