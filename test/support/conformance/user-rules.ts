/** Endpoint 4 in prose: creating and updating a user. */
import { expect, it } from 'vitest';
import { withSettings } from './base-catalogue.ts';
import { DOCUMENTED_LIMITS, USER_FIELDS } from './documented.ts';
import { LOADABLE_PHOTO } from './platform.ts';
import { userRequest } from './requests.ts';
import { rulesIn } from './sightings.ts';
import { contentOf, type Suite } from './suite.ts';

const PASSWORD = 'canary-0c55d2';

const { Password: _, ...TEXTS } = DOCUMENTED_LIMITS.user;

/** A value for every field of an answer. Texts without a format have the maximum length. */
const WHOLE_USER = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, max]) => [name, name.padEnd(max, '.').slice(0, max)])),
  ...{ ExternalId: 'u-1', LastName: 'Lovelace', FirstName: 'Ada', Email: 'ada@example.edu', UserName: 'ada' },
  ...{
    Role: 'Author',
    Photo: LOADABLE_PHOTO,
    DateOfBirth: '1815-12-10',
    SpecialNeeds: true,
    ReasonableAdjustmentPercentage: 25,
  },
  ...{ EnableReadSpeaker: true, DisableLogin: false },
  ...{ DisablePasswordReset: true, SynchronizationKey: '9f1b7c1e-0d2a-4c3b-8a4d-5e6f7a8b9c0d' },
  ...{ Labels: ['a', 'b'], AllowedIpAddresses: ['10.0.0.0/8', '::1'] },
};

export function describeUsers(suite: Suite): void {
  it('come back with exactly the documented fields, null if they are not set', async () => {
    const { service } = await suite.start();
    const content = contentOf(await service.saveUser(userRequest()));
    expect(Object.keys(content).toSorted()).toEqual(['GroupErrors', 'User']);
    expect(Object.keys(content.User).toSorted()).toEqual([...USER_FIELDS].toSorted());
    const set = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace', Role: 'Candidate' };
    const unset = Object.fromEntries(USER_FIELDS.map((name) => [name, null]));
    expect(content).toEqual({ User: { ...unset, ...set }, GroupErrors: [] });
  });

  it('come back as they were sent, without the password and the hierarchies', async () => {
    const { service } = await suite.start();
    const request = userRequest({ ...WHOLE_USER, Password: PASSWORD, Hierarchies: [{ ExternalId: 'LAW-1' }] });
    const answer = await service.saveUser(request);
    expect(contentOf(answer)).toEqual({ User: WHOLE_USER, GroupErrors: [] });
    const refused = await service.saveUser({ ...request, Password: '1', Role: PASSWORD });
    expect(JSON.stringify([answer, refused.envelope.Errors?.[0]])).not.toMatch(/canary|hash|argon2/i);
  });

  it('are created and then updated: an absent field keeps its value, and null clears it', async () => {
    const { service } = await suite.start();
    await service.saveUser(userRequest(WHOLE_USER));
    const { User } = contentOf(await service.saveUser(userRequest({ FirstName: 'Augusta', City: null, Labels: null })));
    expect(User).toEqual({ ...WHOLE_USER, FirstName: 'Augusta', City: null, Labels: null });
  });

  it('lose their extra time with their special needs', async () => {
    const { service } = await suite.start();
    await service.saveUser(userRequest(WHOLE_USER));
    const { User } = contentOf(await service.saveUser(userRequest({ SpecialNeeds: false })));
    expect(User).toMatchObject({ SpecialNeeds: false, ReasonableAdjustmentPercentage: null });
  });

  it('can be created only, or updated only', async () => {
    const creating = await suite.start(withSettings({ UserMode: 'create' }));
    contentOf(await creating.service.saveUser(userRequest()));
    const updating = await suite.start(withSettings({ UserMode: 'update' }));
    contentOf(await updating.service.saveUser(userRequest({ ExternalId: 'u-7' })));
  });

  it('get a new ExternalId if their role does not sit exams', async () => {
    const { service } = await suite.start();
    const users = [];
    for (const UserName of ['a', 'b']) {
      const request = userRequest({ ExternalId: undefined, Role: 'Author', UserName });
      users.push(contentOf(await service.saveUser(request)).User);
    }
    expect(users.map(({ ExternalId }) => ExternalId)).toEqual([expect.any(String), expect.any(String)]);
    expect(new Set(users.map(({ ExternalId }) => ExternalId)).size).toBe(2);
  });

  describeUniqueness(suite);
  describeForms(suite);

  it('have photos that are loaded if the settings say so', async () => {
    const { service } = await suite.start(withSettings({ PhotoCheck: 'load' }));
    contentOf(await service.saveUser(userRequest({ Photo: LOADABLE_PHOTO })));
  });

  it('get the error of a photo that cannot be loaded together with all other errors', async () => {
    const { service } = await suite.start(withSettings({ PhotoCheck: 'load' }));
    const answer = await service.saveUser(userRequest({ Photo: 'https://photos.invalid/missing.jpg', Role: 'Nobody' }));
    expect(rulesIn(answer).toSorted()).toEqual(['user.photo.not-loaded', 'user.role.not-found']);
  });
}

function describeUniqueness(suite: Suite): void {
  it('may keep their own name and key, and get those that others no longer have', async () => {
    const { service } = await suite.start();
    const key = WHOLE_USER.SynchronizationKey;
    contentOf(await service.saveUser(userRequest({ UserName: 'ada', SynchronizationKey: key })));
    contentOf(await service.saveUser(userRequest({ UserName: 'ada', SynchronizationKey: key.toUpperCase() })));
    contentOf(await service.saveUser(userRequest({ UserName: 'augusta', SynchronizationKey: null })));
    const second = userRequest({ ExternalId: 'u-2', UserName: 'ada', SynchronizationKey: key });
    contentOf(await service.saveUser(second));
    const again = await service.saveUser(userRequest({ UserName: 'ada', SynchronizationKey: key }));
    expect(again.envelope.Errors?.map(({ Code }) => Code)).toEqual([214, 232]);
  });

  it('may all have no user name', async () => {
    const { service } = await suite.start();
    for (const ExternalId of ['u-1', 'u-2']) contentOf(await service.saveUser(userRequest({ ExternalId })));
  });
}

function describeForms(suite: Suite): void {
  it.each(['1999-12-31', '19991231', '2000-02-29'])('are born on %s', async (DateOfBirth) => {
    const { service } = await suite.start();
    expect(contentOf(await service.saveUser(userRequest({ DateOfBirth }))).User).toMatchObject({ DateOfBirth });
  });

  it('log in from addresses, blocks and ranges of either kind', async () => {
    const { service } = await suite.start();
    const AllowedIpAddresses = [
      ...['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1-10.0.0.9', '::1', '2001:db8::/32'],
      ...['2001:db8::1-2001:db8::ffff', '::ffff:10.0.0.1'],
    ];
    const { User } = contentOf(await service.saveUser(userRequest({ AllowedIpAddresses })));
    expect(User).toMatchObject({ AllowedIpAddresses });
  });

  it('have ids of letters, digits, - _ @ and full stop', async () => {
    const { service } = await suite.start();
    for (const ExternalId of ['a-b_C.9@x', '-', '__proto__', 'constructor']) {
      expect(contentOf(await service.saveUser(userRequest({ ExternalId }))).User.ExternalId).toBe(ExternalId);
    }
  });

  it('may have white space around their names, and around nothing else', async () => {
    const { service } = await suite.start();
    contentOf(await service.saveUser(userRequest({ FirstName: ' Ada', LastName: 'Lovelace ' })));
    const answer = await service.saveUser(userRequest({ City: ' London', Company: 'x ' }));
    expect(rulesIn(answer).toSorted()).toEqual(['user.city.surrounding-space', 'user.company.surrounding-space']);
  });

  it.each([
    ['SpecialNeeds', ['true', 1, 'yes']],
    ['DisableLogin', ['false', 0]],
    ['Labels', ['a', { 0: 'a' }]],
    ['Hierarchies', [{ ExternalId: 'LAW-1' }, 'LAW-1', ['LAW-1']]],
    ['City', [7, true, {}, ['London']]],
  ])('have a %s of the right type, not %j', async (field, values) => {
    const { service } = await suite.start();
    for (const value of values) {
      const answer = await service.saveUser(userRequest({ [field]: value }));
      expect(answer.status).toBe(400);
      expect(answer.envelope.Errors).toHaveLength(1);
      expect(answer.envelope.Errors?.[0]?.Field).toMatch(new RegExp(`^${field}`));
    }
  });
}
