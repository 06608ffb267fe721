import { describe, expect, it } from 'vitest';
import { argon2Hasher } from '../../../../src/engine/argon2-hasher.ts';
import { fakeHasher } from '../../../support/conformance/engine-platform.ts';
import { candidate, scheduleRequest, upsertRequest, userRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../test-engine.ts';

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
