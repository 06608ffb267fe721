/** Connections to one database, for one tenant. */
import { hostname } from 'node:os';
import pg from 'pg';
import type { StoreCounts } from '../../port.ts';
import { type Address, type Environment, parseAddress } from './address.ts';
import { databaseFailure, isLost } from './failures.ts';
import { findPassword } from './password.ts';
import { tlsOptions } from './tls.ts';

/** One connection. */
export interface Session {
  query<Row extends object = Record<string, never>>(query: Query): Promise<readonly Row[]>;
}

/** A statement with a name is parsed once for each connection. */
export interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly (string | number | boolean | null)[];
}

export interface Database {
  readonly address: Address;
  /** Gives work a connection of its own. One that fails in a way that leaves it in doubt is closed. */
  use<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A connection that is kept until it is released. */
  hold(): Promise<HeldSession>;
  /** Its connections, and who waits for one. */
  pool(): NonNullable<StoreCounts['pool']>;
  end(): Promise<void>;
}

export interface HeldSession extends Session {
  /** Closes it, so that its locks, its temporary tables and its transaction end. */
  close(): void;
}

export interface DatabaseOptions {
  /** The command: the database shows it to those who look who is connected. */
  readonly command?: string | undefined;
  /** How long a statement waits for a lock. */
  readonly lockTimeoutMs?: number | undefined;
}

/** Reading, writing, and a plan or a snapshot. */
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_MS = 10_000;
const MAX_APPLICATION_NAME = 63;

/** Nothing is asked of the database yet. */
export async function openDatabase(store: string, env: Environment, options: DatabaseOptions = {}): Promise<Database> {
  const address = parseAddress(store, env);
  const { host, port, database, user } = address;
  const [ssl, password] = [await tlsOptions(address), await findPassword(address, env)];
  const pool = new pg.Pool({
    ...{ host, port, database, user, ssl, max: CONNECTIONS },
    // A function, so that neither PGPASSWORD nor a file of the process is read in its place.
    password: () => password ?? '',
    application_name: ['examctl', options.command, `@${hostname()}`]
      .filter(Boolean)
      .join(' ')
      .slice(0, MAX_APPLICATION_NAME),
    options: settingsOf(address, options),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced when one is needed.
  pool.on('error', () => {});
  // A connection that is being closed may still emit an error. Without a listener, that would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const hold = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      throw databaseFailure(address, error);
    }
  };
  return {
    address,
    use: async (work) => {
      const client = await hold();
      let broken = false;
      const onError = () => {
        broken = true;
      };
      client.on('error', onError);
      try {
        return await work(sessionOn(client));
      } catch (error) {
        broken ||= isLost(error);
        throw error;
      } finally {
        client.off('error', onError);
        client.release(broken);
      }
    },
    hold: async () => {
      const client = await hold();
      return { ...sessionOn(client), close: () => client.release(true) };
    },
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

function sessionOn(client: pg.PoolClient): Session {
  return {
    query: async <Row extends object>({ values, ...query }: Query) =>
      (await client.query<Row>(values === undefined ? query : { ...query, values: [...values] })).rows,
  };
}

/**
 * The tenant, for the rules of the rows. Statements look up keys in indices only: a plan that was made for a small table
 * must not read a large one as a whole.
 */
function settingsOf({ tenant }: Address, { lockTimeoutMs }: DatabaseOptions): string {
  const settings = {
    'examctl.tenant': tenant,
    search_path: 'pg_catalog',
    ...{ enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' },
    // Without these, few rows of a tenant are read once for many keys: until there are statistics, all seem to be few.
    ...{ enable_material: 'off', enable_bitmapscan: 'off' },
    // No key comes twice in a statement.
    enable_memoize: 'off',
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: String(Math.max(1, lockTimeoutMs)) }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
