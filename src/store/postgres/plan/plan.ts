/** A plan: one transaction of the database, on a connection of its own, whose changes wait in memory until its end. */
import { GuardError, StoreError } from '../../../errors.ts';
import type { StorePlan } from '../../port.ts';
import { type Address, describeDatabase } from '../connection/address.ts';
import type { Database, ReservedSession, Session } from '../connection/database.ts';
import { databaseFailure, wasRolledBack } from '../connection/failures.ts';
import { Decision, type Outcome } from '../state/decision.ts';
import { type Load, load } from '../state/load.ts';
import { type LockWait, takeBulkLock } from './bulk-lock.ts';

interface PlanOptions {
  readonly database: Database;
  /** The connection with a snapshot of the state, for a store that was opened for reading. */
  readonly snapshot?: Session | undefined;
  readonly lock: LockWait;
  readonly onEnd: () => void;
}

interface Begun {
  readonly session: Session;
  readonly decision: Decision;
}

export function createPlan({ database, snapshot, lock, onEnd }: PlanOptions): StorePlan {
  const { address } = database;
  let reserved: ReservedSession | undefined;
  let begun: Promise<Begun> | undefined;
  let size = 0;
  let endedAs: 'ended' | 'committed' | undefined;
  const begin = async (): Promise<Begun> => {
    if (snapshot === undefined) reserved = await beginRun(database, lock);
    const session = (snapshot ?? reserved) as Session;
    const loadOn: Load = (...wanted) => load(session, address.tenant, ...wanted);
    return { session, decision: new Decision({ load: loadOn, isPlan: true }) };
  };
  const open = (): Promise<Begun> => {
    if (endedAs) throw new StoreError(`The plan ${endedAs === 'committed' ? 'was committed already' : 'has ended'}`);
    begun ??= begin();
    return begun;
  };
  const run: StorePlan['run'] = async (works, keys = () => []) => {
    const { decision } = await open();
    const outcomes = await decision.decide(works, keys()).catch((error: unknown) => {
      throw databaseFailure(address, error);
    });
    size += outcomes.filter((outcome) => 'value' in outcome && outcome.isChange).length;
    return outcomes.map(resultOf);
  };
  return {
    run,
    read: async (work, keys) => {
      const [result] = await run([work], keys);
      return result as Awaited<ReturnType<typeof work>>;
    },
    get size() {
      return size;
    },
    commit: async () => {
      const made = await open();
      if (snapshot !== undefined) throw new StoreError('The store was opened for reading only');
      endedAs = 'committed';
      if (size > 0) await commit(made, database);
    },
    end: async () => {
      if (endedAs === 'ended') return;
      endedAs = 'ended';
      onEnd();
      await begun?.catch(() => {});
      // The lock ends at once: the database may notice late that a connection was closed.
      await reserved?.query({ text: 'ROLLBACK' }).catch(() => {});
      reserved?.close();
    },
  };
}

function resultOf<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** Begins the transaction of a bulk run, which has the lock until its end. */
async function beginRun(database: Database, lock: LockWait): Promise<ReservedSession> {
  const session = await database.reserve();
  try {
    await session.query({ text: 'BEGIN' });
    await takeBulkLock(session, database.address, lock);
    return session;
  } catch (error) {
    session.close();
    throw databaseFailure(database.address, error);
  }
}

async function commit({ session, decision }: Begun, { address }: Database): Promise<void> {
  let isCommitting = false;
  try {
    for (const statement of decision.statements(address.tenant)) {
      const [committed] = await session.query<{ done: boolean }>(statement);
      if (committed?.done !== true) throw changedByOthers(address);
    }
    isCommitting = true;
    await session.query({ text: 'COMMIT' });
  } catch (error) {
    throw wasRolledBack(error) ? changedByOthers(address) : databaseFailure(address, error, isCommitting);
  }
}

/** The decisions of the plan, and the checks of guards, are right only for the state that they have read. */
function changedByOthers(address: Address): GuardError {
  return new GuardError(
    `Others have changed the database ${describeDatabase(address)} since the plan was made; nothing was written`,
    { hint: 'Run the command again: it plans on the new state.' },
  );
}
