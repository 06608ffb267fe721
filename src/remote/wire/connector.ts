/** Opens connections: TLS that is always verified, a deadline, and a tunnel where there is a proxy. */
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { UsageError } from '../../errors.ts';
import { ConnectError, toConnectError } from './connect-error.ts';
import type { ProxyAddress } from './proxy.ts';
import { openTunnel } from './tunnel.ts';

export interface ConnectorOptions {
  /** Certificates, in PEM, of the authorities that are trusted instead of those that Node comes with. */
  readonly ca: string | undefined;
  readonly proxy: ProxyAddress | undefined;
  readonly timeoutMs: number;
}

/** All errors that it gives are `ConnectError`s, so that nothing else can be taken for one. */
export function createConnector({ ca, proxy, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const connectDirectly = buildConnector({
    ...(ca === undefined ? {} : { secureContext: trustOnly(ca) }),
    // Said outright: an environment variable of Node's would turn it off for the whole process.
    rejectUnauthorized: true,
    // Its clock is coarse: it only tidies up after the deadline below.
    timeout: timeoutMs,
  });
  return (options, callback) => {
    const done = once(callback, timeoutMs);
    if (proxy === undefined) return connectDirectly(options, done);
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    openTunnel(proxy, `${options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname}:${port}`, {
      ca,
      timeoutMs,
    }).then(
      (httpSocket) =>
        options.protocol === 'https:' ? connectDirectly({ ...options, httpSocket }, done) : done(null, httpSocket),
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
