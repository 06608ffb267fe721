/** A load balancer on this machine: passes each connection to the server with the fewest connections. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** `ports` are the ports of the servers. The list may change at any time. A connection ends when one of its sides ends. */
export async function startBalancer() {
  const ports = new Set();
  const open = new Map();
  const server = createServer((client) => {
    const [port] = [...ports].sort((a, b) => (open.get(a)?.size ?? 0) - (open.get(b)?.size ?? 0));
    client.on('error', () => {});
    if (port === undefined) return client.destroy();
    const behind = connect(port, '127.0.0.1').on('error', () => {});
    const clients = open.get(port) ?? new Set();
    open.set(port, clients.add(client));
    client.pipe(behind).pipe(client);
    client.on('close', () => behind.destroy());
    behind.on('close', () => {
      clients.delete(client);
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ports,
    port: server.address().port,
    close: () => {
      server.close();
      for (const clients of open.values()) for (const client of clients) client.destroy();
    },
  };
}
