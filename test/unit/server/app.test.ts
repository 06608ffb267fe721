import { describe, expect, test } from 'vitest';
import { type AppOptions, createApp } from '../../../src/server/app.ts';
import type { ServerEvent } from '../../../src/server/events.ts';
import { askApp } from '../../support/http/ask-app.ts';
import { engineService } from '../../support/http/engine-service.ts';
import { stubService } from '../../support/http/stub-service.ts';

const BASE = 'http://localhost/api/v1/integrations';
const TOKEN = 'examctl_right';
const HEADERS = { Authorization: `EAPI ${TOKEN}`, 'Content-Type': 'application/json' };

function createClient(options: Partial<AppOptions> = {}) {
  const service = stubService();
  const events: ServerEvent[] = [];
  const app = createApp({
    service,
    authorise: (token) => token === TOKEN,
    log: (event) => void events.push(event),
    ...options,
  });
  const send = async (
    method: string,
    path: string,
    init: { headers?: object; body?: string | Buffer | ReadableStream | null } = {},
  ) => {
    const response = await askApp(app, path.startsWith('http') ? path : `${BASE}${path}`, {
      method,
      body: init.body ?? null,
      headers: { ...HEADERS, ...init.headers } as Record<string, string>,
      ...(init.body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) };
  };
  return { send, events, service };
}

/** Checks the form of a refusal by the server, and returns its rule. */
function ruleOf({ body, headers }: { body: unknown; headers: Headers }): string {
  expect(headers.get('content-type')).toBe('application/json');
  expect(body).toEqual({
    Content: null,
    Success: false,
    Errors: [{ Code: null, Error: expect.any(String), Rule: expect.stringMatching(/^http\./) }],
  });
  return (body as { Errors: [{ Rule: string }] }).Errors[0].Rule;
}

describe('the five operations', () => {
  test.each([
    ['POST', '/schedule', '{"a":1}', ['pushSchedule', { a: 1 }]],
    ['GET', '/external/review-sessions/RS-1', null, ['getReviewSession', 'RS-1']],
    ['POST', '/collections', '{"Title":"x"}', ['addCollection', { Title: 'x' }]],
    ['POST', '/user', '{}', ['saveUser', {}]],
    ['DELETE', '/schedule/S-1/invigilators', '["u-1"]', ['removeInvigilators', 'S-1', ['u-1']]],
  ] as const)('%s %s', async (method, path, body, call) => {
    const { send, service } = createClient();
    const answer = await send(method, path, { body });
    expect(service.calls).toEqual([call]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body).toEqual({ Content: 'done', Success: true, Errors: null });
  });

  test('an empty body is null: the operation says what that means', async () => {
    const { send } = createClient({ service: await engineService() });
    const empty = await send('DELETE', '/schedule/S-1/invigilators');
    expect([empty.status, empty.body.Success, empty.body.Errors[0].Code]).toEqual([200, false, 100]);
    for (const path of ['/schedule', '/user', '/collections']) {
      for (const body of [null, 'null', '[]', '"x"', '7', '{}']) {
        const answer = await send('POST', path, { body });
        expect([path, body, answer.status, answer.body.Success]).toEqual([path, body, 400, false]);
      }
    }
  });
});

describe('the token', () => {
  test.each([
    ['none', null],
    ['another scheme', `Bearer ${TOKEN}`],
    ['a wrong one', 'EAPI examctl_wrong'],
  ])('%s: 403, and nothing else is looked at', async (_, authorization) => {
    const { send, service } = createClient();
    const requests = [
      ['POST', '/user', 'not json', { 'Content-Type': 'text/plain' }],
      ['POST', '/nothing', null, {}],
      ['PUT', '/user', null, {}],
      ['GET', '/external/review-sessions/%ZZ', null, {}],
      ['GET', '', null, { Host: 'evil.example' }],
    ] as const;
    for (const [method, path, body, headers] of requests) {
      const answer = await send(method, path, { body, headers: { ...headers, Authorization: authorization ?? '' } });
      expect([answer.status, ruleOf(answer)]).toEqual([403, 'http.token']);
    }
    expect(service.calls).toEqual([]);
  });

  test('when tokens cannot be looked up, nobody is let in', async () => {
    const authorise = () => Promise.reject(new Error('canary: tokens.json is gone'));
    const { send, service, events } = createClient({ authorise });
    const answer = await send('POST', '/user', { body: '{}' });
    expect([answer.status, ruleOf(answer), service.calls]).toEqual([500, 'http.fault', []]);
    expect(answer.text).not.toContain('canary');
    expect(events.map(({ event }) => event)).toEqual(['fault', 'request']);
  });
});

describe('routes', () => {
  test.each([
    ['POST', '/schedules'],
    ['POST', '/schedule/'],
    ['POST', '/user/'],
    ['POST', '/User'],
    ['POST', '//user'],
    ['POST', '/%75ser'],
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/external/review-sessions'],
    ['GET', '/external/review-sessions/a/b'],
    ['GET', '/external/review-sessions/..'],
    ['DELETE', '/schedule/S-1/invigilators/'],
    ['GET', '/__proto__'],
    ['GET', '/constructor'],
    ['GET', 'http://localhost/'],
    ['GET', 'http://localhost/api/v2/integrations/user'],
    ['POST', 'http://localhost/api/v1/integrationsX/user'],
  ])('%s %s is not there', async (method, path) => {
    const answer = await createClient().send(method, path);
    expect([answer.status, ruleOf(answer)]).toEqual([404, 'http.route']);
  });

  test.each([
    ['GET', '/schedule', 'POST'],
    ['PUT', '/user', 'POST'],
    ['OPTIONS', '/collections', 'POST'],
    ['POST', '/external/review-sessions/RS-1', 'GET'],
    ['POST', '/schedule/S-1/invigilators', 'DELETE'],
    ['POST', '/openapi.json', 'GET'],
  ])('%s %s is not a method of it', async (method, path, allow) => {
    const { send, service } = createClient();
    const answer = await send(method, path);
    expect([answer.status, answer.headers.get('allow'), ruleOf(answer)]).toEqual([405, allow, 'http.method']);
    expect(service.calls).toEqual([]);
  });

  test.each([
    ['x%2Fy', 'x/y'],
    ['%252F', '%2F'],
    ['a+b', 'a+b'],
    ['%C3%A9', 'é'],
    ['%2e%2e%2Fa', '../a'],
    ['__proto__', '__proto__'],
    ['RS-1?x=1', 'RS-1'],
    ['', ''],
  ])('the id of %j is %j: decoded once', async (path, id) => {
    const { send, service } = createClient();
    await send('GET', `/external/review-sessions/${path}`);
    expect(service.calls).toEqual([['getReviewSession', id]]);
  });

  test.each(['%', '%Z1', '%C3', '%ff', '%ED%A0%80', '%C0%AF'])('%j is no encoding', async (id) => {
    const answer = await createClient().send('DELETE', `/schedule/${id}/invigilators`, { body: '[]' });
    expect([answer.status, ruleOf(answer)]).toEqual([400, 'http.path']);
  });
});

describe('the header Host', () => {
  test.each(['evil.example', 'localhost@evil.example', 'local host'])('%s is not', async (Host) => {
    const { send, service } = createClient();
    for (const path of ['/user', '/openapi.json', 'http://localhost/']) {
      const answer = await send('POST', path, { body: '{}', headers: { Host } });
      expect([answer.status, ruleOf(answer)]).toEqual([400, 'http.host']);
    }
    expect(service.calls).toEqual([]);
  });

  test('a request target that names another host is not ours either', async () => {
    const path = 'http://evil.example/api/v1/integrations/user';
    const answer = await createClient().send('POST', path, { body: '{}', headers: { Host: 'localhost' } });
    expect([answer.status, ruleOf(answer)]).toEqual([400, 'http.host']);
  });
});

describe('bodies', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ; charset=utf-8; x=y',
  ])('%s is read', async (type) => {
    const answer = await createClient().send('POST', '/user', { body: '{}', headers: { 'Content-Type': type } });
    expect(answer.status).toBe(200);
  });

  test.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=utf-16',
  ])('%j is not', async (type) => {
    const answer = await createClient().send('POST', '/user', { body: '{}', headers: { 'Content-Type': type } });
    expect([answer.status, ruleOf(answer)]).toEqual([400, 'http.content-type']);
  });

  test.each([
    ['{"a":', 'http.body.not-json'],
    ['{"Password":"canary-password"', 'http.body.not-json'],
    ['canary-password', 'http.body.not-json'],
    ["{'a':1}", 'http.body.not-json'],
    ['{}{}', 'http.body.not-json'],
    [' ', 'http.body.not-json'],
    ['NaN', 'http.body.not-json'],
    [Buffer.from([0x22, 0xff, 0x22]), 'http.body.not-utf-8'],
    [Buffer.from('{"a":1}', 'utf16le'), 'http.body.not-json'],
    ['{"canary":1,"canary":2}', 'http.body.repeated-key'],
    ['{"Candidates":[{"canary":1}],"Candidates":[]}', 'http.body.repeated-key'],
    ['[[{"a":1,"\\u0061":2}]]', 'http.body.repeated-key'],
    ['['.repeat(33) + ']'.repeat(33), 'http.body.too-deep'],
    ['['.repeat(1_000_000), 'http.body.too-deep'],
    ['{"a":'.repeat(100_000), 'http.body.too-deep'],
  ])('%# is refused by its rule', async (body, rule) => {
    const { send, service, events } = createClient();
    const answer = await send('POST', '/user', { body });
    expect([answer.status, ruleOf(answer)]).toEqual([400, rule]);
    expect(answer.text + JSON.stringify(events)).not.toContain('canary');
    expect(service.calls).toEqual([]);
  });

  test.each([
    ['Content-Encoding', 'gzip'],
    ['Transfer-Encoding', 'gzip, chunked'],
  ])('a compressed body is refused (%s: %s)', async (header, encoding) => {
    const answer = await createClient().send('POST', '/user', { body: '{}', headers: { [header]: encoding } });
    expect([answer.status, ruleOf(answer)]).toEqual([400, 'http.content-encoding']);
  });

  test('the limit is counted, with and without a declared length', async () => {
    const { send } = createClient({ maxBodyBytes: 10 });
    const streamed = (text: string) => new Blob([text.slice(0, 4), text.slice(4)]).stream();
    for (const [text, status] of [
      ['"12345678"', 200],
      ['"123456789"', 400],
    ] as const) {
      const declared = { 'Content-Length': String(text.length) };
      const lying = { 'Content-Length': '2' };
      const answers = [
        await send('POST', '/user', { body: streamed(text) }),
        await send('POST', '/user', { body: text, headers: declared }),
        await send('POST', '/user', { body: text, headers: lying }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
      if (status === 400) expect(answers.map(ruleOf)).toEqual(Array(3).fill('http.body.too-large'));
    }
  });
});

describe('faults', () => {
  test('are 500 with a neutral message, and their reason goes to the log', async () => {
    const error = new Error('canary-password in /var/secret');
    const service = stubService(() => Promise.reject(error));
    const { send, events } = createClient({ service });
    const answer = await send('POST', '/user', { body: '{}' });
    expect([answer.status, ruleOf(answer)]).toEqual([500, 'http.fault']);
    expect(answer.text).not.toMatch(/canary|secret|at .*\.ts/);
    const [fault, request] = events;
    expect(fault).toEqual({ event: 'fault', id: expect.any(String), error });
    expect(request).toMatchObject({ event: 'request', status: 500, route: '/user' });
    expect(answer.text).toContain((fault as { id: string }).id);
  });
});

describe('the log', () => {
  test('holds patterns and numbers, no value of a request', async () => {
    const { send, events } = createClient();
    await send('DELETE', '/schedule/canary-schedule/invigilators?canary=1', { body: '["canary-user"]' });
    await send('GET', '/canary-path');
    expect(events).toEqual([
      {
        event: 'request',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: 'DELETE',
        route: '/schedule/{externalId}/invigilators',
        status: 200,
        durationMs: expect.any(Number),
        bytes: 47,
        operation: 'removeInvigilators',
        token: null,
      },
      expect.objectContaining({ route: null, status: 404 }),
    ]);
    expect(JSON.stringify(events)).not.toMatch(/canary|examctl_right/);
  });
});

describe('what every answer carries', () => {
  test('no leave for other origins, nothing kept in caches, no guess at the type', async () => {
    const answer = await createClient().send('POST', '/user', {
      body: '{}',
      headers: { Origin: 'https://evil.example' },
    });
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  test('the document needs no token, and is at the root of the host too', async () => {
    for (const path of ['/openapi.json', 'http://localhost/openapi.json']) {
      const answer = await createClient().send('GET', path, { headers: { Authorization: '' } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(answer.body.openapi).toBe('3.1.0');
    }
  });
});

describe('Prefer asks a sandbox, and no other server, for an answer', () => {
  const sandbox = {} as NonNullable<AppOptions['sandbox']>;

  test.each([
    ...[400, 403, 404, 405, 429, 500, 503].map((status): [string, number] => [`code=${status}`, status]),
    ['delay=0, code="503"', 503],
    ['code=200', 200],
    ['code=999', 200],
    ['respond-async', 200],
  ] as [string, number][])('%s: %i', async (Prefer, status) => {
    const post = (client: ReturnType<typeof createClient>) =>
      client.send('POST', '/user', { headers: { Prefer }, body: '{}' });
    expect((await post(createClient({ sandbox }))).status).toBe(status);
    expect((await post(createClient())).status).toBe(200);
  });

  test('429 says when to ask again, and delay waits', async () => {
    const { send, service } = createClient({ sandbox });
    const start = performance.now();
    const answer = await send('POST', '/user', { headers: { Prefer: 'code=429; delay=1' }, body: '{}' });
    expect(performance.now() - start).toBeGreaterThan(900);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.body.Errors).toMatchObject([{ Rule: 'sandbox.preferred' }]);
    expect(service.calls).toEqual([]);
  });
});
