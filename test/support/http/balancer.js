/** One address for several servers of this machine: hands each connection to the one with the fewest, as a load balancer. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** `ports` are those of the servers; they may change at any time. A connection ends when either of its sides does. */
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
