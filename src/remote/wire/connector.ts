/** Opens connections, with verified TLS, a deadline, and a tunnel if the environment names a proxy; says why one failed. */
import { isIPv6, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { NO_CERTIFICATE_HINT, trustOnly } from '../../base/certificates.ts';
import type { Environment } from '../../base/environment.ts';
import { isLoopback, urlHost } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import type { Address } from '../address.ts';

export interface ConnectorOptions {
  /** Certificates, in PEM, of the trusted authorities; without them, Node's own authorities are trusted. */
  readonly ca: string | undefined;
  readonly proxy: ProxyAddress | undefined;
  readonly timeoutMs: number;
}

/** All its errors are `ConnectError`s, so that they differ from all later errors. */
export function createConnector({ ca, proxy, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const connectDirectly = buildConnector({
    ...(ca === undefined ? {} : { secureContext: contextOf(ca) }),
    // Set here, since an environment variable of Node can turn it off for the whole process.
    rejectUnauthorized: true,
    timeout: timeoutMs,
  });
  return (to, callback) => {
    const done = (...[error, socket]: [Error, null] | [null, Socket]) =>
      error === null ? callback(null, socket) : callback(toConnectError(error), null);
    if (proxy === undefined) return connectDirectly(to, done);
    const port = to.port || (to.protocol === 'https:' ? '443' : '80');
    openTunnel(proxy, `${urlHost(to.hostname)}:${port}`, connectDirectly, timeoutMs).then(
      (httpSocket) =>
        to.protocol === 'https:' ? connectDirectly({ ...to, httpSocket }, done) : done(null, httpSocket),
      (error: Error) => done(error, null),
    );
  };
}

function contextOf(ca: string): SecureContext {
  const context = trustOnly(ca);
  if (context !== undefined) return context;
  throw new UsageError('The file of certificate authorities holds no certificate in PEM form', {
    hint: NO_CERTIFICATE_HINT,
  });
}

/** Statuses with which a proxy refuses the caller: another attempt is useless. */
const CALLER_REFUSED = new Set([401, 403, 407]);

/**
 * Opens a tunnel through an HTTP proxy (CONNECT) to `host:port`. The tunnel carries TLS to the platform, so the proxy
 * sees no token. Rejects with a `ConnectError`.
 */
async function openTunnel(
  { origin, authorization }: ProxyAddress,
  target: string,
  connectDirectly: buildConnector.connector,
  timeoutMs: number,
): Promise<Socket> {
  // The proxy's certificate is for the proxy's name, and not for the name in the header Host.
  const client = new Client(origin, { connect: (to, done) => connectDirectly({ ...to, servername: '' }, done) });
  const headers = { host: target, ...(authorization && { 'proxy-authorization': authorization }) };
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (statusCode === 200) return socket as Socket;
    socket.on('error', () => {}).destroy();
    const isPermanent = CALLER_REFUSED.has(statusCode);
    throw new ConnectError(`the proxy refuses the tunnel (status ${statusCode})`, { isPermanent });
  } catch (error) {
    throw error instanceof ConnectError ? error : new ConnectError(`at the proxy, ${describeSocketError(error)}`);
  } finally {
    void client.destroy();
  }
}

export class ConnectError extends Error {
  /** Whether another attempt is useless: the certificate is not trusted, or the proxy refuses the caller. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false } = {}) {
    super(message);
    this.name = 'ConnectError';
    this.isPermanent = isPermanent;
  }
}

/** The words for faults of a socket, by the system's code. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['ENOTFOUND', 'the name of the host is not known'],
  ['EAI_AGAIN', 'the name of the host could not be looked up'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'there was no connection in time'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'there is no route to the network'],
  ['EPROTO', 'the server does not speak TLS as it should'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate comes from an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its certificate comes from an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate comes from an authority that is not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate comes from an authority that is not trusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the headers of the answer are too long'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'the answer is shorter than it said'],
]);

/** All codes of rejected certificates, also those without words of their own. */
const CERTIFICATE = /CERT|^UNABLE_TO_VERIFY|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/;

/**
 * Describes the fault of a connection, in our words and with the system's code. The library's own messages are not used,
 * since some hold bytes of the answer.
 */
export function describeSocketError(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith('HPE_')) return `the answer is not HTTP (${code})`;
  const words =
    WORDS.get(code) ?? (CERTIFICATE.test(code) ? 'its certificate is not trusted' : 'the connection failed');
  return code === '' ? words : `${words} (${code})`;
}

/** Marks an error as one of connecting, so that it differs from all later errors. */
function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  return new ConnectError(describeSocketError(error), { isPermanent: CERTIFICATE.test(codeOf(error)) });
}

/** The code of an error, if it looks like an identifier. Other texts are not shown. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : '';
}

export interface ProxyAddress {
  readonly origin: string;
  /** The value of the header Proxy-Authorization, which the platform never gets. */
  readonly authorization: string | undefined;
}

/**
 * The proxy for an address: `HTTPS_PROXY`, else `HTTP_PROXY`, unless `NO_PROXY` names the host. Names in small letters
 * come first, and an empty variable counts as not set. This machine itself is never reached through a proxy: with plain
 * http, the token would leave it in the clear.
 */
export function findProxy(address: Address, env: Environment): ProxyAddress | undefined {
  if (isLoopback(address.hostname)) return undefined;
  const name = PROXY_NAMES.find((candidate) => (env[candidate] ?? '') !== '');
  if (name === undefined || isExempt(address, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  return parseProxy(env[name] ?? '', name);
}

const PROXY_NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/**
 * `*`, `example.org` (and all below it), `.example.org`, `*.example.org`, `example.org:8443`, `fd00::2`, `[fd00::2]:8443`;
 * between commas or spaces.
 */
function isExempt({ hostname, port }: Address, list: string): boolean {
  return list
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = '', entryPort] = /^(.*?)(?::(\d{1,5}))?$/.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
      if (entryPort !== undefined && Number(entryPort) !== port) return false;
      if (host === '*') return true;
      const suffix = asHostname(host.replace(/^\*?\./, ''));
      return hostname === suffix || hostname.endsWith(`.${suffix}`);
    });
}

/** Writes a host as URLs do: in small letters, and an IPv6 address in its short form. */
function asHostname(host: string): string {
  const isAddress = host.startsWith('[') && URL.canParse(`http://${host}`);
  return isAddress ? new URL(`http://${host}`).hostname : host.toLowerCase();
}

function parseProxy(text: string, name: string): ProxyAddress {
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || url.hostname === '' || !(url.protocol === 'http:' || url.protocol === 'https:')) {
    throw new UsageError(`The environment variable ${name} is not the address of an HTTP proxy`, {
      hint: 'For example: http://proxy.example.org:3128',
    });
  }
  return { origin: url.origin, authorization: basicAuthorization(url, name) };
}

function basicAuthorization({ username, password }: URL, name: string): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    throw new UsageError(`The environment variable ${name} holds credentials that are not percent-encoded`);
  }
}
