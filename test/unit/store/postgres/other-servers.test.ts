/** What answers at the address of a database: no PostgreSQL, or something in front of one. */
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { HAS_POSTGRES, postgresServer, temporaryTenant } from '../../../support/postgres/server.ts';

/** A server that keeps writing and never closes its side. Returns its port and its connections. */
async function neverClosing(answer: (socket: Socket) => void): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    answer(socket);
    socket.once('end', () => {
      // Only a closed connection refuses what is written.
      const writing = setInterval(() => socket.write('x'), 10);
      socket.once('close', () => clearInterval(writing));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, sockets };
}

it.each([
  ['a server without TLS', 'N', 'Turn TLS on'],
  ['a web server', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', 'Check the host and the port'],
  ['a server of something else', Buffer.alloc(400, '\0\xff', 'latin1'), 'Check the host and the port'],
])('%s is unreachable, and its connection is closed although it keeps its side open', async (_, answer, hint) => {
  const { port, sockets } = await neverClosing((socket) => socket.once('data', () => socket.write(answer)));
  const where = `postgres://app@127.0.0.1:${port}/exams?sslmode=require`;
  const failure = createPostgresBackend({}).exists(where);
  await expect(failure).rejects.toMatchObject({ exitCode: 6, hint: expect.stringContaining(hint) });
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});

it.skipIf(!HAS_POSTGRES)('a connection that a proxy does not close is closed after the work', async () => {
  const where = new URL(await temporaryTenant());
  const server = await postgresServer();
  const { port, sockets } = await neverClosing((socket) => {
    const database = connect(server.port, '127.0.0.1');
    socket.pipe(database);
    database.on('data', (data) => socket.write(data));
    database.on('error', () => {});
  });
  where.port = String(port);
  expect(await createPostgresBackend({}).exists(where.href)).toBe(true);
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed), { timeout: 10_000 }).toEqual([true]);
});
