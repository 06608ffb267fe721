/** A server on real sockets. A script decides the reaction to each request, and all requests are recorded. */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The number of the connection, counted from 0. */
  readonly connection: number;
  /** The time when the request was complete, by the monotonic clock. */
  readonly at: number;
}

/** `index` is the number of the request, counted from 0. */
export type Reaction = (socket: Socket, request: SeenRequest, index: number) => void;

export interface HostileServer {
  readonly port: number;
  readonly url: string;
  readonly seen: SeenRequest[];
  /** The number of accepted connections, also without a request. */
  readonly connections: () => number;
  close(): Promise<void>;
}

export interface HostileOptions {
  readonly onConnection?: (socket: Socket, connection: number) => void;
  readonly tls?: Certificate;
  /** By default, a free port. */
  readonly port?: number;
}

export async function startHostileServer(react: Reaction, options: HostileOptions = {}): Promise<HostileServer> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket): void => {
    const connection = connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    options.onConnection?.(socket, connection);
    readRequests(socket, connection, (request) => react(socket, request, seen.push(request) - 1));
  };
  const server: Server = options.tls
    ? createTlsServer({ key: options.tls.key, cert: options.tls.cert }, accept).on('tlsClientError', () => undefined)
    : createServer(accept);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: options.tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    seen,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Returns a port of loopback on which no server listens. */
export async function findDeafPort(): Promise<number> {
  const server = await startHostileServer(() => undefined);
  await server.close();
  return server.port;
}

function readRequests(socket: Socket, connection: number, onRequest: (request: SeenRequest) => void): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const [start = '', ...lines] = pending.toString('latin1', 0, headEnd).split('\r\n');
      const headers = new Map(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0);
      if (pending.length < bodyEnd) return;
      const [method = '', path = ''] = start.split(' ');
      const body = pending.toString('utf8', headEnd + 4, bodyEnd);
      pending = pending.subarray(bodyEnd);
      onRequest({ method, path, headers, body, connection, at: performance.now() });
    }
  });
}
