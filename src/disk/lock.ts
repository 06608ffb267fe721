/** Takes a lock, and waits for it if necessary. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './file-access.ts';
import { dropLock, type LockHolder, type LockState, removeLock, tryTake } from './lock-file.ts';
import { ownIdentity } from './process-identity.ts';

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
