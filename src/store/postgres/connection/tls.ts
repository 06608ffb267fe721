import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { errorCode } from '../../../disk/file-access.ts';
import { UsageError } from '../../../errors.ts';
import { type Address, isSocket } from './address.ts';

/** Returns the options of TLS; false for a connection without TLS. The modes are those of libpq. */
export async function tlsOptions({ sslMode, rootCertificates, host }: Address): Promise<ConnectionOptions | false> {
  if (sslMode === 'disable' || isSocket(host)) return false;
  const ca = rootCertificates === undefined ? {} : { ca: await readCertificates(rootCertificates) };
  // If there is a file of certificates, libpq verifies the server in the mode `require` too.
  if (sslMode === 'require' && rootCertificates === undefined) return { rejectUnauthorized: false };
  const ignoresName = sslMode !== 'verify-full';
  return { ...ca, rejectUnauthorized: true, ...(ignoresName && { checkServerIdentity: () => undefined }) };
}

async function readCertificates(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`The certificates in ${file} cannot be read (${errorCode(cause) ?? 'unknown error'})`, {
      hint: 'It is the parameter sslrootcert of --store, or PGSSLROOTCERT.',
      cause,
    });
  });
}
