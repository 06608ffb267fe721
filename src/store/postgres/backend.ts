/** Stores in PostgreSQL, one for each tenant of a database. Each call loads the modules that it needs. */
import type { Environment } from '../../base/environment.ts';
import { UsageError } from '../../errors.ts';
import type { StoreBackend } from '../port.ts';
import { describeDatabase, identityOf, parseAddress } from './connection/address.ts';
import type { Database, DatabaseOptions } from './connection/database.ts';
import { passFileOf } from './connection/password.ts';

export function createPostgresBackend(env: Environment): StoreBackend {
  const open = async (store: string, options?: DatabaseOptions): Promise<Database> => {
    // A wrong address is refused before the library is loaded.
    parseAddress(store, env);
    return (await import('./connection/database.ts')).openDatabase(store, env, options);
  };
  const withDatabase = async <T>(store: string, work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await open(store);
    try {
      return await work(database);
    } finally {
      await database.end();
    }
  };
  const find = async (database: Database) => (await import('./schema/migrate.ts')).findStore(database);
  return {
    identify: async (store) => identityOf(parseAddress(store, env)),
    storeId: (store) => withDatabase(store, async (database) => (await find(database)).id),
    filesBeside: (store) => {
      const { passwordFile, rootCertificates } = parseAddress(store, env);
      return [passwordFile, rootCertificates, passFileOf(env)].filter((file) => file !== undefined);
    },
    exists: (store) => withDatabase(store, async (database) => (await find(database)).hasTenant),
    isCurrent: (store) => withDatabase(store, async (database) => (await find(database)).isCurrent),
    create: (store) =>
      withDatabase(store, async (database) => {
        const { hasTenant, isCurrent } = await find(database);
        if (hasTenant && isCurrent) {
          const { tenant } = database.address;
          throw new UsageError(
            `There is a store for the tenant ${tenant} in ${describeDatabase(database.address)} already`,
          );
        }
        await (await import('./schema/migrate.ts')).migrate(database);
      }),
    open: async (store, options) => (await import('./store.ts')).openStore(await open(store, options), options),
    verify: (store) => withDatabase(store, async (database) => (await import('./verify.ts')).verifyStore(database)),
    tokens: async (store) => (await import('./tokens.ts')).openTokens(await open(store)),
    unlock: (store, lock) =>
      withDatabase(store, async (database) => {
        const { breakBulkLock } = await import('./plan/bulk-lock.ts');
        return database.use((session) => breakBulkLock(session, database.address, lock));
      }),
  };
}
