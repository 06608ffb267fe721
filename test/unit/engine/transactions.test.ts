import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import type { Store, StoreTransaction } from '../../../src/store/port.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { engineDependencies } from '../../support/conformance/engine-platform.ts';
import {
  candidate,
  collectionRequest,
  scheduleRequest,
  upsertRequest,
  userRequest,
} from '../../support/conformance/requests.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';
import { createTestEngine, stateOf } from './test-engine.ts';

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

  it.each(Object.entries(ASKS))('leaves nothing if the store fails at any of its writes: %s', async (_, ask) => {
    let failures = 0;
    for (let nth = 1; ; nth += 1) {
      const base = createMemoryStore();
      await loadCatalogue(engineDependencies(base), BASE_CATALOGUE);
      const before = await stateOf(base);
      const service = createEngine(engineDependencies(failingAt(nth, base)));
      const failed = await ask(service).then(
        () => false,
        (error: unknown) => String(error).includes('disk full'),
      );
      if (!failed) break;
      failures += 1;
      expect(await stateOf(base)).toEqual(before);
    }
    expect(failures).toBeGreaterThan(0);
  });

  it('with one bad candidate among many stores nothing at all', async () => {
    const engine = await createTestEngine();
    const before = await engine.state();
    const many = Array.from({ length: 50 }, (_, index) =>
      candidate({ CandidateExtId: `c-${index}`, Password: 'pass1' }),
    );
    for (const bad of [candidate({ Email: 'x' }), candidate({ UserName: 'scheduler.one' })]) {
      const answer = await engine.service.pushSchedule(upsertRequest({ candidates: [...many, bad] }));
      expect(answer.status).toBe(400);
      expect(await engine.state()).toEqual(before);
    }
  });

  it('that is refused creates no missing hierarchy either', async () => {
    const engine = await createTestEngine();
    await engine.load({ Settings: { CreateMissingHierarchies: true } });
    const before = await engine.state();
    const schedule = { GroupExtId: 'NEW', AssessmentExtId: 'NOWHERE' };
    expect((await engine.service.pushSchedule(scheduleRequest({ schedule }))).status).toBe(400);
    expect(await engine.state()).toEqual(before);
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

/** A store whose `nth` write of a transaction fails. */
function failingAt(nth: number, base: Store): Store {
  return {
    ...base,
    transact: (work) =>
      base.transact((transaction) => {
        let writes = 0;
        const write = () => {
          writes += 1;
          if (writes === nth) throw new Error('disk full');
        };
        const failing: StoreTransaction = {
          get: (kind, id) => transaction.get(kind, id),
          ids: (kind) => transaction.ids(kind),
          changes: () => transaction.changes(),
          drop: () => transaction.drop(),
          put: (...change) => {
            write();
            transaction.put(...change);
          },
          delete: (...change) => {
            write();
            transaction.delete(...change);
          },
        };
        return work(failing);
      }),
  };
}
