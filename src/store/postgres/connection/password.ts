/** Finds the password of a database: in a file, in PGPASSWORD, or in the password file that psql also reads. */

import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../base/environment.ts';
import { errorCode } from '../../../disk/file-access.ts';
import { UsageError } from '../../../errors.ts';
import type { Address } from './address.ts';

/** Returns undefined if there is no password: a server may not need one. */
export async function findPassword(address: Address, env: Environment): Promise<string | undefined> {
  if (address.passwordFile !== undefined) return readPasswordFile(address.passwordFile);
  return env['PGPASSWORD'] || findInPassFile(address, env);
}

async function readPasswordFile(file: string): Promise<string> {
  await refuseReadableByOthers(file);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(
      `${file}, the file of the store's password, cannot be read (${errorCode(cause) ?? 'unknown error'})`,
      {
        hint: 'Check --store-password-file: the file has the password on one line, and only you can read it.',
        cause,
      },
    );
  });
  const password = text.replace(/\r?\n$/, '');
  if (password !== '' && !/[\r\n]/.test(password)) return password;
  throw new UsageError('The file of the store’s password has to hold the password on one line, and nothing else');
}

/** Refuses a file that other users can read, as psql does. */
async function refuseReadableByOthers(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError(`${file} is a folder, and not a file with a password`);
  if (found === undefined || process.platform === 'win32' || (found.mode & OTHERS) === 0) return;
  throw new UsageError(`Others can read ${file}, which holds a password`, { hint: `chmod 600 ${file}` });
}

const OTHERS = 0o077;

/** The password file that psql also reads. */
export function passFileOf(env: Environment): string {
  return env['PGPASSFILE'] ?? join(env['HOME'] ?? homedir(), '.pgpass');
}

async function findInPassFile({ host, port, database, user }: Address, env: Environment): Promise<string | undefined> {
  const named = env['PGPASSFILE'];
  const file = passFileOf(env);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (named === undefined || errorCode(cause) === 'ENOENT') return undefined;
    throw new UsageError(`PGPASSFILE cannot be read (${errorCode(cause) ?? 'unknown error'})`, { cause });
  });
  if (text === undefined) return undefined;
  await refuseReadableByOthers(file);
  const wanted = [namesOf(host), [String(port)], [database], [user]];
  return text
    .split(/\r?\n/)
    .map(cells)
    .find((line) => isAbout(line, wanted))?.[wanted.length];
}

/** The default folders of sockets: that of PostgreSQL, and that of the packages of Linux. */
const DEFAULT_FOLDERS = ['/tmp', '/var/run/postgresql'];

/** The names of a host in the file. For psql, a socket in the default folder is that of `localhost`. */
function namesOf(host: string): readonly string[] {
  return DEFAULT_FOLDERS.includes(host) ? [host, 'localhost'] : [host];
}

/**
 * Splits a line `host:port:database:user:password`. In a value, colons and backslashes have a backslash before them.
 */
function cells(line: string): string[] {
  if (line.startsWith('#')) return [];
  return [...line.matchAll(/((?:[^\\:]|\\.)*)(?::|$)/g)].map(([, cell = '']) => cell.replace(/\\(.)/g, '$1'));
}

function isAbout(line: readonly string[], wanted: readonly (readonly string[])[]): boolean {
  return line.length > wanted.length && wanted.every((values, index) => ['*', ...values].includes(line[index] ?? ''));
}
