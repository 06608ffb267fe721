/** A tenant that the statistics of the database do not know yet, beside a large one that they know. */
import { describe, expect, it } from 'vitest';
import { ENTITY_KINDS } from '../../../../src/platform/entities.ts';
import type { Store, StoreTransaction } from '../../../../src/store/port.ts';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { type Database, openDatabase } from '../../../../src/store/postgres/connection/database.ts';
import { exportLines } from '../../../../src/store/transfer.ts';
import { HAS_POSTGRES, OWNER, postgresServer } from '../../../support/postgres/server.ts';
import { entity, getUser, idsOf } from '../../../support/store/entities.ts';

const backend = createPostgresBackend({});
const USERS_OF_OTHERS = 8_000;
const USERS = 400;
/** What may be read of the indices for each user, in each task. Reading all users for each user is 400. */
const MOST_FOR_A_USER = 50;

const OTHERS = `INSERT INTO examctl.entities (tenant, kind, id, version, body)
  SELECT 'others', 'Users', convert_to('o-' || n, 'UTF8'), 1,
    '{"ExternalId":"o-' || n || '","UserName":"name-' || n || '","SynchronizationKey":"a' || n || '"}'
  FROM generate_series(1, ${USERS_OF_OTHERS}) AS n`;

/** A database where statistics know one large tenant. No statistics are made later. */
async function databaseOfOthers(): Promise<string> {
  const { url, sql } = await postgresServer();
  sql('DROP DATABASE IF EXISTS unknown_tenant');
  sql(`CREATE DATABASE unknown_tenant OWNER ${OWNER}`);
  const where = url.replace(/[^/]+$/, 'unknown_tenant');
  await backend.create(`${where}?tenant=others`);
  await onDatabase(`${where}?tenant=others`, async (database) => {
    for (const text of ['ALTER TABLE examctl.entities SET (autovacuum_enabled = off)', OTHERS])
      await database.use((session) => session.query({ text }));
    await database.use((session) => session.query({ text: 'VACUUM ANALYZE examctl.entities' }));
  });
  await backend.create(where);
  return where;
}

async function onDatabase<T>(where: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(where, {});
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Returns how many entries of indices were read so far. Connections report their statistics when they end. */
async function entriesRead(where: string): Promise<number> {
  return onDatabase(where, (database) =>
    database.use(async (session) => {
      const others = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
      await expect.poll(() => session.query({ text: others })).toEqual([]);
      const text = `SELECT sum(idx_tup_read) AS read FROM pg_stat_all_indexes WHERE relname = 'entities'`;
      const [found] = await session.query<{ read: string }>({ text });
      return Number(found?.read);
    }),
  );
}

async function onStore(where: string, mode: 'read' | 'write', work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await backend.open(where, { mode });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

interface Saved {
  readonly City?: string;
  readonly named?: string;
}

function saveUser(n: number, { named = 'name', ...more }: Saved) {
  const [id, name, key] = [`u-${n}`, `${named}-${n}`, `a${n}`];
  return (transaction: StoreTransaction) => {
    // The engine looks whether the id, the name and the key are free.
    const before = transaction.get('Users', id);
    const entries = [transaction.get('UserNames', name), transaction.get('SynchronizationKeys', key)];
    transaction.put('Users', id, entity({ ExternalId: id, UserName: name, SynchronizationKey: key, ...more }));
    if (before?.UserName && before.UserName !== name) transaction.delete('UserNames', before.UserName);
    if (entries[0] === undefined) transaction.put('UserNames', name, { ExternalId: id });
    if (entries[1] === undefined) transaction.put('SynchronizationKeys', key, { ExternalId: id });
  };
}

async function keepAll(store: Store, saved: Saved): Promise<void> {
  const plan = store.plan();
  for (let from = 0; from < USERS; from += 100) {
    await plan.run(Array.from({ length: 100 }, (_, n) => saveUser(from + n, saved)));
  }
  await plan.commit();
  await plan.end();
}

async function readAll(store: Store): Promise<void> {
  for (let n = 0; n < USERS; n += 10) {
    const ids = Array.from({ length: 10 }, (_, index) => n + index);
    await store.read((view) => ids.map((id) => [view.get('Users', `u-${id}`), view.get('UserNames', `name-${id}`)]));
  }
}

async function exportAll(store: Store): Promise<void> {
  let lines = 0;
  for await (const _ of exportLines(store, ENTITY_KINDS)) lines += 1;
  expect(lines).toBeGreaterThan(USERS);
}

const seeNames = (store: Store) => store.eachText({ kind: 'Users', names: ['UserName'] }, () => {});

describe.skipIf(!HAS_POSTGRES)('a tenant that the statistics of the database do not know', () => {
  it('has its rows found by their keys, in whatever is done', async () => {
    const where = await databaseOfOthers();
    await onStore(where, 'write', (store) => keepAll(store, {}));
    const tasks: readonly [name: string, work: () => Promise<unknown>][] = [
      ['a bulk run that changes all', () => onStore(where, 'write', (store) => keepAll(store, { City: 'Delft' }))],
      ['a bulk run with other names', () => onStore(where, 'write', (store) => keepAll(store, { named: 'other' }))],
      ['requests that read', () => onStore(where, 'write', readAll)],
      [
        'requests that write',
        () =>
          onStore(where, 'write', async (store) => {
            for (let n = 0; n < USERS; n += 50) {
              const works = Array.from({ length: 50 }, (_, index) => saveUser(n + index, { City: 'Leiden' }));
              await Promise.all(works.map((work) => store.transact(work)));
            }
          }),
      ],
      ['a list of ids', () => onStore(where, 'write', (store) => store.read((view) => idsOf(view, 'UserNames')))],
      ['one user', () => onStore(where, 'read', (store) => getUser(store, 'u-7'))],
      ['names', () => onStore(where, 'read', seeNames)],
      ['an export', () => onStore(where, 'read', exportAll)],
      ['a check of all rows', async () => expect(await backend.verify(where)).toEqual([])],
    ];
    const read: Record<string, number> = {};
    for (const [name, work] of tasks) {
      const before = await entriesRead(where);
      await work();
      read[name] = Math.round(((await entriesRead(where)) - before) / USERS);
    }
    const tooMany = Object.entries(read).filter(([, count]) => count > MOST_FOR_A_USER);
    expect(tooMany, JSON.stringify(read)).toEqual([]);
  });
});
