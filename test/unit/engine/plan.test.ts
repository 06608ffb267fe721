/** A plan decides the same as the service for single requests, and keeps exactly its decisions. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.ts';
import type { PasswordHasher } from '../../../src/engine/dependencies.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { createPlan } from '../../../src/engine/plan.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import type { UserContent } from '../../../src/platform/resources/user.ts';
import type { AssessmentService, Decided } from '../../../src/platform/service.ts';
import type { Store } from '../../../src/store/port.ts';
import { amount } from '../../support/amount.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { engineDependencies, fakeHasher } from '../../support/conformance/engine-platform.ts';
import { UNLOADABLE_PHOTO } from '../../support/conformance/platform.ts';
import { candidate, upsertRequest, userRequest } from '../../support/conformance/requests.ts';
import { createMemoryStore, type MemoryStoreOptions } from '../../support/store/memory-store.ts';
import { send, sequences } from '../bulk/run/competing-requests.ts';
import { createTestEngine, stateOf } from './test-engine.ts';

const SETTINGS = { numRuns: amount(40, 1_000), seed: 20_270_411 };
const NEVER = new AbortController().signal;

/** Some comparisons take longer than others, so that they do not end in the order in which they began. */
const unevenHasher: PasswordHasher = {
  ...fakeHasher,
  matches: async (hash, password) => {
    for (let turn = 0; turn < (hash.length * 7 + password.length * 3) % 5; turn += 1) await setImmediate();
    return fakeHasher.matches(hash, password);
  },
};

const FIXED = { newId: () => 'made-up', newToken: () => 'token' };

function dependenciesOn(store: Store, passwords: PasswordHasher = unevenHasher) {
  return { ...engineDependencies(store, passwords), ...FIXED };
}

async function storeWith(
  requests: readonly object[],
  options: MemoryStoreOptions = {},
  catalogue: object = BASE_CATALOGUE,
): Promise<Store> {
  const store = createMemoryStore(options);
  await loadCatalogue(dependenciesOn(store), catalogue);
  for (const request of requests) await send(createEngine(dependenciesOn(store)), request);
  return store;
}

/** Decides requests in batches of a size, and commits them. */
async function plan(store: Store, requests: readonly object[], batch: number) {
  const made = createPlan(dependenciesOn(store), false);
  const decided: Decided[] = [];
  for (let from = 0; from < requests.length; from += batch) {
    const answers = await made.decide(ask(requests.slice(from, from + batch)), NEVER);
    for (const { answer, effect } of answers) decided.push({ answer: described(answer), effect });
  }
  await made.commit();
  await made.end();
  return decided;
}

function ask(requests: readonly object[]) {
  return requests.map((request) => (service: AssessmentService) => send(service, request));
}

/** A plan describes a user only on demand. */
function described(answer: Answer<unknown>): Answer<unknown> {
  const { Content } = answer.envelope;
  if (typeof Content !== 'object' || Content === null) return answer;
  if (!('User' in Content)) return answer;
  const { User, GroupErrors } = Content as UserContent;
  return { ...answer, envelope: { ...answer.envelope, Content: { User, GroupErrors } } };
}

/** Does the same requests with the engine alone, one after the other. */
async function askOneByOne(before: readonly object[], requests: readonly object[], catalogue: object = BASE_CATALOGUE) {
  const engine = await createTestEngine(catalogue, FIXED);
  for (const request of before) await send(engine.service, request);
  const decided: Decided[] = [];
  for (const request of requests) {
    const answer = await send(engine.service, request);
    decided.push({ answer, effect: engine.lastEffect() });
  }
  return { decided, state: await engine.state() };
}

const lists = (most: number) => sequences(most).map((all) => all.map(({ request }) => request));

it('a plan answers, changes and keeps what the service does, whatever requests change for those after them', async () => {
  const property = fc.asyncProperty(
    lists(8),
    lists(50),
    fc.constantFrom(1, 3, 100),
    fc.boolean(),
    async (before, requests, batch, rerun) => {
      const store = await storeWith(before, { rerun: () => rerun });
      const expected = await askOneByOne(before, requests);
      expect(await plan(store, requests, batch)).toEqual(expected.decided);
      expect(await stateOf(store)).toEqual(expected.state);
    },
  );
  await fc.assert(property, SETTINGS);
});

it.each(['form', 'load'])('photos are checked as the setting PhotoCheck says: %s', async (PhotoCheck) => {
  const catalogue = { ...BASE_CATALOGUE, Settings: { ...BASE_CATALOGUE.Settings, PhotoCheck } };
  const requests = ['https://example.edu/a.png', UNLOADABLE_PHOTO].map((Photo, at) =>
    userRequest({ ExternalId: `m-${at}`, Role: 'Candidate', Photo }),
  );
  const expected = await askOneByOne([], requests, catalogue);
  expect(await plan(await storeWith([], {}, catalogue), requests, 100)).toEqual(expected.decided);
});

describe('requests that depend on one another', () => {
  const user = userRequest;
  const schedule = (changes: object) => upsertRequest({ candidates: [candidate(changes)] });
  const stored = user({ ExternalId: 'm-1', UserName: 'one', Password: 'secret-1' });

  it.each<[string, object[], string[]]>([
    ['the same password', [stored], ['unchanged']],
    ['a password twice', [user({ Password: 'secret-9' }), user({ Password: 'secret-9' })], ['create', 'unchanged']],
    ['a password taken away', [user({ ExternalId: 'm-1', Password: null }), stored], ['update', 'update']],
    ['a password changed', [user({ ExternalId: 'm-1', Password: 'secret-2' }), stored], ['update', 'update']],
    [
      'a name given up',
      [
        user({ ExternalId: 'm-1', UserName: 'new' }),
        user({ ExternalId: 'm-2', UserName: 'one', Password: 'secret-1' }),
      ],
      ['update', 'create'],
    ],
    [
      'a candidate who is a user',
      [
        user({ ExternalId: 'm-1', Password: 'secret-1' }),
        schedule({ CandidateExtId: 'm-1', Password: 'secret-1' }),
        schedule({ CandidateExtId: 'm-1', Password: 'secret-1' }),
      ],
      ['unchanged', 'create', 'unchanged'],
    ],
  ])('are decided on what the earlier one leaves: %s', async (_, requests, actions) => {
    const decided = await plan(await storeWith([stored]), requests, 100);
    expect(decided.map(({ effect }) => effect.action)).toEqual(actions);
  });
});

describe('passwords', () => {
  const newUsers = (count: number) =>
    Array.from({ length: count }, (_, index) => userRequest({ ExternalId: `m-${index}`, Password: `secret-${index}` }));

  it('are hashed once each in a run, and not in a dry run, which says the same', async () => {
    const effects = [true, false].map(async (dryRun) => {
      const hashed: string[] = [];
      const hash = (text: string) => {
        hashed.push(text);
        return fakeHasher.hash(text);
      };
      const requests = [...newUsers(2), ...newUsers(2).map((request) => ({ ...request }))];
      const made = createPlan(dependenciesOn(await storeWith([]), { ...fakeHasher, hash }), dryRun);
      const decided = await made.decide(ask(requests), NEVER);
      await made.end();
      expect(hashed.toSorted()).toEqual(dryRun ? [] : ['secret-0', 'secret-1']);
      return decided.map(({ effect }) => effect.action);
    });
    const [inDryRun, inRun] = await Promise.all(effects);
    expect(inDryRun).toEqual(['create', 'create', 'unchanged', 'unchanged']);
    expect(inRun).toEqual(inDryRun);
  });

  it.each(['compared', 'hashed'])('are not %s any more after it is asked to stop', async (what) => {
    const requests = newUsers(60);
    const store = await storeWith(what === 'compared' ? requests : []);
    const stop = new AbortController();
    let done = 0;
    const slowly = async <T>(result: Promise<T>): Promise<T> => {
      done += 1;
      if (done === 5) stop.abort('SIGTERM');
      await setImmediate();
      return result;
    };
    const passwords: PasswordHasher = {
      hash: (text) => slowly(fakeHasher.hash(text)),
      matches: (known, text) => slowly(fakeHasher.matches(known, text)),
    };
    const made = createPlan(dependenciesOn(store, passwords), false);
    await expect(made.decide(ask(requests), stop.signal)).rejects.toBeDefined();
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    expect(done).toBeLessThan(30);
  });

  it('whose comparison fails stop the plan', async () => {
    const requests = newUsers(3);
    const store = await storeWith(requests);
    const matches = () => Promise.reject(new Error('out of memory'));
    const made = createPlan(dependenciesOn(store, { ...fakeHasher, matches }), false);
    await expect(made.decide(ask(requests), NEVER)).rejects.toThrow('out of memory');
  });
});
