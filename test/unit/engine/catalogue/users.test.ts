import { describe, expect, it } from 'vitest';
import { createTestEngine, rulesOf } from '../test-engine.ts';

const KEY = '9f1b7c1e-0d2a-4c3b-8a4d-5e6f7a8b9c0d';
const user = (ExternalId: string, UserName?: string, more: object = {}) => ({
  ...{ ExternalId, FirstName: 'Ada', LastName: 'Lovelace' },
  ...(UserName === undefined ? {} : { UserName }),
  ...more,
});

describe('users of a catalogue', () => {
  it('may hand a user name on to each other, in any order', async () => {
    for (const turn of [<T>(list: T[]) => list, <T>(list: T[]) => list.toReversed()]) {
      const { load, entity } = await createTestEngine();
      await load({ Users: [user('a', 'one'), user('b', 'two', { SynchronizationKey: KEY })] });
      const swapped = [user('b', 'one'), user('a', 'two', { SynchronizationKey: KEY })];
      expect(await load({ Users: turn(swapped) })).toHaveProperty('loaded');
      expect(await entity('UserNames', 'one')).toEqual({ ExternalId: 'b' });
      expect(await entity('UserNames', 'two')).toEqual({ ExternalId: 'a' });
      expect(await entity('SynchronizationKeys', KEY)).toEqual({ ExternalId: 'a' });
    }
  });

  it('cannot share a user name or a key', async () => {
    const { load } = await createTestEngine();
    expect(rulesOf(await load({ Users: [user('a', 'x'), user('b', 'x')] }))).toEqual(['user.user-name.taken']);
    const keys = [KEY, KEY.toUpperCase()].map((SynchronizationKey) => ({ SynchronizationKey }));
    const Users = [user('a', undefined, keys[0]), user('b', undefined, keys[1])];
    expect(rulesOf(await load({ Users }))).toEqual(['user.synchronization-key.taken']);
  });

  it('are known by their user name if they have no ExternalId, and must have one of the two', async () => {
    const { load, entity, state } = await createTestEngine();
    const { ExternalId: _, ...nameless } = user('a');
    expect(await load({ Users: [{ ...nameless, UserName: 'ada' }] })).toHaveProperty('loaded');
    expect(await entity('Users', 'ada')).toMatchObject({ ExternalId: 'ada' });
    const before = await state();
    expect(rulesOf(await load({ Users: [nameless] }))).toEqual(['user.external-id.required']);
    expect(await state()).toEqual(before);
  });

  it('lose the user name that they had, for others to take', async () => {
    const { load, entity, service } = await createTestEngine();
    await load({ Users: [user('a', 'old')] });
    await load({ Users: [user('a', 'new')] });
    expect(await entity('UserNames', 'old')).toBeUndefined();
    const answer = await service.saveUser(user('b', 'old'));
    expect(answer.status).toBe(200);
  });
});
