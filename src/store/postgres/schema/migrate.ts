/** Brings the schema of a database up to date. It never goes back to an older version. */
import { StoreError, UsageError } from '../../../errors.ts';
import { describeDatabase } from '../connection/address.ts';
import type { Database, Session } from '../connection/database.ts';
import { databaseFailure } from '../connection/failures.ts';
import { MIGRATIONS } from './migrations.ts';

export const SCHEMA_VERSION = MIGRATIONS.length;

export interface Found {
  /** The version of the schema; 0 if there is none. */
  readonly version: number;
  readonly hasTenant: boolean;
  /** The store itself, whatever its address: its table in the database, its tenant, and when the tenant was made. */
  readonly id?: string | undefined;
  /** Whether the schema has the version of this program, or a newer one. */
  readonly isCurrent: boolean;
}

/** Finds out how much of a store exists. */
export async function findStore(database: Database): Promise<Found> {
  return database
    .use((session) => find(session, database.address.tenant))
    .catch((error: unknown) => {
      throw databaseFailure(database.address, error);
    });
}

async function find(session: Session, tenant: string): Promise<Found> {
  const [schema] = await session.query<{ there: boolean }>({
    text: `SELECT to_regclass('examctl.migrations') IS NOT NULL AS there`,
  });
  if (!schema?.there) return { version: 0, hasTenant: false, isCurrent: false };
  // A copy of a database has the same tenants, but its database and its tables have other numbers.
  const [found] = await session.query<{ version: number; id: string | null }>({
    text: `SELECT (SELECT max(version) FROM examctl.migrations) AS version,
      (SELECT concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()),
        'examctl.tenants'::regclass::oid, tenant, extract(epoch FROM created))
        FROM examctl.tenants WHERE tenant = $1) AS id`,
    values: [tenant],
  });
  const version = found?.version ?? 0;
  const id = found?.id ?? undefined;
  return { version, id, hasTenant: id !== undefined, isCurrent: version >= SCHEMA_VERSION };
}

/** Throws if there is no store of this tenant, or its schema does not have the version of this program. */
export async function assertStore(database: Database): Promise<void> {
  const { version, hasTenant } = await findStore(database);
  const { address } = database;
  assertNotNewer(version, describeDatabase(address));
  if (version === 0 || !hasTenant) {
    throw new UsageError(
      `There is no store for the tenant ${address.tenant} in the database ${describeDatabase(address)}`,
      {
        hint: (at) => `Make one with "examctl local init${at}".`,
      },
    );
  }
  if (version === SCHEMA_VERSION) return;
  throw new UsageError(
    `The store in the database ${describeDatabase(address)} has version ${version} of its schema, and this examctl needs ${SCHEMA_VERSION}`,
    { hint: (at) => `Bring it up to date with "examctl local init${at}". Running servers keep working meanwhile.` },
  );
}

function assertNotNewer(version: number, place: string): void {
  if (version <= SCHEMA_VERSION) return;
  throw new StoreError(
    `The store in the database ${place} has version ${version} of its schema, and this examctl knows ${SCHEMA_VERSION}`,
    { hint: 'Use the examctl that made it, or a newer one.' },
  );
}

/** Throws if a new store could not keep every text. SQL_ASCII keeps bytes as they are, and so UTF-8. */
async function assertAnyText(session: Session, place: string): Promise<void> {
  const [{ encoding = '' } = {}] = await session.query<{ encoding: string }>({
    text: `SELECT current_setting('server_encoding') AS encoding`,
  });
  if (['UTF8', 'SQL_ASCII'].includes(encoding)) return;
  throw new UsageError(`The database ${place} has the encoding ${encoding}, which does not have every character`, {
    hint: 'Make another one with the encoding UTF8: createdb -E UTF8 -T template0.',
  });
}

/** Runs the missing steps, and creates the tenant. A second process waits for the first, and then has nothing to do. */
export async function migrate(database: Database, to: number = SCHEMA_VERSION): Promise<void> {
  const { address } = database;
  await database
    .use(async (session) => {
      await session.query({ text: 'BEGIN' });
      try {
        await migrateIn(session, database, to);
        await session.query({ text: 'COMMIT' });
      } catch (error) {
        await session.query({ text: 'ROLLBACK' }).catch(() => {});
        throw error;
      }
    })
    .catch((error: unknown) => {
      throw databaseFailure(address, error);
    });
}

async function migrateIn(session: Session, { address }: Database, to: number): Promise<void> {
  await session.query({ text: `SELECT pg_advisory_xact_lock(hashtextextended('examctl migrations', 0))` });
  const { version, hasTenant } = await find(session, address.tenant);
  assertNotNewer(version, describeDatabase(address));
  if (!hasTenant) await assertAnyText(session, describeDatabase(address));
  if (version === 0) {
    await session.query({
      text: `CREATE SCHEMA IF NOT EXISTS examctl;
        CREATE TABLE examctl.migrations (version integer PRIMARY KEY, does text NOT NULL, done timestamptz NOT NULL DEFAULT now())`,
    });
  }
  for (const [index, { does, sql }] of MIGRATIONS.entries()) {
    if (index < version || index >= to) continue;
    await session.query({ text: sql });
    await session.query({ text: 'INSERT INTO examctl.migrations VALUES ($1, $2)', values: [index + 1, does] });
  }
  await session.query({
    text: 'INSERT INTO examctl.tenants (tenant) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [address.tenant],
  });
}
