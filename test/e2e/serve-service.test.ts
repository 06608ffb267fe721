/** `serve` as those run it who keep it up: probes, figures, the access log, and an end that loses no request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createKeyedEngine } from '../../src/engine/served/kept-answers.ts';
import { createRemoteService } from '../../src/remote/service.ts';
import { createApp } from '../../src/server/app.ts';
import { type RunningServer, startServer } from '../../src/server/listen.ts';
import { BASE_CATALOGUE } from '../support/conformance/base-catalogue.ts';
import { createEnginePlatform, engineDependencies } from '../support/conformance/engine-platform.ts';
import { scheduleRequest } from '../support/conformance/requests.ts';
import { runCommand, startServe } from '../support/http/command-line.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';
import { temporaryStore } from '../support/store/temporary-folder.ts';

const env = { EXAMCTL_TOKEN: 'canary-token' };

async function ask(url: string, path: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await request(new URL(path, url), { headers });
  return { status: statusCode, text: await body.text() };
}

test('answers probes, and its figures count what was asked and committed, without a token', async () => {
  const { url } = await startServe(['--store', await temporaryStore(), '--sandbox'], { env });
  expect(await ask(url, '/healthz')).toEqual({ status: 200, text: 'ok\n' });
  expect(await ask(url, '/readyz')).toEqual({ status: 200, text: 'ready\n' });
  const headers = { Authorization: 'EAPI canary-token', 'Content-Type': 'application/json' };
  const body = JSON.stringify(BASE_CATALOGUE);
  await request(new URL('/_sandbox/catalogue', url), { method: 'POST', headers, body }).then((a) => a.body.dump());
  const { text } = await ask(url, '/metrics');
  expect(text).toContain('examctl_http_requests_total{operation="sandbox.loadCatalogue",status="200"} 1\n');
  expect(text).toContain('examctl_store_commits_total 1\n');
  expect(text).not.toMatch(/canary|u-office/);
});

test('told to stop, it is not ready at once, answers for the time of --drain, and then ends', async () => {
  const server = await startServe(['--store', await temporaryStore(), '--drain', '400ms'], { env });
  const headers = { Authorization: 'EAPI canary-token' };
  const session = '/api/v1/integrations/external/review-sessions/RS';
  server.stop();
  const begun = performance.now();
  expect(await ask(server.url, '/readyz')).toEqual({ status: 503, text: 'stopping\n' });
  expect((await ask(server.url, session, headers)).status).toBe(400);
  await server.done;
  expect(performance.now() - begun).toBeGreaterThan(300);
  await expect(ask(server.url, '/healthz')).rejects.toThrow('ECONNREFUSED');
});

test.each(['--access-log', '-v'])('%s tells each request, its sender by id and nothing else of it', async (flag) => {
  const server = await startServe(['--store', await temporaryStore(), flag], { env });
  await ask(server.url, '/api/v1/integrations/external/review-sessions/canary-session', {
    Authorization: 'EAPI canary-token',
    'X-Request-Id': 'from-the-proxy',
  });
  server.stop();
  await server.done;
  const lines = server.stderr().split('\n');
  expect(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ id: 'from-the-proxy', operation: 'getReviewSession', token: 'EXAMCTL_TOKEN' }),
  ]);
  expect(server.stderr()).not.toContain('canary');
});

test.each([
  ['--max-body', '0'],
  ['--max-body', '1GiB'],
  ['--max-body', '257MiB'],
  ['--token-rate', '0/s'],
  ['--drain', 'soon'],
])('refuses %s %s', async (...flag) => {
  const run = runCommand(['serve', ...flag, '--store', await temporaryStore()], { env });
  expect({ code: await run.done, stderr: run.stderr() }).toEqual({
    code: 2,
    stderr: expect.stringContaining('Write a'),
  });
});

test('a body beyond --max-body, and requests beyond --token-rate, are refused', async () => {
  const argv = ['--store', await temporaryStore(), '--max-body', '1KiB', '--token-rate', '1/m'];
  const { url } = await startServe(argv, { env });
  const headers = { Authorization: 'EAPI canary-token', 'Content-Type': 'application/json' };
  const post = async (body: string) => {
    const answer = await request(`${url}/user`, { method: 'POST', headers, body });
    return [answer.statusCode, JSON.stringify(await answer.body.json())];
  };
  expect(await post(JSON.stringify({ ExternalId: 'x'.repeat(1_024) }))).toEqual([
    400,
    expect.stringContaining('http.body.too-large'),
  ]);
  expect(await post('{}')).toEqual([429, expect.stringContaining('http.busy.rate')]);
});

test('our client, whose first answer was lost, gets the same answer: no doubt is left, and nothing is done twice', async () => {
  const store = createMemoryStore();
  const dependencies = engineDependencies(store);
  const engine = createEnginePlatform(dependencies);
  await engine.reset(BASE_CATALOGUE);
  const app = createApp({
    service: engine.service,
    keyed: (key) => createKeyedEngine(dependencies, key),
    authorise: () => true,
  });
  let attempts = 0;
  const server: RunningServer = await startServer({
    host: '127.0.0.1',
    port: 0,
    app: async (asked) => {
      const answer = await app(asked);
      attempts += 1;
      return attempts === 1 ? { ...answer, status: 502, text: 'the proxy has lost it' } : answer;
    },
  });
  const options = { token: 'x', timeoutMs: 5_000, retries: 2, concurrency: 1, clock: { sleep: () => sleep(1) } };
  const service = createRemoteService({ ...options, baseUrl: server.origin });
  const { envelope, delivery } = await service.pushSchedule(scheduleRequest());
  expect(envelope).toMatchObject({ Success: true, Content: 'S-1' });
  expect(delivery).toMatchObject({ timesSent: 2, certainty: 'answered' });
  await service.close();
  await server.stop();
});
