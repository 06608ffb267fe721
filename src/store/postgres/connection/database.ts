/** Manages the connections to one database, for one tenant. */

import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import pg from 'pg';
import { NO_CERTIFICATE_HINT, trustOnly } from '../../../base/certificates.ts';
import type { Environment } from '../../../base/environment.ts';
import { errorCode } from '../../../disk/file-access.ts';
import { UsageError } from '../../../errors.ts';
import type { StoreCounts } from '../../port.ts';
import { type Address, isSocket, parseAddress } from './address.ts';
import { databaseFailure, isLost, refuseWithoutPassword } from './failures.ts';
import { findPassword } from './password.ts';

/** A connection that runs statements. */
export interface Session {
  query<Row extends object = Record<string, never>>(query: Query): Promise<readonly Row[]>;
}

/** A statement. The database parses a statement with a name once for each connection. */
export interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly (string | number | boolean | null)[];
}

export interface Database {
  readonly address: Address;
  /** Runs work on a connection of its own. After a failure of the connection, it is closed. */
  use<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** The same for work that is not tried again: it throws the errors that stop a command. */
  ask<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Reserves a connection until it is closed. */
  reserve(): Promise<ReservedSession>;
  /** Counts the connections, and the callers that wait for one. */
  pool(): NonNullable<StoreCounts['pool']>;
  end(): Promise<void>;
}

export interface ReservedSession extends Session {
  /** Closes the connection, and so ends its transaction and its locks. */
  close(): void;
}

export interface DatabaseOptions {
  /** The command, which the database shows in its list of connections. */
  readonly command?: string | undefined;
  /** The time that a statement waits for a lock. */
  readonly lockTimeoutMs?: number | undefined;
}

/** One for reads, one for writes, and one for a plan or a snapshot. */
const CONNECTIONS = 3;
const IDLE_MS = 10_000;
/** The time for the server to close a connection that has ended. */
const CLOSE_TIMEOUT_MS = 1_000;
const MAX_APPLICATION_NAME = 63;

/** Prepares the connections. The first one is opened on demand. */
export async function openDatabase(store: string, env: Environment, options: DatabaseOptions = {}): Promise<Database> {
  const address = parseAddress(store, env);
  const { host, port, database, user } = address;
  const [ssl, password] = [await tlsOptions(address), await findPassword(address, env)];
  const pool = new pg.Pool({
    ...{ host, port, database, user, ssl, max: CONNECTIONS },
    // A function, so that `pg` itself reads neither PGPASSWORD nor a file of passwords. Called if the server asks for one.
    password: () => password ?? refuseWithoutPassword(address),
    Client: ClosingClient,
    application_name: applicationName(options.command),
    options: settingsOf(address, options),
    connectionTimeoutMillis: address.connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    keepAlive: true,
  });
  // A broken idle connection is replaced on demand.
  pool.on('error', () => {});
  // A closing connection may still emit an error. Without a listener, the error would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      throw databaseFailure(address, error);
    }
  };
  const use: Database['use'] = async (work) => {
    const client = await connect();
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
  };
  return {
    address,
    use,
    ask: (work) =>
      use(work).catch((error: unknown) => {
        throw databaseFailure(address, error);
      }),
    reserve: async () => reservedOn(await connect()),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

function applicationName(command: string | undefined): string {
  return ['examctl', command, `@${hostname()}`].filter(Boolean).join(' ').slice(0, MAX_APPLICATION_NAME);
}

/** A client whose socket closes. `pg` leaves that to the server, which may never do so, and then the process stays. */
class ClosingClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.Client> | undefined {
    if (callback === undefined) return super.connect();
    const done = callback as (error: Error | null, client?: pg.Client) => void;
    super.connect((error: Error | null, client?: pg.Client) => {
      if (error instanceof Error) this.connection.stream.destroy();
      done(error, client);
    });
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    setTimeout(() => this.connection.stream.destroy(), CLOSE_TIMEOUT_MS).unref();
    if (callback === undefined) return super.end();
    super.end(callback);
    return undefined;
  }
}

type OnConnect = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

function sessionOn(client: pg.PoolClient): Session {
  return {
    query: async <Row extends object>({ values, ...query }: Query) =>
      (await client.query<Row>(values === undefined ? query : { ...query, values: [...values] })).rows,
  };
}

/** A session that knows why its connection ended: `pg` says so between two statements, and not in the next one. */
function reservedOn(client: pg.PoolClient): ReservedSession {
  const { query } = sessionOn(client);
  let ended: Error | undefined;
  client.once('error', (error) => {
    ended = error;
  });
  return {
    query: async (statement) => {
      if (ended !== undefined) throw ended;
      return query(statement);
    },
    close: () => client.release(true),
  };
}

/**
 * The settings of each session: the tenant, for row level security, and the planner. Statements must find keys by
 * indices only. Otherwise, a query plan for a small table could read a whole table after it has grown.
 */
function settingsOf({ tenant }: Address, { lockTimeoutMs }: DatabaseOptions): string {
  const settings = {
    'examctl.tenant': tenant,
    search_path: 'pg_catalog',
    ...{ enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' },
    // Without statistics, the database assumes few rows for a tenant, and would read all of them for many keys.
    ...{ enable_material: 'off', enable_bitmapscan: 'off' },
    // A cache of keys is useless: no statement has the same key twice.
    enable_memoize: 'off',
    // The statements rely on these, which a role or a server may have changed.
    ...{ standard_conforming_strings: 'on', row_security: 'on', datestyle: 'ISO' },
    // The connection of a lock or a snapshot says nothing while the program is busy, for example with passwords.
    ...{ idle_session_timeout: '0', idle_in_transaction_session_timeout: '0' },
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: String(Math.max(1, lockTimeoutMs)) }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

const SOURCES = 'It is named by the parameter sslrootcert of --store, by --ca-file or by PGSSLROOTCERT.';

/** Returns the options of TLS; false for a connection without TLS. The modes are those of libpq. */
export async function tlsOptions({ sslMode, rootCertificates, host }: Address): Promise<ConnectionOptions | false> {
  if (sslMode === 'disable' || isSocket(host)) return false;
  const trusted = rootCertificates === undefined ? {} : { secureContext: await readAuthorities(rootCertificates) };
  // If there is a file of certificates, libpq verifies the server in the mode `require` too.
  if (sslMode === 'require' && rootCertificates === undefined) return { rejectUnauthorized: false };
  const ignoresName = sslMode !== 'verify-full';
  return { ...trusted, rejectUnauthorized: true, ...(ignoresName && { checkServerIdentity: () => undefined }) };
}

async function readAuthorities(file: string): Promise<SecureContext> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`The certificates in ${file} cannot be read (${errorCode(cause) ?? 'unknown error'})`, {
      hint: SOURCES,
      cause,
    });
  });
  const context = trustOnly(text);
  if (context !== undefined) return context;
  throw new UsageError(`${file}, the file of certificate authorities, holds no certificate in PEM form`, {
    hint: `${NO_CERTIFICATE_HINT} ${SOURCES}`,
  });
}
