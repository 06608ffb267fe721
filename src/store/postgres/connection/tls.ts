import { readFile } from 'node:fs/promises';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { NO_CERTIFICATE_HINT, trustOnly } from '../../../base/certificates.ts';
import { errorCode } from '../../../disk/file-access.ts';
import { UsageError } from '../../../errors.ts';
import { type Address, isSocket } from './address.ts';

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
