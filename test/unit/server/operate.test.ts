/** Functions for operators of the server: probes, figures, limits of tokens, and ids of requests. */
import { describe, expect, test } from 'vitest';
import { StoreLockedError, UnreachableError } from '../../../src/errors.ts';
import { succeed } from '../../../src/platform/envelope.ts';
import { BASE_PATH } from '../../../src/platform/routes.ts';
import { type AppOptions, createApp } from '../../../src/server/app.ts';
import type { ServerEvent } from '../../../src/server/events.ts';
import { createMetrics } from '../../../src/server/operate/metrics.ts';
import { createProbes } from '../../../src/server/operate/probes.ts';
import { createTokenLimits } from '../../../src/server/operate/token-limits.ts';
import { askApp } from '../../support/http/ask-app.ts';
import { stubService } from '../../support/http/stub-service.ts';

function client(options: Partial<AppOptions> = {}, origin = 'http://localhost') {
  const app = createApp({ service: stubService(), authorise: (token) => token === 'x' && 'id-x', ...options });
  return (
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
  ) =>
    askApp(app, `${origin}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body ?? null,
    });
}

const post = { method: 'POST', headers: { Authorization: 'EAPI x' }, body: '{}' };
const USER = `${BASE_PATH}/user`;

describe('the probes', () => {
  const state = { isServing: true, check: async (): Promise<unknown> => 'fine' };
  const probe = createProbes({
    check: () => state.check(),
    isServing: () => state.isServing,
    metrics: async () => 'up 1\n',
  });
  const ask = client({ probe }, 'http://10.0.0.7');

  test('need no token and go to an address', async () => {
    for (const [path, text] of [
      ['/healthz', 'ok\n'],
      ['/readyz', 'ready\n'],
      ['/metrics', 'up 1\n'],
    ] as const) {
      const answer = await ask(path);
      expect([answer.status, await answer.text()]).toEqual([200, text]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      const head = await ask(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, answer.headers.get('content-type')]);
      expect((await ask(path, { method: 'POST' })).status).toBe(405);
    }
    expect((await ask('/metrics/')).status).toBe(400);
  });

  test('it is not ready while the store fails or the server stops, and lives all the same', async () => {
    state.check = () => Promise.reject(new Error('canary'));
    const failed = await ask('/readyz');
    expect([failed.status, await failed.text()]).toEqual([503, 'the store does not answer\n']);
    state.check = async () => 'fine';
    state.isServing = false;
    expect([(await ask('/readyz')).status, (await ask('/healthz')).status]).toEqual([503, 200]);
  });
});

test('the figures count requests by operation and status, refusals, faults and commits, and name nobody', async () => {
  const metrics = createMetrics(() => ({ commits: 3, pool: { open: 4, idle: 1, waiting: 2 } }));
  const ask = client({ log: metrics.log });
  await ask(USER, post);
  await ask(USER, post);
  await ask(`${BASE_PATH}/external/review-sessions/canary`, { headers: { ...post.headers } });
  await ask(`${BASE_PATH}/canary`);
  metrics.log({ event: 'refusal', rule: 'http.malformed' });
  metrics.log({ event: 'fault', id: null, error: new Error('canary') });
  const text = await metrics.text();
  for (const line of [
    'examctl_http_requests_total{operation="saveUser",status="200"} 2',
    'examctl_http_requests_total{operation="getReviewSession",status="200"} 1',
    'examctl_http_requests_total{operation="none",status="403"} 1',
    'examctl_http_request_duration_seconds_count{operation="saveUser"} 2',
    'examctl_http_refusals_total{rule="http.malformed"} 1',
    'examctl_faults_total 1',
    'examctl_store_commits_total 3',
    'examctl_store_connections_waiting 2',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toContain('examctl_store_retries_total');
  expect(text).not.toContain('canary');
});

describe('the limits of a token', () => {
  const clock = { now: 0 };
  const limits = (options: Parameters<typeof createTokenLimits>[0]) => createTokenLimits(options, () => clock.now);

  test('let through a second of its rate at once, then as many as come free; each token has its own', () => {
    clock.now = 0;
    const begin = limits({ ratePerSecond: 2 });
    const refused = { rule: 'http.busy.rate', retryAfterSeconds: 1 };
    expect([begin('a'), begin('a')].map((begun) => 'end' in begun)).toEqual([true, true]);
    expect(begin('a')).toEqual(refused);
    expect('end' in begin('b')).toBe(true);
    clock.now = 500;
    expect('end' in begin('a')).toBe(true);
    expect(begin('a')).toEqual(refused);
    expect(limits({ ratePerSecond: 0.1 })('a')).toHaveProperty('end');
  });

  test('hold back what is too much at once, until something ends', async () => {
    let answer = () => {};
    const service = stubService(() => new Promise((resolve) => (answer = () => resolve(succeed('done' as never)))));
    const ask = client({ service, begin: createTokenLimits({ concurrency: 1 }) });
    const first = ask(USER, post);
    await expect.poll(() => service.calls.length).toBe(1);
    const second = await ask(USER, post);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await second.json()).toMatchObject({ Errors: [{ Rule: 'http.busy.concurrency' }] });
    answer();
    expect((await first).status).toBe(200);
    const third = ask(USER, post);
    await expect.poll(() => service.calls.length).toBe(2);
    answer();
    expect((await third).status).toBe(200);
  });
});

describe('the id of a request', () => {
  test.each([
    ['proxy-7.a_B', true],
    ['a b', false],
    ['x'.repeat(65), false],
    ['<script>', false],
    ['', false],
  ])('%j is taken over: %s', async (given, isTaken) => {
    const events: ServerEvent[] = [];
    const ask = client({ log: (event) => events.push(event) });
    const answer = await ask(USER, { ...post, headers: { ...post.headers, 'X-Request-Id': given } });
    const id = answer.headers.get('x-request-id');
    expect(id === given).toBe(isTaken);
    expect(events).toEqual([expect.objectContaining({ id, token: 'id-x', operation: 'saveUser' })]);
  });
});

describe('a store that cannot be used now', () => {
  const asked = async (error: Error, headers: object = {}) => {
    const service = stubService(() => Promise.reject(error));
    const ask = client({ service, keyed: () => service });
    const answer = await ask(USER, { ...post, headers: { ...post.headers, ...headers } });
    return [answer.status, answer.headers.get('retry-after')];
  };

  test('is 503, and the request may be sent again where nothing was done, or where it has a key', async () => {
    expect(await asked(new UnreachableError('gone'))).toEqual([503, '1']);
    expect(await asked(new StoreLockedError('held'))).toEqual([503, '1']);
    expect(await asked(new UnreachableError('gone', { mayBeDone: true }))).toEqual([503, null]);
    expect(await asked(new UnreachableError('gone', { mayBeDone: true }), { 'Idempotency-Key': 'k' })).toEqual([
      503,
      '1',
    ]);
    expect(await asked(new Error('canary'))).toEqual([500, null]);
  });
});
