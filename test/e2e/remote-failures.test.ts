/** What a user sees of a platform that fails on the way: nothing is called a success or a failure that is not known to be. */
import { describe, expect, it } from 'vitest';
import { accept, answer, head, inTurn, json, refuse, reset, silence } from '../support/hostile/reactions.ts';
import {
  collection,
  createSkippingClock,
  errorOf,
  open,
  schedule,
  setUp,
  upsert,
  user,
} from '../support/hostile/remote-under-test.ts';
import { findDeafPort, startHostileServer } from '../support/hostile/server.ts';

const DUPLICATE = refuse([{ Code: null, Error: 'Duplicate ScheduleExtId' }]);

describe('no connection', () => {
  it('ends the run if the connection is refused, after all retries and saying so', async () => {
    const clock = createSkippingClock();
    const service = open({ baseUrl: `http://127.0.0.1:${await findDeafPort()}`, clock, retries: 3 });
    const error = await errorOf(service.addCollection(collection(null)));
    expect(error.name).toBe('UnreachableError');
    expect(error.message).toMatch(/refused \(ECONNREFUSED\).*4 attempts/);
    expect(clock.slept).toEqual([250, 500, 1000]);
  });

  it('ends the run if the name is not known', async () => {
    const service = open({ baseUrl: 'https://exams.invalid', clock: createSkippingClock(), retries: 1 });
    const error = await errorOf(service.saveUser(user('u-1')));
    expect(error).toMatchObject({ name: 'UnreachableError', message: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) });
  });

  it('sends even what cannot be repeated once the connection comes about', async () => {
    const port = await findDeafPort();
    const clock = createSkippingClock();
    let server: Awaited<ReturnType<typeof startHostileServer>> | undefined;
    const service = open({
      baseUrl: `http://127.0.0.1:${port}`,
      clock: {
        ...clock,
        sleep: async () => {
          server ??= await startHostileServer(accept({ ExternalId: 'c9', Errors: [] }), { port });
        },
      },
    });
    const { envelope, delivery } = await service.addCollection(collection(null));
    await server?.close();
    expect(envelope.Success).toBe(true);
    expect(delivery).toEqual({ timesSent: 1, certainty: 'answered' });
  });

  it('gives a server that never ends the TLS handshake its deadline, and has sent nothing', async () => {
    const { server, service } = await setUp(silence, { timeoutMs: 150, retries: 1 });
    const secure = open({
      baseUrl: server.url.replace('http:', 'https:'),
      timeoutMs: 150,
      retries: 1,
      clock: createSkippingClock(),
    });
    const error = await errorOf(secure.addCollection(collection(null)));
    expect(error).toMatchObject({ name: 'UnreachableError', message: expect.stringContaining('0.15 s') });
    expect(server.seen).toHaveLength(0);
    await service.close();
  });

  it('retries if the connection is reset before anything is sent over TLS', async () => {
    const { server } = await setUp(silence, {}, { onConnection: (socket) => socket.resetAndDestroy() });
    const baseUrl = server.url.replace('http:', 'https:');
    const secure = open({ baseUrl, retries: 2, clock: createSkippingClock() });
    const error = await errorOf(secure.addCollection(collection(null)));
    expect(error.name).toBe('UnreachableError');
    expect(server.connections()).toBe(3);
  });
});

describe('the connection fails with the request under way', () => {
  it.each([
    ['is reset', reset],
    ['is closed', (socket) => socket.end()],
    ['stays silent', silence],
    ['is cut in the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
    ['is cut in the body', (socket) => socket.end(`${head(200, { 'content-length': 100 })}{"Content":`)],
    ['speaks another language', (socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')],
    ['breaks down with 500', answer(500, 'Internal')],
    ['fails behind a gateway', answer(502, '<h1>Bad gateway</h1>')],
    ['times out behind a gateway', answer(504, '')],
    ['is unavailable without saying until when', answer(503, '')],
  ] satisfies [string, ReturnType<typeof inTurn>][])(
    '%s: repeats what may be repeated, and leaves unknown what may not',
    async (_, fault) => {
      const { server, service } = await setUp(inTurn(fault, accept('S-1')), { timeoutMs: 200 });
      const repeated = await service.pushSchedule(upsert('S-1'));
      expect(repeated.envelope).toEqual({ Content: 'S-1', Success: true, Errors: null });
      expect(repeated.delivery).toMatchObject({ timesSent: 2, certainty: 'answered' });
      expect(server.seen).toHaveLength(2);

      const other = await setUp(fault, { timeoutMs: 200 });
      const { envelope, delivery } = await other.service.addCollection(collection(null));
      expect(delivery).toMatchObject({ timesSent: 1, certainty: 'unknown' });
      expect(envelope.Success).toBe(false);
      expect(envelope.Errors?.[0]?.Error).toMatch(/cannot be known.*could do it twice/);
      expect(other.server.seen).toHaveLength(1);
    },
  );

  it('is unknown if the retries end without an answer', async () => {
    const { server, service } = await setUp(reset, { retries: 2 });
    const { envelope, delivery } = await service.saveUser(user('u-1'));
    expect(delivery).toEqual({ timesSent: 3, certainty: 'unknown' });
    expect(envelope).toMatchObject({ Success: false, Errors: [{ Error: expect.stringContaining('3 attempts') }] });
    expect(server.seen).toHaveLength(3);
  });

  it('is unknown if a reset is followed by a platform that is gone', async () => {
    const { server, service } = await setUp(
      (socket) => {
        socket.resetAndDestroy();
        void server.close();
      },
      { retries: 2 },
    );
    const { delivery } = await service.saveUser(user('u-1'));
    expect(delivery).toEqual({ timesSent: 1, certainty: 'unknown' });
  });

  it('is unknown, with the reason, if a reset is followed by 403', async () => {
    const { service } = await setUp(inTurn(reset, refuse('no', 403)));
    const { envelope, delivery } = await service.saveUser(user('u-1'));
    expect(delivery?.certainty).toBe('unknown');
    expect(envelope.Errors?.[0]?.Error).toContain('refused the caller');
  });

  it('is a plain failure of reading: nothing can have been changed', async () => {
    const broken = await setUp(answer(500, 'oops'), { retries: 1 });
    const { envelope, delivery } = await broken.service.getReviewSession('R-1');
    expect(delivery).toMatchObject({ timesSent: 2, certainty: 'answered', excerpt: 'oops' });
    expect(envelope.Success).toBe(false);
    const gone = await setUp(reset, { retries: 1 });
    expect(await errorOf(gone.service.getReviewSession('R-1'))).toMatchObject({ name: 'UnreachableError' });
  });
});

describe('the answer to a repeat', () => {
  it.each([
    [
      'after attempts that were certainly not processed',
      inTurn(json(429, {}), json(503, {}, { 'retry-after': '1' }), DUPLICATE),
      3,
    ],
  ])('is a plain failure %s', async (_, script, timesSent) => {
    const { service } = await setUp(script);
    const { envelope, delivery } = await service.pushSchedule(schedule('S-1'));
    expect(envelope.Success).toBe(false);
    expect(delivery).toEqual({ timesSent, certainty: 'answered' });
  });

  it('says that the user exists, and never gives the password back', async () => {
    const { service } = await setUp(
      inTurn(
        reset,
        refuse([
          { Code: 233, Error: 'exists' },
          { Code: 214, Error: 'name' },
        ]),
      ),
    );
    const { envelope, delivery } = await service.saveUser(user('u-1', { Password: 'sesame' }));
    expect(envelope).toEqual({ Content: { User: user('u-1'), GroupErrors: [] }, Success: true, Errors: null });
    expect(delivery?.certainty).toBe('earlier-attempt');
  });

  it('is a failure if it names more than that it exists', async () => {
    const { service } = await setUp(
      inTurn(
        reset,
        refuse([
          { Code: 810, Error: 'used' },
          { Code: 805, Error: 'long' },
        ]),
      ),
    );
    const { envelope, delivery } = await service.addCollection(collection('c1'));
    expect(envelope.Success).toBe(false);
    expect(delivery?.certainty).toBe('answered');
  });
});
