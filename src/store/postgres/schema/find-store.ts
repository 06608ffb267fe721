/** Finds the store of a tenant in a database, and creates it. */
import { StoreError, UsageError } from '../../../errors.ts';
import { describeDatabase } from '../connection/address.ts';
import type { Database, Session } from '../connection/database.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

interface Found {
  /** The version of the schema; undefined if there is none. */
  readonly version?: number;
  /** The store itself, whatever its address: its table in the database, its tenant, and when the tenant was made. */
  readonly id?: string | undefined;
}

/** Finds out how much of a store exists. Throws if the schema is of another version. */
export function findStore(database: Database): Promise<Found> {
  return database.ask((session) => find(session, database));
}

/** Throws if there is no store of this tenant, or its schema is of another version. */
export async function assertStore(database: Database): Promise<void> {
  const { address } = database;
  if ((await findStore(database)).id !== undefined) return;
  throw new UsageError(
    `There is no store for the tenant ${address.tenant} in the database ${describeDatabase(address)}`,
    { hint: (at) => `Make one with "examctl local init${at}".` },
  );
}

/** Creates the schema if it is missing, and the tenant. Throws a UsageError if there is a store already. */
export function createStore(database: Database): Promise<void> {
  return database.ask(async (session) => {
    await session.query({ text: 'BEGIN' });
    try {
      await createIn(session, database);
      await session.query({ text: 'COMMIT' });
    } catch (error) {
      await session.query({ text: 'ROLLBACK' }).catch(() => {});
      throw error;
    }
  });
}

async function createIn(session: Session, database: Database): Promise<void> {
  const { address } = database;
  // A second process waits for the first.
  await session.query({ text: `SELECT pg_advisory_xact_lock(hashtextextended('examctl schema', 0))` });
  const { version, id } = await find(session, database);
  if (id !== undefined) {
    throw new UsageError(`There is a store for the tenant ${address.tenant} in ${describeDatabase(address)} already`);
  }
  if (version === undefined) await session.query({ text: SCHEMA });
  await session.query({ text: 'INSERT INTO examctl.tenants (tenant) VALUES ($1)', values: [address.tenant] });
}

async function find(session: Session, { address }: Database): Promise<Found> {
  const [there] = await session.query<{ schema: boolean; version: boolean }>({
    text: `SELECT to_regclass('examctl.entities') IS NOT NULL AS schema, to_regclass('examctl.version') IS NOT NULL AS version`,
  });
  if (!there?.schema) return {};
  const [own] = there.version
    ? await session.query<{ version: number }>({ text: 'SELECT version FROM examctl.version' })
    : [];
  const version = own?.version ?? 0;
  if (version !== SCHEMA_VERSION) {
    throw new StoreError(
      `The store in the database ${describeDatabase(address)} has version ${version} of its schema, and this examctl knows only ${SCHEMA_VERSION}`,
      { hint: 'Use the examctl that made it, or export the store with that one and import it into a new database.' },
    );
  }
  // A copy of a database has the same tenants, but its database and its tables have other numbers.
  const [found] = await session.query<{ id: string }>({
    text: `SELECT concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()),
      'examctl.tenants'::regclass::oid, tenant, extract(epoch FROM created)) AS id
      FROM examctl.tenants WHERE tenant = $1`,
    values: [address.tenant],
  });
  return { version, id: found?.id };
}
