import { expect, it } from 'vitest';
import { createKnownUsers } from '../../../../src/engine/known/users.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

type Stored = readonly [id: string, email: string | null, name?: string];

const person = (Email: string, name = 'Ada') => ({ Email, FirstName: name, LastName: 'Lovelace' });

async function storeOf(users: readonly Stored[]) {
  const store = await openJsonStore(await temporaryStore(), { mode: 'write' });
  for (const [ExternalId, Email, name] of users)
    await putUser(store, ExternalId, { ExternalId, ...person(Email ?? '', name), Email });
  return store;
}

it('users are found by e-mail and name as they are now, in any letters, with all who have both', async () => {
  const store = await storeOf([
    ['ada', 'Ada@Example.edu'],
    ['family-1', 'home@example.edu'],
    ['family-2', 'home@example.edu', 'ÁDA'],
    ['family-3', 'HOME@example.edu', 'Eva'],
    ['moved', 'home@example.edu'],
    ['moved', 'new@example.edu'],
    ['gone', 'gone@example.edu'],
    ['nobody', null],
  ]);
  await store.transact((transaction) => transaction.delete('Users', 'gone'));
  const { like } = createKnownUsers(store);
  const idsOf = async (...emails: string[]) =>
    (await like(emails.map((email) => ({ id: 'new', person: person(email) })))).map(({ ExternalId }) => ExternalId);
  expect(await idsOf('ada@example.edu')).toEqual(['ada']);
  expect(await idsOf('home@example.edu')).toEqual(['family-1', 'family-2']);
  expect(await idsOf('new@example.edu', 'gone@example.edu', 'unknown@example.edu')).toEqual(['moved']);
  expect(await idsOf()).toEqual([]);
  const another = async (email: string) =>
    (await like([{ id: 'new', person: person(email, 'Zoe') }])).map(({ ExternalId }) => ExternalId);
  expect(await another('ada@example.edu')).toEqual(['ada']);
  expect(await another('home@example.edu')).toEqual([]);
  await store.close();
});

it('of very many users with one e-mail and name some are read, and always the one with the id of the person', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => `anonymous-${String(index).padStart(3, '0')}`);
  const store = await storeOf(ids.map((id): Stored => [id, 'noreply@example.edu']));
  const { like } = createKnownUsers(store);
  const found = async (id: string) =>
    (await like([{ id, person: person('noreply@example.edu') }])).map(({ ExternalId }) => ExternalId);
  expect(await found('new')).toHaveLength(101);
  expect(await found('anonymous-149')).toEqual([...ids.slice(0, 101), 'anonymous-149']);
  await store.close();
});
