import { describe, expect, it } from 'vitest';
import type { createEngine } from '../../../src/engine/engine.ts';
import { collectionRequest, scheduleRequest, userRequest } from '../../support/conformance/requests.ts';
import { createTestEngine } from './test-engine.ts';

const ASKS = {
  pushSchedule: (service) => service.pushSchedule(scheduleRequest()),
  addCollection: (service) => service.addCollection(collectionRequest()),
  saveUser: (service) => service.saveUser(userRequest({ UserName: 'ada' })),
  removeInvigilators: (service) => service.removeInvigilators('S-DRAFT', ['u-7', 'nobody']),
} as const satisfies Record<string, (service: ReturnType<typeof createEngine>) => Promise<unknown>>;

describe('a request', () => {
  it.each(Object.entries(ASKS))('is one transaction: %s', async (_, ask) => {
    const engine = await createTestEngine();
    const before = engine.commits();
    await ask(engine.service);
    expect(engine.commits()).toBe(before + 1);
  });

  it('that reads a review session is none', async () => {
    const engine = await createTestEngine();
    const before = engine.commits();
    await engine.service.getReviewSession('RS-BARE');
    expect(engine.commits()).toBe(before);
  });

  it('at the same time as others with the same new id succeeds once', async () => {
    const { service } = await createTestEngine();
    const answers = await Promise.all([1, 2, 3, 4].map(() => service.pushSchedule(scheduleRequest())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  it('at the same time as others for the same user name succeeds once', async () => {
    const { service } = await createTestEngine();
    const users = ['a', 'b', 'c'].map((ExternalId) => userRequest({ ExternalId, UserName: 'ada', Password: 'pass1' }));
    const answers = await Promise.all(users.map((user) => service.saveUser(user)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });
});
