import { expect, it } from 'vitest';
import type { UserRequest } from '../../../src/platform/resources/user.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { createEnginePlatform, engineDependencies } from '../../support/conformance/engine-platform.ts';
import { asRequest, userRequest } from '../../support/conformance/requests.ts';
import { type AnsweredRequest, areSame, type Commit, followHistory } from '../../support/history/find-order.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const take = (ExternalId: string, UserName: string): AnsweredRequest['ask'] => {
  const request = asRequest<UserRequest>(userRequest({ ExternalId, UserName }));
  return (service) => service.saveUser(request);
};
/** One user gives a name up, and another one takes it. */
const HANDED_ON = [take('a', 'first'), take('b', 'first'), take('a', 'second'), take('b', 'first')];

/** Each request is sent when the one before it was answered. */
async function historyOf(
  asks: readonly AnsweredRequest['ask'][],
  store = createMemoryStore(),
): Promise<AnsweredRequest[]> {
  const { service, reset } = createEnginePlatform(engineDependencies(store));
  await reset(BASE_CATALOGUE);
  const history: AnsweredRequest[] = [];
  for (const [index, ask] of asks.entries()) {
    history.push({ ask, sent: index, answered: index + 0.5, envelope: (await ask(service)).envelope });
  }
  return history;
}

async function faultOf(commits: readonly (readonly AnsweredRequest[])[], written: Commit['written'] = []) {
  const all = commits.map((requests, index) => ({ requests, written: index === 0 ? written : [] }));
  return (await followHistory(BASE_CATALOGUE, all)).fault?.why;
}

it('a history of requests one after the other has an order, and comes to the same state', async () => {
  const store = createMemoryStore();
  const history = await historyOf(HANDED_ON, store);
  expect(history.map(({ envelope }) => envelope.Success)).toEqual([true, false, true, true]);
  const commits = history.map((request) => ({ requests: [request], written: [] }));
  const followed = await followHistory(BASE_CATALOGUE, commits);
  expect(followed.fault).toBeUndefined();
  expect(await areSame(followed.store, store)).toBe(true);
  expect(await areSame(followed.store, createMemoryStore())).toBe(false);
});

it('two users who have both got one name have no order', async () => {
  const [first, second] = await historyOf([take('a', 'first'), take('b', 'second')]);
  const ask = take('b', 'first');
  expect(await faultOf([[first as AnsweredRequest, { ...(second as AnsweredRequest), ask }]])).toBe(
    'no order gives these answers',
  );
});

it('a request that was done before one that had been answered when it was sent has no order', async () => {
  const [first, second] = (await historyOf([take('a', 'first'), take('b', 'second')])) as [
    AnsweredRequest,
    AnsweredRequest,
  ];
  expect(await faultOf([[second], [first]])).toBe('it was answered before');
});
