/** How many passwords are compared before their turn, and that nobody is told anything else because of it. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PasswordHasher } from '../../../../src/engine/dependencies.ts';
import { createLimiter, createPasswordsAhead } from '../../../../src/engine/rehearsal/passwords-ahead.ts';
import { fakeHasher } from '../../../support/conformance/engine-platform.ts';
import { candidate, scheduleRequest, userRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../test-engine.ts';

async function setUp(atOnce: number, users = 10) {
  const { store, service } = await createTestEngine();
  const requests = Array.from({ length: users }, (_, index) =>
    userRequest({ ExternalId: `m-${index}`, Password: `secret-${index}` }),
  );
  for (const request of requests) await service.saveUser(request);
  const seen = { calls: 0, running: 0, most: 0 };
  const passwords: PasswordHasher = {
    ...fakeHasher,
    matches: async (hash, password) => {
      seen.calls += 1;
      seen.most = Math.max(seen.most, ++seen.running);
      await setImmediate();
      seen.running -= 1;
      return fakeHasher.matches(hash, password);
    },
  };
  return { seen, requests, ahead: createPasswordsAhead({ store, passwords }, atOnce) };
}

const hashOf = (index: number) => fakeHasher.hash(`secret-${index}`);

describe('passwords', () => {
  it('are compared a few at a time, each once', async () => {
    const { seen, requests, ahead } = await setUp(3);
    const hashers = requests.map((request) => ahead.begin((service) => service.saveUser(request)));
    for (const [index, hasher] of hashers.entries()) {
      expect(await hasher.matches(await hashOf(index), `secret-${index}`)).toBe(true);
    }
    expect(seen).toEqual({ calls: 10, running: 0, most: 3 });
  });

  it('of a user who has another hash by then are compared again', async () => {
    const { seen, requests, ahead } = await setUp(3, 1);
    const hasher = ahead.begin((service) => service.saveUser(requests[0] ?? userRequest()));
    expect(await hasher.matches(await hashOf(7), 'secret-0')).toBe(false);
    expect(await hasher.matches(await hashOf(7), 'secret-7')).toBe(true);
    expect(seen.calls).toBe(3);
  });

  it('of candidates are compared too, of strangers and of none there is nothing to compare', async () => {
    const { seen, ahead } = await setUp(3, 2);
    const people = [
      { CandidateExtId: 'm-0', Password: 'secret-0' },
      { CandidateExtId: 'm-1' },
      { CandidateExtId: 'stranger', Password: 'secret-0' },
    ];
    const request = scheduleRequest({ candidates: people.map((person) => candidate(person)) });
    const hasher = ahead.begin((service) => service.pushSchedule(request));
    expect(await hasher.matches(await hashOf(0), 'secret-0')).toBe(true);
    expect(seen.calls).toBe(1);
  });

  it('in what is no request, or after the end, are left to the turn', async () => {
    const { seen, requests, ahead } = await setUp(3, 1);
    const broken = ahead.begin((service) => service.pushSchedule({} as never));
    expect(await broken.matches(await hashOf(0), 'secret-0')).toBe(true);
    ahead.end();
    const late = ahead.begin((service) => service.saveUser(requests[0] ?? userRequest()));
    expect(seen.calls).toBe(1);
    expect(await late.matches(await hashOf(0), 'secret-0')).toBe(true);
    expect(seen.calls).toBe(2);
  });
});

it('a limiter begins in order, and not what would have to wait too long', async () => {
  const limiter = createLimiter(1, 2);
  const log: string[] = [];
  const work = (name: string) => limiter.run(async () => void log.push(name));
  const first = limiter.run(async () => {
    await setImmediate();
    log.push('a');
  });
  await Promise.all([first, work('b'), work('c'), work('d')]);
  await work('e');
  expect(log).toEqual(['a', 'b', 'c', 'e']);
});
