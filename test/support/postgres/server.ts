/** A real PostgreSQL for tests: one server in each process of tests, with a tenant of its own for each store. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenOptions, Store } from '../../../src/store/port.ts';
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts';
import { freePort } from '../http/free-port.ts';

/** On Debian, the programs of the server are not in PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of the server's programs; undefined if they are not installed. */
function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

export const HAS_POSTGRES = findPrograms() !== undefined;

export interface PostgresServer {
  readonly port: number;
  readonly folder: string;
  /** The folder of the server's programs. */
  readonly programs: string;
  /** The address of a database for its owner, who is no superuser, so that row level security applies. */
  readonly url: string;
  /** Runs SQL as the superuser, and returns the printed output. */
  sql(text: string): string;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
}

/** PostgreSQL refuses to run for root. */
const IS_ROOT = process.getuid?.() === 0;
export const OWNER = 'exams';
export const DATABASE = 'exams';
/** An address of this machine that counts as another machine: connections to it must be encrypted and verified. */
export const FAR = '127.0.0.2';

let running: Promise<PostgresServer> | undefined;

/**
 * The server of this process, which ends with the process. The first call may set settings: by default, nothing is
 * durable.
 */
export function postgresServer(settings: readonly string[] = []): Promise<PostgresServer> {
  running ??= startServer({ settings });
  return running;
}

interface PostgresOptions {
  /** Settings as `name=value`, instead of those for fast tests. */
  readonly settings?: readonly string[];
  /** The server that the new one follows. The new one is read-only until `pg_promote()`. */
  readonly primary?: PostgresServer;
}

/** Starts another server, for campaigns that stop it or need other settings. @public */
export async function startServer({ settings = [], primary }: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed here');
  // The user of Debian's package may not read the temporary folder of the tests.
  const folder = mkdtempSync(join(IS_ROOT ? '/tmp' : tmpdir(), 'examctl-pg-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const run = runner(folder);
  const port = await freePort();
  const from = ['-U', 'postgres', '-D', data, '--no-sync'];
  if (primary === undefined) run(join(programs, 'initdb'), [...from, '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  else run(join(programs, 'pg_basebackup'), [...from, '-R', '-c', 'fast', '-h', '127.0.0.1', '-p', `${primary.port}`]);
  const arguments_ = [
    ...['-D', data, '-p', String(port), '-k', folder, '-c', `listen_addresses=127.0.0.1,${FAR}`],
    ...['fsync=off', 'full_page_writes=off', 'max_connections=100', ...settings].flatMap((one) => ['-c', one]),
  ];
  const sql = (text: string, database = 'postgres') =>
    run(join(programs, 'psql'), [
      ...['-h', folder, '-p', String(port), '-U', 'postgres', '-d', database],
      ...['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', text],
    ]).trim();
  const start = async (): Promise<void> => {
    watched(run.command(join(programs, 'postgres'), arguments_), folder);
    await until(() => run(join(programs, 'pg_isready'), ['-h', folder, '-p', String(port)]));
  };
  await start();
  if (primary === undefined) {
    sql(`CREATE ROLE ${OWNER} LOGIN`);
    sql(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
  }
  return {
    ...{ port, folder, programs, start },
    url: `postgres://${OWNER}@127.0.0.1:${port}/${DATABASE}`,
    sql: (text) => sql(text, DATABASE),
    stop: (mode) => run.later(join(programs, 'pg_ctl'), ['-D', data, '-m', mode, '-w', 'stop']),
  };
}

/** If the tests run as root, the server runs as the user of Debian's package. */
function runner(folder: string) {
  const as = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const command = (program: string, args: readonly string[]) =>
    IS_ROOT ? [...as, program, ...args] : [program, ...args];
  const run = (program: string, args: readonly string[]): string => {
    const [first = '', ...rest] = command(program, args);
    return execFileSync(first, rest, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  /** Runs a program while this process continues. */
  const later = async (program: string, args: readonly string[]): Promise<void> => {
    const [first = '', ...rest] = command(program, args);
    await promisify(execFile)(first, rest, { cwd: folder });
  };
  if (IS_ROOT) execFileSync('chown', ['-R', 'postgres:postgres', folder]);
  return Object.assign(run, { command, later });
}

/** A shell stops the server and removes its folder when its input ends, which is when this process ends in any way. */
function watched(command: readonly string[], folder: string): ChildProcess {
  const script =
    'folder=$1; shift; "$@" > "$folder/log" 2>&1 & read -r _; kill -QUIT $!; wait $!; [ -e "$folder/kept" ] || rm -rf "$folder"';
  const child = spawn('sh', ['-c', script, 'sh', folder, ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}

async function until(work: () => unknown): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const TENANTS = 2_000;
let tenants = 0;
let made: Promise<void> | undefined;

/** Returns the address of a new empty store. */
export async function temporaryTenant(): Promise<string> {
  const { url, sql } = await postgresServer();
  made ??= createPostgresBackend({})
    .create(url)
    .then(() => void sql(`INSERT INTO examctl.tenants SELECT 't' || n FROM generate_series(1, ${TENANTS}) AS n`));
  await made;
  tenants += 1;
  if (tenants > TENANTS) throw new Error(`There are no more than ${TENANTS} tenants for tests`);
  return `${url}?tenant=t${tenants}`;
}

export async function openTemporaryTenant(options: OpenOptions = { mode: 'write' }): Promise<Store> {
  return createPostgresBackend({}).open(await temporaryTenant(), options);
}
