/** Opens connections, with verified TLS, a deadline, and a tunnel if there is a proxy. */
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { NO_CERTIFICATE_HINT, trustOnly } from '../../base/certificates.ts';
import { urlHost } from '../../base/text/url-text.ts';
import { UsageError } from '../../errors.ts';
import { ConnectError, describeSocketError, toConnectError } from './connect-error.ts';
import type { ProxyAddress } from './proxy.ts';

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
    // The library's clock is coarse. The exact deadline is in `once`; this one only closes sockets.
    timeout: timeoutMs,
  });
  return (to, callback) => {
    const done = once(callback, timeoutMs);
    if (proxy === undefined) return connectDirectly(to, done);
    const port = to.port || (to.protocol === 'https:' ? '443' : '80');
    openTunnel(proxy, `${urlHost(to.hostname)}:${port}`, connectDirectly, timeoutMs).then(
      (httpSocket) =>
        to.protocol === 'https:' ? connectDirectly({ ...to, httpSocket }, done) : done(null, httpSocket),
      (error: unknown) => done(toConnectError(error), null),
    );
  };
}

/** Calls back once: with a connection, with an error, or at the deadline. */
function once(callback: buildConnector.Callback, timeoutMs: number): buildConnector.Callback {
  let isDone = false;
  const timer = setTimeout(() => {
    isDone = true;
    callback(new ConnectError(`there was no connection within ${timeoutMs / 1000} s`), null);
  }, timeoutMs);
  return (...[error, socket]: [Error, null] | [null, Socket]) => {
    clearTimeout(timer);
    if (isDone) socket?.destroy();
    else if (error === null) callback(null, socket);
    else callback(toConnectError(error), null);
    isDone = true;
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
