import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../../errors.ts';
import { isLoopback } from '../../server/hosts.ts';

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface TlsOptions {
  readonly host: string;
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
}

/** Tokens and personal data do not leave the machine unencrypted. */
export function requireTls({ host, tlsCert, tlsKey }: TlsOptions): void {
  if ((tlsCert === null) !== (tlsKey === null)) {
    throw new UsageError('--tls-cert and --tls-key belong together', { hint: 'Give both, or neither.' });
  }
  if (tlsCert === null && !isLoopback(host)) {
    throw new UsageError(`${host} can be reached from other machines, and that needs TLS`, {
      hint: 'Give --tls-cert and --tls-key, or leave out --host.',
    });
  }
}

/** The certificate and its key; null where none are given. */
export async function readTlsFiles({ tlsCert, tlsKey }: TlsOptions): Promise<TlsFiles | null> {
  if (tlsCert === null || tlsKey === null) return null;
  const cert = await readPem(tlsCert);
  const key = await readPem(tlsKey);
  const certificate = parse(() => new X509Certificate(cert), `${tlsCert} is not a certificate in PEM form`);
  const privateKey = parse(
    () => createPrivateKey(key),
    `${tlsKey} is not a private key in PEM form without a password`,
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new UsageError(`${tlsKey} is not the key of ${tlsCert}`, { hint: 'Give the two files of one pair.' });
  }
  return { cert, key };
}

async function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${cause.code ?? 'unknown error'})`, { cause });
  });
}

function parse<T>(make: () => T, problem: string): T {
  try {
    return make();
  } catch (cause) {
    throw new UsageError(problem, { cause });
  }
}
