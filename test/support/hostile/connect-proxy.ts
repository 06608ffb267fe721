/** An HTTP proxy that opens all tunnels to one port of loopback, for any requested host. */
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificates.ts';

export interface ConnectProxy {
  readonly url: string;
  readonly port: number;
  /** For each tunnel: the target, the headers, and the first bytes. */
  readonly tunnels: { readonly target: string; readonly headers: IncomingMessage['headers']; bytes: Buffer }[];
  close(): Promise<void>;
}

export async function startConnectProxy(targetPort: number, status = 200, tls?: Certificate): Promise<ConnectProxy> {
  const tunnels: ConnectProxy['tunnels'] = [];
  const open = new Set<Duplex>();
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    const tunnel = { target: request.url ?? '', headers: request.headers, bytes: Buffer.alloc(0) };
    tunnels.push(tunnel);
    client.on('error', () => undefined);
    open.add(client);
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(targetPort, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    open.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      tunnel.bytes = Buffer.concat([tunnel.bytes, chunk]);
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    port,
    tunnels,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
