import { describe, expect, it } from 'vitest';
import { argon2Hasher } from '../../../../src/engine/argon2-hasher.ts';
import { fakeHasher } from '../../../support/conformance/engine-platform.ts';
import { candidate, scheduleRequest, upsertRequest, userRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../test-engine.ts';

const KEYS = ['9F1B7C1E-0D2A-4C3B-8A4D-5E6F7A8B9C0D', '00000000-0d2a-4c3b-8a4d-5e6f7a8b9c0d'] as const;

describe('the indices of users', () => {
  it('follow a user name that is changed or removed', async () => {
    const { service, state } = await createTestEngine();
    const named = async () => Object.keys((await state())['UserNames'] ?? {}).filter((name) => /^a-/.test(name));
    for (const [UserName, expected] of [
      ['a-1', ['a-1']],
      ['a-2', ['a-2']],
      ['a-2', ['a-2']],
      [undefined, ['a-2']],
      [null, []],
    ] as const) {
      expect((await service.saveUser(userRequest({ UserName }))).status).toBe(200);
      expect(await named()).toEqual(expected);
    }
  });

  it('follow a key that is changed or removed, in small letters', async () => {
    const { service, state } = await createTestEngine();
    for (const [SynchronizationKey, expected] of [
      [KEYS[0], [KEYS[0].toLowerCase()]],
      [KEYS[0].toLowerCase(), [KEYS[0].toLowerCase()]],
      [KEYS[1], [KEYS[1]]],
      [null, []],
    ] as const) {
      expect((await service.saveUser(userRequest({ SynchronizationKey }))).status).toBe(200);
      expect(Object.keys((await state())['SynchronizationKeys'] ?? {})).toEqual(expected);
    }
  });

  it('follow a candidate whose name changes', async () => {
    const { service, state } = await createTestEngine();
    await service.pushSchedule(scheduleRequest());
    await service.pushSchedule(upsertRequest({ candidates: [candidate({ UserName: 'ada' })] }));
    const names = (await state())['UserNames'] ?? {};
    expect(names['ada']).toEqual({ ExternalId: 'c-1' });
    expect(names['c-1']).toBeUndefined();
  });

  it('hold user names like __proto__ as any other', async () => {
    const { service, entity } = await createTestEngine();
    expect(await entity('UserNames', '__proto__')).toBeUndefined();
    await service.saveUser(userRequest({ ExternalId: '__proto__', UserName: '__proto__' }));
    expect(await entity('UserNames', '__proto__')).toEqual({ ExternalId: '__proto__' });
    expect((await service.saveUser(userRequest({ UserName: '__proto__' }))).status).toBe(400);
  });
});

describe('passwords', () => {
  it('are stored as hashes only', async () => {
    const { service, state } = await createTestEngine(undefined, { passwords: argon2Hasher });
    await service.saveUser(userRequest({ Password: 'canary-1' }));
    await service.pushSchedule(scheduleRequest({ candidates: [candidate({ Password: 'canary-2' })] }));
    const stored = await state();
    expect(JSON.stringify(stored)).not.toContain('canary');
    for (const id of ['u-1', 'c-1']) {
      expect(stored['Users']?.[id]).toMatchObject({
        PasswordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      });
    }
  });

  it('stay if they are absent and go if they are null', async () => {
    const { service, entity } = await createTestEngine();
    const hashOf = async (id: string) => (await entity('Users', id))?.PasswordHash;
    for (const [Password, expected] of [
      ['secret', await fakeHasher.hash('secret')],
      [undefined, await fakeHasher.hash('secret')],
      [null, undefined],
    ] as const) {
      await service.saveUser(userRequest({ Password }));
      await service.pushSchedule(upsertRequest({ candidates: [candidate({ Password })] }));
      expect([await hashOf('u-1'), await hashOf('c-1')]).toEqual([expected, expected]);
    }
  });

  it('are hashed anew if what is stored is no hash', async () => {
    expect(await argon2Hasher.matches('rehearsed', 'secret')).toBe(false);
    expect(await argon2Hasher.matches('', 'secret')).toBe(false);
    expect(await argon2Hasher.matches(await argon2Hasher.hash('secret'), 'secret')).toBe(true);
    expect(await argon2Hasher.matches(await argon2Hasher.hash('secret'), 'Secret')).toBe(false);
  });
});
