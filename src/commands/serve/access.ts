/** Who may use a server: the tokens that it accepts, and the certificate that others see. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isLoopback } from '../../base/text/url-text.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { tokenFault } from '../../platform/routes.ts';
import { type Authorise, createAuthorise, digestOf, type KnownToken } from '../../server/authorise.ts';

/** The variable with the token of the environment. Logs use its name as the id of that token. */
const FROM_ENVIRONMENT = 'EXAMCTL_TOKEN';

/** Reads the tokens of the store again when they change, so that tokens can be added and revoked during the run. */
export async function prepareTokens({ env, storeBackend }: Context, store: string): Promise<Authorise> {
  const tokens = await storeBackend(store).tokens(store);
  const token = env[FROM_ENVIRONMENT];
  const fromEnvironment: KnownToken[] = token
    ? [{ id: FROM_ENVIRONMENT, digest: digestOf(requireSendable(token)) }]
    : [];
  let listed: unknown;
  let all: readonly KnownToken[] = fromEnvironment;
  const known = async () => {
    const list = await tokens.list();
    // The store returns the same list object until the tokens change.
    if (list !== listed)
      all = [...fromEnvironment, ...list.map(({ id, digest }) => ({ id, digest: Buffer.from(digest, 'hex') }))];
    listed = list;
    return all;
  };
  if ((await known()).length === 0) {
    throw new UsageError('There is no token, so the server would refuse every request', {
      hint: 'Make one with examctl local token add, or set EXAMCTL_TOKEN.',
    });
  }
  return createAuthorise(known);
}

/** Refuses a token that no client could send: the server would refuse every request. */
function requireSendable(token: string): string {
  const fault = tokenFault(token);
  if (fault === undefined) return token;
  throw new UsageError(`EXAMCTL_TOKEN ${fault}`, {
    hint: 'It cannot be sent. Set another one, or unset it and make one with examctl local token add.',
  });
}

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
