/** One new user among a million: only the lines are read that the keys name. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checksum } from '../../../../src/store/json/checksum.ts';
import { PAGE_BYTES } from '../../../../src/store/json/keys/key-table.ts';
import { openJsonStore } from '../../../../src/store/json/open.ts';
import { verifyJsonStore } from '../../../../src/store/json/verify.ts';
import type { JsonStore } from '../../../../src/store/json/writer-store.ts';
import { putUser } from '../../../support/store/entities.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const USERS = 2_000;

const emailOf = (index: number) => `u-${index}@example.edu`;

async function storeOf(folder: string): Promise<JsonStore> {
  const store = await openJsonStore(folder, { mode: 'write' });
  await store.transact((transaction) => {
    for (let index = 0; index < USERS; index += 1) transaction.put('Users', `u-${index}`, userOf(index));
  });
  return store;
}

const userOf = (index: number) => ({ ExternalId: `u-${index}`, Email: emailOf(index) }) as never;

/** The ids of all that are looked at for some addresses. */
async function looks(store: JsonStore, ...emails: string[]): Promise<string[]> {
  const ids: string[] = [];
  await store.eachText({ kind: 'Users', names: ['Email'], emails: new Set(emails) }, (_, idOf) => ids.push(idOf()));
  return ids.sort();
}

it('the lines of an address are found without the others: after a checkpoint, of a change, and after the log is written anew', async () => {
  const folder = await temporaryStore();
  const store = await storeOf(folder);
  await store.checkpoint();
  expect(await looks(store, emailOf(7), emailOf(1_500), 'nobody@example.edu')).toEqual(['u-1500', 'u-7']);
  await putUser(store, 'u-7', { Email: 'new@example.edu' });
  expect(await looks(store, 'new@example.edu')).toEqual(['u-7']);
  await store.checkpoint();
  expect(await looks(store, 'new@example.edu', emailOf(8))).toEqual(['u-7', 'u-8']);
  expect(await verifyJsonStore(folder)).toEqual([]);
  await store.compact();
  expect(await looks(store, emailOf(7))).toEqual([]);
  expect(await looks(store, 'new@example.edu', emailOf(8))).toEqual(['u-7', 'u-8']);
  expect(await verifyJsonStore(folder)).toEqual([]);
  await store.close();
});

it('a search for nearly all addresses reads all users, without the table', async () => {
  const store = await storeOf(await temporaryStore());
  await store.checkpoint();
  const most = Array.from({ length: USERS - 100 }, (_, index) => emailOf(index));
  expect(await looks(store, ...most)).toHaveLength(USERS);
  await store.close();
});

it('schedules are found without the users beside them', async () => {
  const folder = await temporaryStore();
  const store = await storeOf(folder);
  await store.transact((transaction) => transaction.put('Schedules', 'S-1', { Title: 'one' } as never));
  await store.checkpoint();
  await store.close();
  // The users' lines are not even read: damage in them would be told.
  const log = join(folder, 'log-000001.ndjson');
  const text = await readFile(log, 'utf8');
  await writeFile(log, text.replace('u-1999@example.edu"', 'u-1999@example.edu\\'));
  const reader = await openJsonStore(folder, { mode: 'read' });
  const found: (string | undefined)[] = [];
  await reader.eachText({ kind: 'Schedules', names: ['Title'] }, (textOf) => found.push(textOf(0)));
  expect(found).toEqual(['one']);
  await reader.close();
});

it('a store without the table is searched, and has the table after its next checkpoint', async () => {
  const folder = await temporaryStore();
  const store = await storeOf(folder);
  await store.checkpoint();
  await store.close();
  await withoutEmails(folder);
  expect(await verifyJsonStore(folder)).toEqual([]);
  const later = await openJsonStore(folder, { mode: 'write' });
  expect(await looks(later, emailOf(7))).toHaveLength(USERS);
  await later.checkpoint();
  expect(await looks(later, emailOf(7))).toEqual(['u-7']);
  await later.close();
  expect(await verifyJsonStore(folder)).toEqual([]);
});

it('the table has only the first lines of an address of very many users, and a search for it reads all users', async () => {
  const folder = await temporaryStore();
  const store = await openJsonStore(folder, { mode: 'write' });
  for (const half of [0, 1]) {
    await store.transact((transaction) => {
      for (let index = 0; index < USERS; index += 1) {
        const shared = { ExternalId: `${half}-${index}`, Email: ' Office@example.edu' } as never;
        transaction.put('Users', `${half}-${index}`, shared);
      }
    });
    await putUser(store, `alone-${half}`, { Email: emailOf(half) });
    await store.checkpoint();
  }
  expect((await manifestOf(folder)).keys.emails.records).toBeLessThan(50);
  expect(await looks(store, 'office@example.edu')).toHaveLength(2 * USERS + 2);
  expect(await looks(store, emailOf(0), emailOf(1))).toEqual(['alone-0', 'alone-1']);
  expect(await verifyJsonStore(folder)).toEqual([]);
  await store.close();
});

it('a damaged earlier version of a record does not prevent the next checkpoint of an older store', async () => {
  const folder = await temporaryStore();
  const store = await storeOf(folder);
  await putUser(store, 'u-7', { Email: 'new@example.edu' });
  await store.checkpoint();
  await store.close();
  await withoutEmails(folder);
  const log = join(folder, 'log-000001.ndjson');
  await writeFile(log, (await readFile(log, 'utf8')).replace('u-7@example', 'u-7@exampl\\'));
  const later = await openJsonStore(folder, { mode: 'write' });
  await putUser(later, 'u-8', { Email: 'eva@example.edu' });
  await later.checkpoint();
  await later.close();
  expect((await manifestOf(folder)).keys.emails).toBeUndefined();
  expect(await verifyJsonStore(folder)).toEqual([expect.stringContaining(log)]);
});

async function manifestOf(folder: string) {
  return JSON.parse(await readFile(join(folder, 'store.json'), 'utf8'));
}

/** As it was: the manifest names no such table, and the file of keys ends before it. */
async function withoutEmails(folder: string): Promise<void> {
  const path = join(folder, 'store.json');
  const { crc32: _, ...manifest } = JSON.parse(await readFile(path, 'utf8'));
  const { emails, ...keys } = manifest.keys;
  const file = join(folder, keys.file);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - emails.pages * PAGE_BYTES));
  const former = { ...manifest, keys };
  await writeFile(path, `${JSON.stringify({ ...former, crc32: checksum(JSON.stringify(former)) }, undefined, 2)}\n`);
}
