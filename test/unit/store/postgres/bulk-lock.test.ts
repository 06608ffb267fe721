/** The lock of bulk runs, on a network that reports the end of a connection late. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { HAS_POSTGRES, postgresServer, temporaryTenant } from '../../../support/postgres/server.ts';

/** The message by which a client ends its connection. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** Forwards all messages, except the one with which a client ends its connection. */
async function relayWithoutEnds(port: number) {
  const toServer: Socket[] = [];
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1' });
    toServer.push(server);
    client.on('data', (chunk) => {
      if (!chunk.equals(TERMINATE)) server.write(chunk);
    });
    server.on('data', (chunk) => client.write(chunk));
    for (const socket of [client, server]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const stop = () => {
    for (const socket of toServer) socket.destroy();
    relay.close();
  };
  return { port: (relay.address() as AddressInfo).port, stop };
}

it.skipIf(!HAS_POSTGRES)(
  'a bulk run gives up its lock although the database does not see its connection end',
  async () => {
    const where = new URL(await temporaryTenant());
    const relay = await relayWithoutEnds((await postgresServer()).port);
    const backend = createPostgresBackend({});
    const near = await backend.open(where.href, { mode: 'write' });
    where.port = String(relay.port);
    const far = await backend.open(where.href, { mode: 'write' });
    const run = far.plan();
    await run.run([]);
    await run.end();
    await far.close();
    const next = near.plan();
    expect(await next.run([])).toEqual([]);
    await next.end();
    await near.close();
    relay.stop();
  },
);
