import { expect, it } from 'vitest';
import { findWholeUser, type WholeUser } from '../../../../src/engine/rules/whole-user.ts';
import { takePassed } from '../../../../src/platform/fields/check.ts';
import { checkUserRequest } from '../../../../src/platform/requests.ts';
import { type UserRequest, userResource } from '../../../../src/platform/resources/user.ts';
import { BASE_CATALOGUE } from '../../../support/conformance/base-catalogue.ts';
import { userRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../test-engine.ts';

const GIVEN = { Role: 'Candidate', Hierarchies: [{ ExternalId: 'LAW-1' }] };

/** A request with its fields in the contract's order, as its check gives it. */
function read(changes: object): UserRequest {
  const form = checkUserRequest(userRequest(changes));
  const request = 'value' in form ? { ...form.value } : userRequest(changes);
  takePassed(userResource, request, JSON.stringify(request));
  return request;
}

/** On a store whose users are the catalogue's and those that were sent before. */
async function find(request: UserRequest, before: readonly UserRequest[] = []): Promise<WholeUser | undefined> {
  const { service, store } = await createTestEngine(BASE_CATALOGUE);
  for (const earlier of before) await service.saveUser(earlier);
  return store.transact((transaction) => findWholeUser(transaction, request));
}

it('a new user whose request says all is stored as the request is written', async () => {
  const request = read(GIVEN);
  expect(await find(request)).toEqual({ user: request, text: JSON.stringify(request), isStored: false });
});

it('a user without hierarchies is stored with none', async () => {
  const whole = await find(read({ Role: 'Candidate' }));
  expect(JSON.parse(whole?.text ?? '')).toEqual({ ...userRequest({ Role: 'Candidate' }), Hierarchies: [] });
});

it('a user who is stored as the request is written is found without a comparison of fields', async () => {
  expect(await find(read(GIVEN), [userRequest(GIVEN)])).toMatchObject({ isStored: true });
  expect(await find(read({ Role: 'Candidate' }), [userRequest({ Role: 'Candidate' })])).toMatchObject({
    isStored: true,
  });
});

it.each<[string, UserRequest, UserRequest[]?]>([
  ['its text is not known', userRequest(GIVEN)],
  ['it clears a field', read({ ...GIVEN, City: null })],
  ['a text has the word null', read({ ...GIVEN, City: 'Annullo' })],
  ['it has a password', read({ ...GIVEN, Password: 'secret-1' })],
  ['it leaves the role to the settings', read({})],
  ['the platform does not have its role', read({ ...GIVEN, Role: 'NOWHERE' })],
  ['it has extra time without special needs', read({ ...GIVEN, ReasonableAdjustmentPercentage: 25 })],
  ['a hierarchy is not there', read({ ...GIVEN, Hierarchies: [{ ExternalId: 'NOWHERE' }] })],
  ['a hierarchy is removed', read({ ...GIVEN, Hierarchies: [{ ExternalId: 'LAW-1', Action: 'DELETE' }] })],
  ['the user is stored otherwise', read(GIVEN), [userRequest({ ...GIVEN, City: 'London' })]],
])('a request is merged with what is stored where %s', async (_, request, before) => {
  expect(await find(request, before)).toBeUndefined();
});
