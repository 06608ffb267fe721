/** Opens the store of a tenant: for transactions, or for reading a snapshot. */
import { StoreError } from '../../errors.ts';
import type { OpenOptions, Store, StorePlan, StoreView } from '../port.ts';
import type { Database, ReservedSession } from './connection/database.ts';
import { databaseFailure } from './connection/failures.ts';
import { createPlan } from './plan/plan.ts';
import { assertStore } from './schema/find-store.ts';
import { eachText } from './state/load.ts';
import { Queue } from './state/queue.ts';

export async function openStore(database: Database, options: OpenOptions): Promise<Store> {
  try {
    await assertStore(database);
    const isReader = options.mode === 'read';
    return storeOn(database, options, isReader ? await takeSnapshot(database) : undefined);
  } catch (error) {
    await database.end();
    throw databaseFailure(database.address, error);
  }
}

/** A reader sees the state at the time of opening. */
async function takeSnapshot(database: Database): Promise<ReservedSession> {
  const session = await database.reserve();
  await session.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
  // The first query takes the snapshot.
  await session.query({ text: 'SELECT FROM examctl.tenants LIMIT 1' });
  return session;
}

function storeOn(database: Database, lock: OpenOptions, snapshot: ReservedSession | undefined): Store {
  const { address } = database;
  const use: Database['use'] = snapshot === undefined ? database.use : (work) => work(snapshot);
  // Reads do not wait for writes, which may wait for a failover.
  const queue = { address, use };
  const [reads, writes] = [new Queue(queue), new Queue(queue)];
  let closing: Promise<void> | undefined;
  let plan: StorePlan | undefined;
  const assertOpen = () => {
    if (closing) throw new StoreError('The store is closed');
  };
  const assertNoPlan = () => {
    if (plan) throw new StoreError('The store has a plan, which must end first');
  };
  const close = async () => {
    await Promise.all([reads.idle(), writes.idle()]);
    await plan?.end();
    snapshot?.close();
    await database.end();
  };
  return {
    read: async <T>(work: (view: StoreView) => T) => {
      assertOpen();
      return reads.run(work);
    },
    transact: async (work) => {
      assertOpen();
      assertNoPlan();
      if (snapshot !== undefined) throw new StoreError('The store was opened for reading only');
      return writes.run(work);
    },
    plan: () => {
      assertOpen();
      assertNoPlan();
      const onEnd = () => {
        plan = undefined;
      };
      plan = createPlan({ database, snapshot, lock, onEnd });
      return plan;
    },
    eachText: async (fields, see) => {
      assertOpen();
      await use((session) => eachText(session, address.tenant, fields, see)).catch((error: unknown) => {
        throw databaseFailure(address, error);
      });
    },
    counts: () => ({ ...writes.counts, pool: database.pool() }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
