import { describe, expect, it } from 'vitest';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { openDatabase } from '../../../../src/store/postgres/connection/database.ts';
import { HAS_POSTGRES, OWNER, postgresServer, temporaryTenant } from '../../../support/postgres/server.ts';
import { contentOf, entity, getUser, putUser } from '../../../support/store/entities.ts';

const backend = createPostgresBackend({});
let databases = 0;

/** The address of a new database. */
async function emptyDatabase(): Promise<string> {
  const { url, sql } = await postgresServer();
  databases += 1;
  const name = `schema_${databases}`;
  sql(`CREATE DATABASE ${name} OWNER ${OWNER}`);
  return url.replace(/[^/]+$/, name);
}

describe.skipIf(!HAS_POSTGRES)('a session', () => {
  it('has no limit of idle time, whatever the database says: it may hold a lock while the program is busy', async () => {
    const where = await emptyDatabase();
    const { sql } = await postgresServer();
    const limits = ['idle_session_timeout', 'idle_in_transaction_session_timeout'];
    for (const limit of limits) sql(`ALTER DATABASE ${where.split('/').at(-1)} SET ${limit} = '1h'`);
    const database = await openDatabase(where, {});
    const session = await database.reserve();
    for (const limit of limits) expect(await session.query({ text: `SHOW ${limit}` })).toEqual([{ [limit]: '0' }]);
    session.close();
    await database.end();
  });
});

describe.skipIf(!HAS_POSTGRES)('the schema of a database', () => {
  it('is made once by all who make it at once', async () => {
    const where = await emptyDatabase();
    const made = await Promise.allSettled(Array.from({ length: 4 }, () => backend.create(where)));
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const store = await backend.open(where, { mode: 'write' });
    await putUser(store, 'a', {});
    await store.close();
    await expect(backend.create(where)).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each([
    ['newer', 'UPDATE examctl.version SET version = version + 1'],
    ['older', 'DROP TABLE examctl.version'],
  ])('is refused with a remedy where it is %s than the program, which changes nothing', async (_, text) => {
    const where = await emptyDatabase();
    await backend.create(where);
    const database = await openDatabase(where, {});
    await database.use((session) => session.query({ text }));
    await database.end();
    const expected = { message: expect.stringContaining('of its schema'), hint: expect.stringContaining('export') };
    await expect(backend.open(where, { mode: 'read' })).rejects.toMatchObject(expected);
    await expect(backend.create(where)).rejects.toMatchObject(expected);
  });

  it('keeps tenants apart, also from a statement that names the wrong one', async () => {
    const [one, other] = [await temporaryTenant(), await temporaryTenant()];
    const store = await backend.open(one, { mode: 'write' });
    await putUser(store, 'a', { n: 1 });
    await store.close();
    const foreign = await backend.open(other, { mode: 'write' });
    expect(await contentOf(foreign)).toMatchObject({ Users: new Map() });
    await foreign.close();
    const database = await openDatabase(other, {});
    const rows = await database.use((session) =>
      session.query({ text: 'SELECT DISTINCT tenant FROM examctl.entities' }),
    );
    expect(rows).toEqual([]);
    const tenant = new URL(one).searchParams.get('tenant') ?? '';
    const text = `INSERT INTO examctl.entities (tenant, kind, id, version, body) VALUES ('${tenant}', 'Users', 'b', 1, '{}')`;
    await expect(database.use((session) => session.query({ text }))).rejects.toThrow('row-level security');
    await database.end();
  });

  it('writes and removes rows by their keys, also before the database has statistics', async () => {
    const where = await emptyDatabase();
    await backend.create(where);
    const store = await backend.open(where, { mode: 'write' });
    const users = 50;
    for (let n = 0; n < users; n += 1) await putUser(store, `u-${n}`, { UserName: `name-${n}` });
    const plan = store.plan();
    await plan.run([
      (transaction) => transaction.delete('Users', 'u-1'),
      (transaction) => transaction.put('Users', 'u-2', entity({ n: 2 })),
    ]);
    await plan.commit();
    await plan.end();
    await store.close();
    const database = await openDatabase(where, {});
    // The planner itself sometimes reads an entry.
    const text = `SELECT indexrelname AS index FROM pg_stat_all_indexes
      WHERE relname = 'entities' AND (idx_tup_read > ${users} OR indexrelname = 'entities_pkey' AND idx_scan > ${users})`;
    const used = () => database.use((session) => session.query({ text }));
    // Connections report their statistics when they end.
    await expect.poll(used).not.toEqual([]);
    expect(await used()).toEqual([{ index: 'entities_pkey' }]);
    await database.end();
  });

  it('is verified, and used no further, where an entity is no JSON', async () => {
    const where = await temporaryTenant();
    const { sql } = await postgresServer();
    const store = await backend.open(where, { mode: 'write' });
    await store.transact((transaction) => {
      transaction.put('Users', 'a', entity({ ExternalId: 'a', UserName: 'ada' }));
      transaction.put('UserNames', 'ada', { ExternalId: 'a' });
    });
    await store.close();
    const [, tenant] = where.split('tenant=');
    sql(`UPDATE examctl.entities SET body = '{' WHERE tenant = '${tenant}' AND kind = 'Users'`);
    expect(await backend.verify(where)).toEqual(['Users "a" is no JSON object']);
    const reader = await backend.open(where, { mode: 'read' });
    await expect(getUser(reader, 'a')).rejects.toMatchObject({
      name: 'StoreError',
      hint: expect.stringContaining('examctl local verify'),
    });
    await reader.close();
  });
});
