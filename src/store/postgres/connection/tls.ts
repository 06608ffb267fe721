import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { errorCode } from '../../../disk/file-access.ts';
import { UsageError } from '../../../errors.ts';
import { type Address, isSocket } from './address.ts';

/** How the connection is encrypted; false where it is not. The modes are those of libpq. */
export async function tlsOptions({ sslMode, rootCertificates, host }: Address): Promise<ConnectionOptions | false> {
  if (sslMode === 'disable' || isSocket(host)) return false;
  const ca = rootCertificates === undefined ? {} : { ca: await readCertificates(rootCertificates) };
  // With certificates given, libpq verifies them in this mode too.
  if (sslMode === 'require' && rootCertificates === undefined) return { rejectUnauthorized: false };
  const isNameFree = sslMode !== 'verify-full';
  return { ...ca, rejectUnauthorized: true, ...(isNameFree && { checkServerIdentity: () => undefined }) };
}

async function readCertificates(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`The certificates in ${file} cannot be read (${errorCode(cause) ?? 'unknown error'})`, {
      hint: 'It is the parameter sslrootcert of --store, or PGSSLROOTCERT.',
      cause,
    });
  });
}
