/**
 * Parses the address of a database, `--store postgres://…`. It may contain no password: lists of processes would show
 * it.
 */

import { userInfo } from 'node:os';
import type { Environment } from '../../../base/environment.ts';
import { UsageError } from '../../../errors.ts';

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

export interface Address {
  /** A host name, an IP address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tenant: string;
  readonly sslMode: SslMode;
  /** A file of certificate authorities in PEM form. */
  readonly rootCertificates: string | undefined;
  /** A file with the password and nothing else. */
  readonly passwordFile: string | undefined;
  readonly connectTimeoutMs: number;
}

const DEFAULT_TENANT = 'default';
/** Only safe characters: the settings of the session contain the name without quotes. */
const TENANT = /^[a-z0-9][a-z0-9_-]{0,62}$/;
const DEFAULT_PORT = 5432;
const MAX_PORT = 65_535;
const PARAMETERS = ['tenant', 'passwordfile', 'sslmode', 'sslrootcert', 'connect_timeout'] as const;
const DEFAULT_CONNECT_SECONDS = 10;
const EXAMPLE = 'postgres://USER@HOST/DATABASE';
const EXAMPLE_WITH_PORT = 'postgres://USER@HOST:PORT/DATABASE';
const NO_PASSWORD =
  'since lists of processes show it. It is read from PGPASSWORD, PGPASSFILE or --store-password-file.';

/** Throws a UsageError if the address is wrong. The error repeats no text that could be a password. */
export function parseAddress(text: string, env: Environment): Address {
  const url = readUrl(text);
  const given = readParameters(url);
  const host = decode(url.hostname.replace(/^\[|\]$/g, '')) || env['PGHOST'] || 'localhost';
  const user = decode(url.username) || env['PGUSER'] || userInfo().username;
  const tenant = given.get('tenant') ?? DEFAULT_TENANT;
  if (!TENANT.test(tenant)) {
    throw new UsageError(
      'The name of the tenant has to be 1 to 63 of a-z, 0-9, _ and -, beginning with a letter or digit',
    );
  }
  return {
    host,
    port: readPort(url.port, env['PGPORT']),
    database: decode(url.pathname.slice(1)) || env['PGDATABASE'] || user,
    user,
    tenant,
    sslMode: readSslMode(given.get('sslmode') ?? env['PGSSLMODE'], host),
    rootCertificates: given.get('sslrootcert') ?? (env['PGSSLROOTCERT'] || undefined),
    passwordFile: given.get('passwordfile'),
    connectTimeoutMs: readConnectTimeout(given.get('connect_timeout') || env['PGCONNECT_TIMEOUT']),
  };
}

/** Returns the identity of the store, for locks and runs: the database and the tenant, without the user. */
export function identityOf({ host, port, database, tenant }: Address): string {
  return `postgres://${encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}?tenant=${tenant}`;
}

/** Returns the name of the database in messages. */
export function describeDatabase({ host, port, database }: Address): string {
  return `${database} on ${host}${isSocket(host) ? '' : `, port ${port}`}`;
}

export function isSocket(host: string): boolean {
  return host.startsWith('/');
}

function readUrl(text: string): URL {
  if (!URL.canParse(text) || !/^[a-z]+:\/\//i.test(text)) {
    throw new UsageError('The store is no address of a database', {
      hint: `Write it as ${EXAMPLE}, without a password, ${NO_PASSWORD}`,
    });
  }
  const url = new URL(text);
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new UsageError('The store, an address of postgres://…, holds a password', {
      hint: `Leave it out, ${NO_PASSWORD}`,
    });
  }
  if (text.includes('#')) {
    throw new UsageError('The address of the store has a #, and what follows it would not count', {
      hint: 'Write a # that belongs to a name as %23.',
    });
  }
  return url;
}

function readParameters({ searchParams }: URL): ReadonlyMap<string, string> {
  const known: readonly string[] = PARAMETERS;
  if (![...searchParams.keys()].every((name) => known.includes(name))) {
    throw new UsageError(`The address of the store may have the parameters ${PARAMETERS.join(', ')} and no others`, {
      hint: `Write it as ${EXAMPLE}.`,
    });
  }
  const repeated = known.find((name) => searchParams.getAll(name).length > 1);
  if (repeated !== undefined) {
    throw new UsageError(`The address of the store has the parameter ${repeated} more than once`);
  }
  return new Map(searchParams);
}

/** `pg` would wait without an end for a port that is no number. */
function readPort(given: string, variable: string | undefined): number {
  const text = given || variable || String(DEFAULT_PORT);
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= MAX_PORT) return port;
  const source = given === '' ? 'PGPORT' : 'The port in the address of the store';
  throw new UsageError(`${source} has to be a number from 1 to ${MAX_PORT}`, {
    hint: given === '' ? 'Correct the variable PGPORT, or unset it.' : `Write it as ${EXAMPLE_WITH_PORT}.`,
  });
}

/** Whole seconds. For libpq, 0 is no limit: here it is the default, since a command must end. */
function readConnectTimeout(text: string | undefined): number {
  if (text !== undefined && text !== '' && !/^\d{1,5}$/.test(text)) {
    throw new UsageError('connect_timeout or PGCONNECT_TIMEOUT has to be a number of seconds', {
      hint: 'Correct it in the address of the store or in the variable, or leave it out.',
    });
  }
  return 1_000 * (Number(text) || DEFAULT_CONNECT_SECONDS);
}

function readSslMode(text: string | undefined, host: string): SslMode {
  const isLocal = isSocket(host) || ['localhost', '127.0.0.1', '::1'].includes(host);
  if (text === undefined || text === '') return isLocal ? 'disable' : 'verify-full';
  const mode = SSL_MODES.find((one) => one === text);
  if (mode !== undefined) return mode;
  // These modes fall back to an unencrypted connection, so they are accepted only for the same machine.
  if (isLocal && (text === 'allow' || text === 'prefer')) return 'disable';
  throw new UsageError(`The mode of TLS has to be one of ${SSL_MODES.join(', ')}`, {
    hint: 'It is the parameter sslmode of --store, or PGSSLMODE.',
  });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UsageError('A % in the address of the store is not followed by two hexadecimal digits');
  }
}
