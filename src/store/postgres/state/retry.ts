import { setTimeout as sleep } from 'node:timers/promises';
import { UnreachableError } from '../../../errors.ts';
import type { Address } from '../connection/address.ts';
import { databaseFailure, isLost } from '../connection/failures.ts';

/** How long a database that went away is waited for: a failover takes some seconds. */
const AWAY_MS = 10_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** Waits longer each time, and by chance, so that those who met once do not meet again. */
export async function pauseBefore(attempt: number): Promise<void> {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  await sleep(most * Math.random());
}

/**
 * Does what changes nothing, or nothing twice, until the database is there again. `isInDoubt` says after which errors it may
 * have been done; `before` is the error of a first attempt.
 */
export async function untilReached<T>(
  address: Address,
  work: () => Promise<T>,
  isInDoubt: (error: unknown) => boolean = () => false,
  before?: unknown,
): Promise<T> {
  let mayBeDone = before !== undefined && isInDoubt(before);
  const end = performance.now() + AWAY_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      mayBeDone ||= isInDoubt(error);
      const isAway = error instanceof UnreachableError || isLost(error);
      if (isAway && performance.now() < end) await pauseBefore(attempt + 1);
      else throw failureOf(address, error, mayBeDone);
    }
  }
}

/** What may have been done before stays in doubt, whatever happened since. */
function failureOf(address: Address, error: unknown, mayBeDone: boolean): Error {
  const failure = databaseFailure(address, error, mayBeDone);
  if (!mayBeDone || failure.mayBeDone) return failure;
  return new UnreachableError(failure.message, { hint: failure.hint, cause: failure, mayBeDone });
}
