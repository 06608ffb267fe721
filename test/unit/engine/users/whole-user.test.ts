import { expect, it } from 'vitest';
import { saveWholeUser } from '../../../../src/engine/users/whole-user.ts';
import { checkUserRequest } from '../../../../src/platform/request-rules.ts';
import type { UserRequest } from '../../../../src/platform/resources/user.ts';
import { summariseUser, type WholeUser, wholeText } from '../../../../src/platform/resources/whole-user.ts';
import { BASE_CATALOGUE } from '../../../support/conformance/base-catalogue.ts';
import { userRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../test-engine.ts';

const KEY = '9F1B7C1E-0D2A-4C3B-8A4D-5E6F7A8B9C0D';
const GIVEN = { UserName: 'ada', Role: 'Candidate', SynchronizationKey: KEY, Hierarchies: [{ ExternalId: 'LAW-1' }] };

/** The summary of a checked request, whose fields are in the order of the contract. */
function summariseRequest(changes: object): WholeUser | undefined {
  const form = checkUserRequest(userRequest(changes));
  const request = 'value' in form ? form.value : userRequest(changes);
  const json = JSON.stringify(request);
  const summary = summariseUser(request, json.includes('null'));
  return summary && { ...summary, text: wholeText(json, summary) };
}

/** Runs on a store with the users of the catalogue and of earlier requests. */
async function save(changes: object, before: readonly UserRequest[] = [], settings: object = {}) {
  const catalogue = { ...BASE_CATALOGUE, Settings: { ...BASE_CATALOGUE.Settings, ...settings } };
  const { service, store } = await createTestEngine(catalogue);
  for (const earlier of before) await service.saveUser(earlier);
  return store.transact((transaction) => {
    const whole = summariseRequest(changes);
    const isSaved = whole !== undefined && saveWholeUser(transaction, whole);
    return { isSaved, changes: transaction.changes().map(({ kind, id, after }) => [kind, id, after]) };
  });
}

it('a new user whose request says all is stored as the request is written', async () => {
  expect(await save(GIVEN)).toEqual({
    isSaved: true,
    changes: [
      ['Users', 'u-1', userRequest(GIVEN)],
      ['UserNames', 'ada', { ExternalId: 'u-1' }],
      ['SynchronizationKeys', KEY.toLowerCase(), { ExternalId: 'u-1' }],
    ],
  });
});

it.each([undefined, []])('a user without hierarchies is stored with none: %j', async (Hierarchies) => {
  const request = { Role: 'Candidate', ...(Hierarchies && { Hierarchies }) };
  const { changes } = await save(request);
  expect(changes).toEqual([['Users', 'u-1', { ...userRequest({ Role: 'Candidate' }), Hierarchies: [] }]]);
});

it('a user who is stored as the request is written is left alone', async () => {
  const UNCHANGED = { isSaved: true, changes: [] };
  expect(await save(GIVEN, [userRequest(GIVEN)])).toEqual(UNCHANGED);
  expect(await save({ Role: 'Candidate' }, [userRequest({ Role: 'Candidate' })])).toEqual(UNCHANGED);
});

it.each<[string, object]>([
  ['it clears a field', { City: null }],
  ['a text has the word null', { City: 'Annullo' }],
  ['it has a password', { Password: 'secret-1' }],
  ['it leaves the role to the settings', { Role: undefined }],
  ['it has extra time without special needs', { ReasonableAdjustmentPercentage: 25 }],
  ['a hierarchy is removed', { Hierarchies: [{ ExternalId: 'LAW-1', Action: 'DELETE' }] }],
  ['a hierarchy comes with a permission', { Hierarchies: [{ ExternalId: 'LAW-1', IsCoordinator: true }] }],
])('a request does not say all of a user where %s', (_, changes) => {
  expect(summariseRequest({ ...GIVEN, ...changes })).toBeUndefined();
});

it.each<[string, object, UserRequest[]?, object?]>([
  ['the platform does not have its role', { Role: 'NOWHERE' }],
  ['a hierarchy is not there', { Hierarchies: [{ ExternalId: 'NOWHERE' }] }],
  ['the user is stored otherwise', {}, [userRequest({ ...GIVEN, City: 'London' })]],
  ['another user has the name', {}, [userRequest({ ExternalId: 'u-2', UserName: 'ada', Role: 'Candidate' })]],
  ['another user has the key', {}, [userRequest({ ExternalId: 'u-2', SynchronizationKey: KEY, Role: 'Candidate' })]],
  ['no user may be created', {}, [], { UserMode: 'update' }],
  ['no user may be updated', {}, [userRequest(GIVEN)], { UserMode: 'create' }],
])('the rules are asked one by one where %s', async (_, changes, before, settings) => {
  expect(await save({ ...GIVEN, ...changes }, before, settings)).toEqual({ isSaved: false, changes: [] });
});
