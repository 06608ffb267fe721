/** Stores in PostgreSQL, one for each tenant of a database. Each call loads the modules that it needs. */
import type { Environment } from '../../base/environment.ts';
import type { StoreBackend } from '../port.ts';
import { identityOf, parseAddress } from './connection/address.ts';
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
  const idOf = (store: string) =>
    withDatabase(store, async (database) => (await (await import('./schema/find-store.ts')).findStore(database)).id);
  return {
    identify: async (store) => identityOf(parseAddress(store, env)),
    storeId: idOf,
    filesBeside: (store) => {
      const { passwordFile, rootCertificates } = parseAddress(store, env);
      return [passwordFile, rootCertificates, passFileOf(env)].filter((file) => file !== undefined);
    },
    exists: async (store) => (await idOf(store)) !== undefined,
    create: (store) =>
      withDatabase(store, async (database) => (await import('./schema/find-store.ts')).createStore(database)),
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
