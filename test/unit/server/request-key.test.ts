import { expect, test } from 'vitest';
import { BASE_PATH } from '../../../src/platform/routes.ts';
import type { RequestKey } from '../../../src/platform/service.ts';
import { createApp } from '../../../src/server/app.ts';
import { askApp } from '../../support/http/ask-app.ts';
import { stubService } from '../../support/http/stub-service.ts';

function client() {
  const keys: RequestKey[] = [];
  const [service, keyedService] = [stubService(), stubService()];
  const keyed = (key: RequestKey) => {
    keys.push(key);
    return keyedService;
  };
  const app = createApp({ service, keyed, authorise: () => true });
  const send = async (path: string, key: string, { token = 'a', body = '{}', method = 'POST' } = {}) => {
    const headers = { Authorization: `EAPI ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const answer = await askApp(app, `http://localhost${BASE_PATH}${path}`, { method, headers, body });
    const { Errors } = (await answer.json()) as { Errors: readonly { Rule: string }[] | null };
    return [answer.status, ...(Errors ?? []).map(({ Rule }) => Rule)];
  };
  return { send, keys, service, keyedService };
}

test('the same token, key, path and body are the same request, and no other is', async () => {
  const { send, keys } = client();
  await send('/user', 'k-1');
  await send('/user', 'k-1');
  await send('/user', 'k-1', { body: '{ }' });
  await send('/collections', 'k-1');
  await send('/user', 'k-2');
  await send('/user', 'k-1', { token: 'b' });
  const [first, same, otherBody, otherPath, otherKey, otherToken] = keys;
  expect(same).toEqual(first);
  for (const reused of [otherBody, otherPath]) {
    expect(reused?.id).toBe(first?.id);
    expect(reused?.digest).not.toBe(first?.digest);
  }
  for (const other of [otherKey, otherToken]) expect(other?.id).not.toBe(first?.id);
  expect(otherToken?.digest).not.toBe(first?.digest);
});

test.each(['a b', 'a, b', 'é', 'x'.repeat(256), ''])('the key %j is refused, and nothing is done', async (key) => {
  const { send, service, keyedService } = client();
  expect(await send('/user', key)).toEqual([400, 'http.idempotency-key']);
  expect([service.calls, keyedService.calls]).toEqual([[], []]);
});
