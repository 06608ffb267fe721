import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { succeed } from '../../src/platform/envelope.ts';
import { MAX_HEADERS } from '../../src/server/listen.ts';
import { createProbes } from '../../src/server/operate/probes.ts';
import { exchangeRaw, openRaw, requestText } from '../support/http/raw-socket.ts';
import { stubService } from '../support/http/stub-service.ts';
import { startTestServer, TOKEN } from '../support/http/test-server.ts';

const BASE = '/api/v1/integrations';
const AUTHORIZED = { Authorization: `EAPI ${TOKEN}`, 'Content-Type': 'application/json' };

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { ...AUTHORIZED, 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  return requestText(`POST ${BASE}${path}`, { headers: all, body });
}

/** Statuses and rules of the answers in what a socket received. */
function answersIn(text: string): { status: number; rules: string[] }[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part.startsWith('HTTP/'))
    .map((part) => {
      expect(part.toLowerCase()).toContain('content-type: application/json');
      const body = JSON.parse(part.slice(part.indexOf('\r\n\r\n') + 4));
      return {
        status: Number(part.slice(9, 12)),
        rules: (body.Errors ?? []).map(({ Rule }: { Rule: string }) => Rule),
      };
    });
}

/** A promise, and the way to keep it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A service whose answers wait until it is opened. */
function gated() {
  const { opened, open } = gate();
  const service = stubService(async () => {
    await opened;
    return succeed('kept' as never);
  });
  return { service, open };
}

describe('in the ordinary case', () => {
  test('pipelined requests are answered in their order', async () => {
    const first = gate();
    let calls = 0;
    const service = stubService(async () => {
      calls += 1;
      if (calls === 1) await first.opened;
      else first.open();
      return succeed(`answer ${calls}` as never);
    });
    const server = await startTestServer(service);
    const keep = { Connection: 'keep-alive' };
    const text = await exchangeRaw(server.port, post('/user', '{"n":1}', keep) + post('/user', '{"n":2}'));
    expect(answersIn(text).map(({ status }) => status)).toEqual([200, 200]);
    expect(service.calls).toEqual([
      ['saveUser', { n: 1 }],
      ['saveUser', { n: 2 }],
    ]);
  });

  test('a chunked body, an unknown expectation and HTTP/1.0 are read', async () => {
    const server = await startTestServer(stubService());
    const chunked = requestText(`POST ${BASE}/user`, {
      headers: { ...AUTHORIZED, 'Transfer-Encoding': 'chunked' },
      body: '2\r\n{}\r\n0\r\n\r\n',
    });
    const old = post('/user', '{}').replace('HTTP/1.1', 'HTTP/1.0');
    for (const text of [chunked, old, post('/user', '{}', { Expect: 'a miracle' })]) {
      expect(answersIn(await exchangeRaw(server.port, text))).toEqual([{ status: 200, rules: [] }]);
    }
  });
});

describe('slow senders', () => {
  const limits = { headersTimeoutMs: 300, requestTimeoutMs: 600, keepAliveTimeoutMs: 200 };

  test('headers one byte at a time end at their time limit', async () => {
    const server = await startTestServer(stubService(), { limits });
    const connection = openRaw(server.port);
    connection.send(`GET ${BASE}/user HTTP/1.1\r\nHost: localhost\r\nX: `);
    const drip = setInterval(() => connection.send('a'), 50);
    const text = await connection.closed.finally(() => clearInterval(drip));
    expect(answersIn(text)).toEqual([{ status: 400, rules: ['http.too-slow'] }]);
  });

  test('a body one byte at a time ends at the total time limit, and nothing of it is done', async () => {
    const service = stubService();
    const server = await startTestServer(service, { limits });
    const connection = openRaw(server.port);
    connection.send(post('/user', '', { 'Content-Length': '1000' }));
    const drip = setInterval(() => connection.send(' '), 50);
    const text = await connection.closed.finally(() => clearInterval(drip));
    expect(answersIn(text)).toEqual([{ status: 400, rules: ['http.too-slow'] }]);
    expect(service.calls).toEqual([]);
  });

  test('a connection on which nothing comes is closed', async () => {
    const server = await startTestServer(stubService(), { limits });
    const [unused, used] = [openRaw(server.port), openRaw(server.port)];
    used.send(post('/user', '{}', { Connection: 'keep-alive' }));
    expect(answersIn(await used.closed)).toEqual([{ status: 200, rules: [] }]);
    await unused.closed;
  });

  test('an operation that takes longer than all of them is finished', async () => {
    const service = stubService(async () => sleep(1_500, succeed('late' as never)));
    const server = await startTestServer(service, { limits });
    expect(answersIn(await exchangeRaw(server.port, post('/user', '{}')))).toEqual([{ status: 200, rules: [] }]);
  });
});

describe('requests that are not whole or not well-formed', () => {
  test('a body that ends too early is not acted upon', async () => {
    const service = stubService();
    const server = await startTestServer(service);
    const short = openRaw(server.port);
    short.send(post('/user', '{}', { 'Content-Length': '100' }));
    short.socket.end();
    expect(answersIn(await short.closed)).toEqual([{ status: 400, rules: ['http.body.cut-off'] }]);
    const reset = openRaw(server.port);
    reset.send(post('/user', '{}', { 'Content-Length': '100' }));
    await sleep(50);
    reset.socket.resetAndDestroy();
    const chunked = openRaw(server.port);
    chunked.send(requestText(`POST ${BASE}/user`, { headers: { ...AUTHORIZED, 'Transfer-Encoding': 'chunked' } }));
    chunked.send('2\r\n{}\r\n');
    chunked.socket.end();
    expect(answersIn(await chunked.closed)).toEqual([{ status: 400, rules: ['http.body.cut-off'] }]);
    await sleep(50);
    expect(service.calls).toEqual([]);
    expect(server.events.filter(({ event }) => event === 'fault')).toEqual([]);
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 'http.malformed'],
    ['a lower-case method', `get ${BASE}/user HTTP/1.1\r\nHost: localhost\r\n\r\n`, 'http.malformed'],
    ['two lengths', post('/user', '{}', { 'content-length': '3' }), 'http.malformed'],
    ['length and chunks', post('/user', '0\r\n\r\n', { 'Transfer-Encoding': 'chunked' }), 'http.malformed'],
    ['a bare line feed in a header', `GET ${BASE}/user HTTP/1.1\r\nHost: localhost\nX\r\n\r\n`, 'http.malformed'],
    [
      'too large headers',
      requestText(`GET ${BASE}/user`, { headers: { X: 'x'.repeat(20_000) } }),
      'http.headers.too-large',
    ],
    ['a too long path', requestText(`GET ${BASE}/${'x'.repeat(20_000)}`), 'http.headers.too-large'],
    ['no Host', `GET ${BASE}/user HTTP/1.1\r\nConnection: close\r\n\r\n`, 'http.malformed'],
    ['a path that is none', requestText('OPTIONS *'), 'http.malformed'],
    ['a Host that is none', requestText(`GET ${BASE}/user`, { headers: { Host: 'a b' } }), 'http.malformed'],
    ['a backslash in the path', requestText(`GET ${BASE}\\user`), 'http.malformed'],
  ])('%s gets its answer in the envelope', async (_, text, rule) => {
    const service = stubService();
    const server = await startTestServer(service);
    expect(answersIn(await exchangeRaw(server.port, text))).toEqual([{ status: 400, rules: [rule] }]);
    expect(service.calls).toEqual([]);
  });

  test('a request of HTTP/1.0 needs no Host to be a probe, and has none of ours for the interface', async () => {
    const probe = createProbes({
      check: async () => undefined,
      isServing: () => true,
      metrics: async () => '',
    });
    const server = await startTestServer(stubService(), { probe });
    const old = (path: string) => `GET ${path} HTTP/1.0\r\nAuthorization: EAPI ${TOKEN}\r\n\r\n`;
    expect(answersIn(await exchangeRaw(server.port, old(`${BASE}/user`)))).toEqual([
      { status: 400, rules: ['http.host'] },
    ]);
    expect(await exchangeRaw(server.port, old('/healthz'))).toMatch(/^HTTP\/1.1 200 .*\r\n\r\nok\n$/s);
  });

  test('CONNECT gets an answer after those of earlier requests, and its connection is closed', async () => {
    const server = await startTestServer(stubService());
    const connect = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n';
    const refused = { status: 404, rules: ['http.route'] };
    expect(answersIn(await exchangeRaw(server.port, connect))).toEqual([refused]);
    const after = post('/user', '{}', { Connection: 'keep-alive' }) + connect;
    expect(answersIn(await exchangeRaw(server.port, after))).toEqual([{ status: 200, rules: [] }, refused]);
    expect(server.events).toContainEqual({ event: 'refusal', rule: 'http.route' });
  });

  test('a wrong Host, also twice or beside an absolute target', async () => {
    const server = await startTestServer(stubService());
    const wrong = post('/user', '{}', { Host: 'evil.example' });
    const twice = post('/user', '{}').replace('Host: localhost', 'Host: localhost\r\nHost: evil.example');
    const absolute = post('/user', '{}').replace('POST ', 'POST http://evil.example');
    for (const text of [wrong, absolute]) {
      expect(answersIn(await exchangeRaw(server.port, text))).toEqual([{ status: 400, rules: ['http.host'] }]);
    }
    const [answer] = answersIn(await exchangeRaw(server.port, twice));
    expect(answer?.status).toBe(400);
  });

  test('many headers and the same header twice do no harm', async () => {
    const service = stubService();
    const server = await startTestServer(service);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`X-${index}`, 'x']));
    expect(answersIn(await exchangeRaw(server.port, post('/user', '{}', many)))).toEqual([{ status: 200, rules: [] }]);
    const twice = post('/user', '{}').replace('Authorization', `Authorization: EAPI ${TOKEN}\r\nAuthorization`);
    expect(answersIn(await exchangeRaw(server.port, twice))).toEqual([{ status: 403, rules: ['http.token'] }]);
  });

  test('more headers than the limit are refused, and none within it is overlooked', async () => {
    const service = stubService();
    const server = await startTestServer(service);
    const own = post('/user', '{}').split('\r\n\r\n')[0]?.split('\r\n').slice(1).length ?? 0;
    const filled = (count: number, last: string) => {
      const fillers = Array.from({ length: count - own - 1 }, (_, index) => `X-${index}: x`);
      return post('/user', '{}').replace('\r\n\r\n', `\r\n${[...fillers, last].join('\r\n')}\r\n\r\n`);
    };
    const answerTo = async (text: string) => answersIn(await exchangeRaw(server.port, text));
    const encoded = 'Content-Encoding: gzip';
    expect(await answerTo(filled(MAX_HEADERS, 'X: x'))).toEqual([{ status: 200, rules: [] }]);
    expect(await answerTo(filled(MAX_HEADERS, encoded))).toEqual([{ status: 400, rules: ['http.content-encoding'] }]);
    expect(service.calls).toHaveLength(1);
    for (const count of [MAX_HEADERS + 1, 250, 1_000, 2_001]) {
      const refused = [{ status: 400, rules: ['http.headers.too-large'] }];
      expect(await answerTo(filled(count, encoded)), `${count} headers`).toEqual(refused);
    }
    expect(service.calls).toHaveLength(1);
    expect(server.events).toContainEqual({ event: 'refusal', rule: 'http.headers.too-large' });
  });

  test('what follows a whole request is refused after its answer', async () => {
    const { service, open } = gated();
    const server = await startTestServer(service);
    const connection = openRaw(server.port);
    connection.send(`${post('/user', '{}', { Connection: 'keep-alive' })}rubbish\r\n\r\n`);
    await sleep(50);
    connection.send('more rubbish\r\n\r\n');
    await sleep(50);
    open();
    const answers = answersIn(await connection.closed);
    expect(answers).toEqual([
      { status: 200, rules: [] },
      { status: 400, rules: ['http.malformed'] },
    ]);
  });

  test.each([
    ['the fault of its body', AUTHORIZED, { status: 400, rules: ['http.malformed'] }],
    ['its token', {}, { status: 403, rules: ['http.token'] }],
  ])('a request behind a whole one is refused once, for %s', async (_, headers, refusal) => {
    const { service, open } = gated();
    const server = await startTestServer(service);
    const connection = openRaw(server.port);
    const broken = { headers: { ...headers, 'Transfer-Encoding': 'chunked' }, body: 'no chunk' };
    connection.send(post('/user', '{}', { Connection: 'keep-alive' }) + requestText(`POST ${BASE}/user`, broken));
    await sleep(50);
    open();
    expect(answersIn(await connection.closed)).toEqual([{ status: 200, rules: [] }, refusal]);
  });

  test('a slow request is answered although one behind it is refused before its end', async () => {
    const { service, open } = gated();
    const server = await startTestServer(service);
    const connection = openRaw(server.port);
    const refused = requestText(`POST ${BASE}/user`, { headers: { 'Content-Length': '1000' }, body: '{' });
    connection.send(post('/user', '{}', { Connection: 'keep-alive' }) + refused);
    await sleep(1_000);
    open();
    expect(answersIn(await connection.closed)).toEqual([
      { status: 200, rules: [] },
      { status: 403, rules: ['http.token'] },
    ]);
  });
});

describe('bodies beyond the limit', () => {
  const maxBodyBytes = 1024 * 1024;

  test('are refused when they grow beyond it, and the connection does not stay open for the rest', async () => {
    const service = stubService();
    const server = await startTestServer(service, { maxBodyBytes });
    const connection = openRaw(server.port);
    const headers = { ...AUTHORIZED, 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' };
    connection.send(requestText(`POST ${BASE}/user`, { headers }));
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    let sent = 0;
    const flood = setInterval(() => {
      sent += 65_536;
      connection.send(chunk);
    }, 2);
    const text = await connection.closed.finally(() => clearInterval(flood));
    expect(answersIn(text)).toEqual([{ status: 400, rules: ['http.body.too-large'] }]);
    expect(sent).toBeGreaterThan(maxBodyBytes);
    expect(service.calls).toEqual([]);
  });

  test('without a token not even a small body is read', async () => {
    const server = await startTestServer(stubService(), { maxBodyBytes });
    const connection = openRaw(server.port);
    const headers = { Authorization: 'EAPI wrong', 'Content-Length': '100000', Connection: 'keep-alive' };
    connection.send(post('/user', '', headers));
    expect(await connection.waitFor('http.token')).toContain('403');
    await connection.closed;
  });
});

describe('stopping', () => {
  test('finishes what was begun, closes what idles and takes nothing new', async () => {
    const { service, open } = gated();
    const server = await startTestServer(service);
    const [idle, used, slow] = [openRaw(server.port), openRaw(server.port), openRaw(server.port)];
    used.send(requestText(`GET ${BASE}/openapi.json`, { headers: { Connection: 'keep-alive' } }));
    await used.waitFor('openapi');
    slow.send(post('/user', '{}', { Connection: 'keep-alive' }));
    while (service.calls.length === 0) await sleep(5);
    const stopped = server.stop();
    await Promise.all([idle.closed, used.closed]);
    await expect(request(`${server.url}/user`)).rejects.toThrow('ECONNREFUSED');
    open();
    const text = await slow.closed;
    expect(answersIn(text)).toEqual([{ status: 200, rules: [] }]);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(await stopped).toEqual({ cutOff: 0 });
  });

  test('a request of which a part has arrived is finished too', async () => {
    const service = stubService();
    const server = await startTestServer(service);
    const connection = openRaw(server.port);
    connection.send(post('/user', '{"a":', { 'Content-Length': '7', Connection: 'keep-alive' }));
    await sleep(100);
    const stopped = server.stop();
    await sleep(50);
    connection.send('1}');
    expect(answersIn(await connection.closed)).toEqual([{ status: 200, rules: [] }]);
    expect(await stopped).toEqual({ cutOff: 0 });
  });

  test('an answer that is being read is read to its end, and then its connection closes', async () => {
    const content = 'x'.repeat(20_000_000);
    const server = await startTestServer(stubService(async () => succeed(content as never)));
    const connection = openRaw(server.port);
    connection.send(post('/user', '{}', { Connection: 'keep-alive' }));
    await connection.waitFor('200');
    connection.socket.pause();
    await sleep(100);
    const stopped = server.stop();
    await sleep(50);
    connection.socket.resume();
    expect((await connection.closed).length).toBeGreaterThan(content.length);
    expect(await stopped).toEqual({ cutOff: 0 });
  });

  test('ends at its deadline, and says what it cut off', async () => {
    const { service, open } = gated();
    const server = await startTestServer(service);
    const connection = openRaw(server.port);
    connection.send(post('/user', '{}'));
    while (service.calls.length === 0) await sleep(5);
    expect(await server.stop({ deadlineMs: 200 })).toEqual({ cutOff: 1 });
    expect(await connection.closed).toBe('');
    open();
  });

  test('waits for the work of those who have hung up', async () => {
    const { opened, open } = gate();
    let isDone = false;
    const service = stubService(async () => {
      await opened;
      isDone = true;
      return succeed('unread' as never);
    });
    const server = await startTestServer(service);
    const connection = openRaw(server.port);
    connection.send(post('/user', '{}'));
    while (service.calls.length === 0) await sleep(5);
    connection.socket.destroy();
    setTimeout(open, 200);
    await server.stop();
    expect(isDone).toBe(true);
    expect(server.events.filter(({ event }) => event === 'fault')).toEqual([]);
  });
});
