/** Taking a lock, with patience. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropLock, type LockHolder, type LockState, tryTake } from './lock-file.ts';
import { ownIdentity } from './process-identity.ts';

export interface TakeOptions {
  /** How long to wait for another process to release the lock. */
  readonly timeoutMs: number;
  /** Shown to those who find it taken. */
  readonly command?: string | undefined;
  /** Ends the waiting: the promise is then rejected. */
  readonly signal?: AbortSignal | undefined;
}

/** The lock is ours, or another's. */
type Taken = { readonly holder: LockHolder } | { readonly blockedBy: LockState };

const POLL_MIN_MS = 20;
const POLL_JITTER_MS = 60;
const TOKEN_BYTES = 16;

/** Takes a lock, waiting for it where another process holds it. The lock of a process that has ended is taken over. */
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

/** Removes a lock, if it still is the one that `held` says; false when another process is about to do so. */
export function releaseLock(folder: string, name: string, held: LockHolder): boolean {
  // A token of its own for the claim: one that named itself could never be broken, should we die here.
  return dropLock(folder, name, newHolder(held.command), held);
}

/** As it is said to those who find a lock taken. */
export function nameHolder({ pid, command, host }: LockHolder): string {
  return `process ${pid}${command === undefined ? '' : ` (${command})`} on ${host}`;
}

function newHolder(command: string | undefined): LockHolder {
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  return { ...ownIdentity(), token, since: new Date().toISOString(), ...(command !== undefined && { command }) };
}
