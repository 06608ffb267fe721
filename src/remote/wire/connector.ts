/** Opens connections: TLS that is always verified, a deadline, and a tunnel where there is a proxy. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { UsageError } from '../../errors.ts';
import { ConnectError, describeSocketError, toConnectError } from './connect-error.ts';
import type { ProxyAddress } from './proxy.ts';

export interface ConnectorOptions {
  /** Certificates, in PEM, of the authorities that are trusted instead of those that Node comes with. */
  readonly ca: string | undefined;
  readonly proxy: ProxyAddress | undefined;
  readonly timeoutMs: number;
}

/** All errors that it gives are `ConnectError`s, so that nothing else can be taken for one. */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { ca, proxy, timeoutMs } = options;
  const connectDirectly = buildConnector({
    ...(ca === undefined ? {} : { secureContext: trustOnly(ca) }),
    // Said outright: an environment variable of Node's would turn it off for the whole process.
    rejectUnauthorized: true,
    // Its clock is coarse: it only tidies up after the deadline below.
    timeout: timeoutMs,
  });
  return (to, callback) => {
    const done = once(callback, timeoutMs);
    if (proxy === undefined) return connectDirectly(to, done);
    const port = to.port || (to.protocol === 'https:' ? '443' : '80');
    const host = to.hostname.includes(':') ? `[${to.hostname}]` : to.hostname;
    openTunnel(proxy, `${host}:${port}`, options).then(
      (httpSocket) =>
        to.protocol === 'https:' ? connectDirectly({ ...to, httpSocket }, done) : done(null, httpSocket),
      (error: unknown) => done(toConnectError(error), null),
    );
  };
}

/** Calls back once: with a connection, with why there is none, or because time is up. */
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

function trustOnly(ca: string): SecureContext {
  try {
    if (ca.includes('-----BEGIN CERTIFICATE-----')) return createSecureContext({ ca });
  } catch {
    // Said below.
  }
  throw new UsageError('The file of certificate authorities holds no certificate in PEM form', {
    hint: 'It should hold blocks that begin with -----BEGIN CERTIFICATE-----.',
  });
}

/** Statuses with which a proxy says that it will not let this caller through, however often it is asked. */
const BARRED = new Set([401, 403, 407]);

/**
 * A tunnel through an HTTP proxy (CONNECT) to `host:port`. What runs through it is TLS to the platform: the proxy sees
 * no token. Rejects with a `ConnectError`.
 */
function openTunnel(proxy: ProxyAddress, target: string, { ca, timeoutMs }: ConnectorOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = (proxy.isSecure ? httpsRequest : httpRequest)({
      method: 'CONNECT',
      host: proxy.hostname,
      port: proxy.port,
      path: target,
      agent: false,
      headers: {
        host: target,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      ...(proxy.isSecure ? { rejectUnauthorized: true } : {}),
      ...(ca === undefined || !proxy.isSecure ? {} : { ca }),
    });
    const timer = setTimeout(() => {
      request.destroy(new ConnectError(`the proxy opened no tunnel within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const refuse = (status: number): void => {
      reject(new ConnectError(`the proxy refuses the tunnel (status ${status})`, { isPermanent: BARRED.has(status) }));
    };
    request.on('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
      clearTimeout(timer);
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      refuse(statusCode);
    });
    request.on('response', (response) => {
      clearTimeout(timer);
      request.destroy();
      refuse(response.statusCode ?? 0);
    });
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error instanceof ConnectError ? error : new ConnectError(`at the proxy, ${describeSocketError(error)}`));
    });
    request.end();
  });
}
