import { setTimeout as sleep } from 'node:timers/promises';
import { UnreachableError } from '../../../errors.ts';
import type { Address } from '../connection/address.ts';
import { databaseFailure, isLost } from '../connection/failures.ts';

/** The time to wait for an unreachable database: a failover takes some seconds. */
const AWAY_MS = 10_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** Waits for a random time, longer after each attempt, so that two processes do not conflict again. */
export async function pauseBefore(attempt: number): Promise<void> {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  await sleep(most * Math.random());
}

/**
 * Repeats work until the database can be reached again. The work must be safe to repeat. `isInDoubt` says after which
 * errors the work may be done.
 */
export async function untilReached<T>(
  address: Address,
  work: () => Promise<T>,
  isInDoubt: (error: unknown) => boolean = () => false,
): Promise<T> {
  let mayBeDone = false;
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

/**
 * Makes the error. If an earlier attempt may be done, the error says so, even if the last attempt is certainly not
 * done.
 */
function failureOf(address: Address, error: unknown, mayBeDone: boolean): Error {
  const failure = databaseFailure(address, error, mayBeDone);
  if (!mayBeDone || failure.mayBeDone) return failure;
  return new UnreachableError(failure.message, { hint: failure.hint, cause: failure, mayBeDone });
}
