/** Opens the store of a tenant: for transactions, or for reading a snapshot. */
import { StoreError } from '../../errors.ts';
import type { OpenOptions, Store, StorePlan } from '../port.ts';
import type { Database } from './connection/database.ts';
import { databaseFailure } from './connection/failures.ts';
import { createPlan } from './plan/plan.ts';
import { assertStore } from './schema/migrate.ts';
import { createRowCache } from './state/known.ts';
import { Lane, type LaneOptions } from './state/lane.ts';
import { eachText } from './state/texts.ts';

export async function openStore(database: Database, options: OpenOptions): Promise<Store> {
  try {
    await assertStore(database);
    return await (options.mode === 'write' ? openWriter(database, options) : openReader(database));
  } catch (error) {
    await database.end();
    throw databaseFailure(database.address, error);
  }
}

/** Opens a store for transactions. Any number of processes can share a database. */
async function openWriter(database: Database, options: OpenOptions): Promise<Store> {
  const lane: LaneOptions = { address: database.address, cache: createRowCache(), use: database.use };
  const [reads, writes] = [new Lane(lane), new Lane(lane)];
  return createStore({
    database,
    reads,
    writes,
    use: lane.use,
    plan: (onEnd) => createPlan({ database, lock: options, onEnd }),
  });
}

/** Opens a store for reading. It shows the state at the time of opening. */
async function openReader(database: Database): Promise<Store> {
  const session = await database.reserve();
  // Not READ ONLY, since a plan needs temporary tables.
  await session.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ' });
  // The first query takes the snapshot.
  await session.query({ text: 'SELECT FROM examctl.tenants LIMIT 1' });
  const use: LaneOptions['use'] = (work) => work(session);
  const reads = new Lane({ address: database.address, cache: createRowCache(), use });
  return createStore({
    database,
    reads,
    use,
    plan: (onEnd) => createPlan({ database, snapshot: session, onEnd }),
    onClose: () => session.close(),
  });
}

const NO_COUNTS = { commits: 0, retries: 0 };

interface Parts {
  readonly database: Database;
  readonly reads: Lane;
  readonly writes?: Lane | undefined;
  readonly use: LaneOptions['use'];
  readonly plan: (onEnd: () => void) => StorePlan;
  readonly onClose?: (() => void) | undefined;
}

function createStore({ database, reads, writes, use, plan: begin, onClose = () => {} }: Parts): Store {
  let closing: Promise<void> | undefined;
  let plan: StorePlan | undefined;
  const assertOpen = () => {
    if (closing) throw new StoreError('The store is closed');
  };
  const assertNoPlan = () => {
    if (plan) throw new StoreError('The store has a plan, which must end first');
  };
  const close = async () => {
    await reads.idle();
    await writes?.idle();
    await plan?.end();
    onClose();
    await database.end();
  };
  return {
    read: async (work) => {
      assertOpen();
      return reads.run(work);
    },
    transact: async (work) => {
      assertOpen();
      assertNoPlan();
      if (writes === undefined) throw new StoreError('The store was opened for reading only');
      return writes.run(work);
    },
    plan: () => {
      assertOpen();
      assertNoPlan();
      plan = begin(() => {
        plan = undefined;
      });
      return plan;
    },
    eachText: async (fields, see) => {
      assertOpen();
      const { address } = database;
      await use((session) => eachText(session, address.tenant, fields, see)).catch((error: unknown) => {
        throw databaseFailure(address, error);
      });
    },
    counts: () => ({ ...(writes?.counts ?? NO_COUNTS), pool: database.pool() }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
