/**
 * The lock of bulk runs: one run at a time for each tenant. It ends with the transaction of the run, even if the process
 * crashes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreLockedError, UsageError } from '../../../errors.ts';
import type { OpenOptions } from '../../port.ts';
import { type Address, describeDatabase } from '../connection/address.ts';
import type { Session } from '../connection/database.ts';

export type LockWait = Pick<OpenOptions, 'lockTimeoutMs' | 'signal'>;

const LOCK = `hashtextextended('examctl bulk ' || $1, 0)`;
const POLL_MS = 100;

/** Takes the lock. Throws a StoreLockedError with the holder if another run keeps it for too long. */
export async function takeBulkLock(
  session: Session,
  address: Address,
  { lockTimeoutMs = 0, signal }: LockWait,
): Promise<void> {
  const { tenant } = address;
  const end = performance.now() + lockTimeoutMs;
  for (;;) {
    const [taken] = await session.query<{ taken: boolean }>({
      text: `SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`,
      values: [tenant],
    });
    if (taken?.taken) return;
    if (performance.now() >= end || signal?.aborted) throw await lockedError(session, address);
    await sleep(POLL_MS);
  }
}

interface Holder {
  readonly pid: number;
  readonly since: Date;
  readonly name: string;
  /** The id of the lock. It includes the start of the connection, since a later connection may have the same `pid`. */
  readonly lock: string;
}

/** pg_locks has the 64 bits of an advisory lock in two columns of 32 bits. */
const HOLDER = `
SELECT a.pid, a.backend_start AS since, a.application_name AS name,
  a.pid || '-' || floor(extract(epoch FROM a.backend_start) * 1000)::bigint AS lock
FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND ((l.classid::bigint << 32) | l.objid::bigint) = ${LOCK}`;

async function findHolder(session: Session, { tenant }: Address): Promise<Holder | undefined> {
  const [holder] = await session.query<Holder>({ text: HOLDER, values: [tenant] });
  return holder;
}

async function lockedError(session: Session, address: Address): Promise<StoreLockedError> {
  const holder = await findHolder(session, address);
  const who = holder === undefined ? '' : `: ${holder.name}, connected since ${holder.since.toISOString()}`;
  return new StoreLockedError(`Another bulk run works on the database ${describeDatabase(address)}${who}`, {
    hint:
      holder &&
      ((at) =>
        `Wait for it to end, or raise --lock-timeout. If its machine is surely gone: examctl local unlock ${holder.lock}${at}`),
  });
}

/** Ends the connection that holds the lock. Its uncommitted changes are lost. */
export async function breakBulkLock(
  session: Session,
  address: Address,
  lock: string,
): Promise<{ pid: number; since: string }> {
  const holder = await findHolder(session, address);
  if (holder === undefined || holder.lock !== lock) {
    throw new UsageError(`There is no lock ${JSON.stringify(lock)} in the database ${describeDatabase(address)}`, {
      hint: holder === undefined ? 'Nobody holds it.' : `It is held by ${holder.lock}.`,
    });
  }
  await session.query({ text: 'SELECT pg_terminate_backend($1)', values: [holder.pid] });
  return { pid: holder.pid, since: holder.since.toISOString() };
}
