/** Keeps track of the requests on each connection, so that a stop can let them finish. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request and its answer, until the answer is sent. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

export interface StopReport {
  /** Requests that were not finished in time. */
  readonly cutOff: number;
}

export function createConnections(server: Server, isTls: boolean) {
  const exchanges = new Map<Duplex, Set<Exchange>>();
  /** Work on requests, also on those whose clients have disconnected. */
  const working = new Set<Promise<void>>();
  const rawSockets = rememberSockets(server);
  let isStopping = false;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    exchanges.set(socket, new Set());
    socket.once('close', () => exchanges.delete(socket));
  });

  /** During a stop, a connection that becomes idle is closed: it would wait for its next request. */
  const end = (socket: Socket, exchange: Exchange) => {
    const open = exchanges.get(socket);
    open?.delete(exchange);
    if (isStopping && open?.size === 0) socket.destroySoon();
  };

  return {
    /** Runs the work of a request, and remembers the request until its answer is sent. */
    track(incoming: IncomingMessage, outgoing: ServerResponse, work: () => Promise<void>): void {
      const { socket } = incoming;
      const exchange = { incoming, outgoing };
      exchanges.get(socket)?.add(exchange);
      if (isStopping) outgoing.setHeader('Connection', 'close');
      outgoing.once('close', () => end(socket, exchange));
      const done: Promise<void> = work().finally(() => working.delete(done));
      working.add(done);
    },
    /** The requests of a connection that are not answered yet, oldest first. */
    pendingOf: (socket: Duplex): readonly Exchange[] => [...(exchanges.get(socket) ?? [])],
    async stop(deadlineMs: number): Promise<StopReport> {
      isStopping = true;
      const closed = stopListening(server);
      for (const [socket, open] of exchanges) {
        if (open.size === 0) (socket as Socket).destroySoon();
        for (const { outgoing } of open) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      }
      const finished = await isDoneWithin(deadlineMs, Promise.all([closed, ...working]));
      const cutOff = finished ? 0 : [...exchanges.values()].reduce((sum, open) => sum + open.size, 0);
      server.closeAllConnections();
      for (const socket of rawSockets) socket.destroy();
      await closed;
      // The server is closed already. This call ends Node's timer for slow senders.
      server.close(() => {});
      return { cutOff };
    },
  };
}

/**
 * Stops listening, and resolves when the last connection has closed. The `close` of the HTTP server is not used: it
 * cuts off answers that clients still read, and it ends the time limits for slow senders.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

/** Keeps a set of all open sockets, also of those whose TLS handshake has not ended. */
function rememberSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

export async function isDoneWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
