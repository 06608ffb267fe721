import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isLoopback } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface TlsFlags {
  readonly host: string;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/** The certificate and its key. Without them, only a loopback host is allowed: tokens and personal data stay local. */
export async function readTlsFiles({ host, tlsCert, tlsKey }: TlsFlags): Promise<TlsFiles | undefined> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key belong together', { hint: 'Give both, or neither.' });
  }
  if (tlsCert === undefined || tlsKey === undefined) {
    if (isLoopback(host)) return undefined;
    throw new UsageError(`${host} can be reached from other machines, and that needs TLS`, {
      hint: 'Give --tls-cert and --tls-key, or leave out --host.',
    });
  }
  const cert = await readPem(tlsCert);
  const key = await readPem(tlsKey);
  const certificate = parse(() => new X509Certificate(cert), `${tlsCert} is not a certificate in PEM form`);
  const noKey = `${tlsKey} is not a private key in PEM form without a password`;
  const privateKey = parse(() => createPrivateKey(key), noKey);
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
