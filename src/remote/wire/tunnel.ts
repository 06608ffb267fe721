/** A tunnel through an HTTP proxy (CONNECT). What runs through it is TLS to the platform: the proxy sees no token. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { ConnectError, describeSocketError } from './connect-error.ts';
import type { ProxyAddress } from './proxy.ts';

export interface TunnelOptions {
  readonly ca: string | undefined;
  readonly timeoutMs: number;
}

/** Statuses with which a proxy says that it will not let this caller through, however often it is asked. */
const BARRED = new Set([401, 403, 407]);

/** `target` is `host:port`. Rejects with a `ConnectError`. */
export function openTunnel(proxy: ProxyAddress, target: string, { ca, timeoutMs }: TunnelOptions): Promise<Socket> {
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
