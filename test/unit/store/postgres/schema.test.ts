import { describe, expect, it } from 'vitest';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { openDatabase, type Session } from '../../../../src/store/postgres/connection/database.ts';
import { migrate, SCHEMA_VERSION } from '../../../../src/store/postgres/schema/migrate.ts';
import { MIGRATIONS } from '../../../../src/store/postgres/schema/migrations.ts';
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

const INSERT = `INSERT INTO examctl.entities (tenant, kind, id, version, body)
  VALUES ('default', 'Users', 'a', 7, '{"ExternalId":"a","UserName":"ada"}')`;

/** Commits a new user as a server does whose connection was there before. Its statement has a name, so it is kept. */
async function commitUser(session: Session, id: string): Promise<void> {
  const text = `SELECT n FROM examctl.commit('default', $1, 'Users', $2, '0', '{}', '', '')`;
  expect(await session.query({ name: 'commit', text, values: [id.length, id] })).toEqual([]);
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

  it('reads times as the program expects them, whatever form the database gives them', async () => {
    const where = await emptyDatabase();
    const { sql } = await postgresServer();
    sql(`ALTER DATABASE ${where.split('/').at(-1)} SET datestyle = 'German'`);
    await backend.create(where);
    const [first, second] = [
      await backend.open(where, { mode: 'write' }),
      await backend.open(where, { mode: 'write' }),
    ];
    const [plan, other] = [first.plan(), second.plan()];
    await plan.run([]);
    await expect(other.run([])).rejects.toThrow(/connected since \d{4}-\d\d-\d\dT/);
    await plan.end();
    await Promise.all([first.close(), second.close()]);
  });

  it.each(['standard_conforming_strings', 'row_security'])('works where the database has set %s off', async (name) => {
    const where = await emptyDatabase();
    const { sql } = await postgresServer();
    sql(`ALTER DATABASE ${where.split('/').at(-1)} SET ${name} = off`);
    await backend.create(where);
    const store = await backend.open(where, { mode: 'write' });
    await putUser(store, 'a', {});
    expect(await getUser(store, 'a')).toEqual({});
    await store.close();
  });
});

describe.skipIf(!HAS_POSTGRES)('the schema of a database', () => {
  it.each(MIGRATIONS.slice(0, -1).map((_, index) => index + 1))(
    'is brought from version %i to the newest with its data, while a store that is open goes on',
    async (version) => {
      const where = await emptyDatabase();
      const database = await openDatabase(where, {});
      await migrate(database, version);
      const server = await database.reserve();
      await server.query({ text: INSERT });
      await commitUser(server, 'before');
      expect(await backend.isCurrent?.(where)).toBe(false);
      await expect(backend.open(where, { mode: 'write' })).rejects.toMatchObject({ exitCode: 2 });
      await backend.create(where);
      expect(await backend.isCurrent?.(where)).toBe(true);
      await commitUser(server, 'after');
      server.close();
      const store = await backend.open(where, { mode: 'write' });
      expect(await getUser(store, 'a')).toEqual({ ExternalId: 'a', UserName: 'ada' });
      expect([...(await contentOf(store))['Users']!.keys()]).toEqual(['a', 'after', 'before']);
      await store.close();
      await database.end();
    },
  );

  it('is not made in an encoding that lacks characters', async () => {
    const { url, sql } = await postgresServer();
    sql(`CREATE DATABASE latin1 OWNER ${OWNER} ENCODING LATIN1 LOCALE 'C' TEMPLATE template0`);
    const where = url.replace(/[^/]+$/, 'latin1');
    await expect(backend.create(where)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('has the encoding LATIN1'),
      hint: expect.stringContaining('createdb -E UTF8'),
    });
    expect(await backend.exists(where)).toBe(false);
  });

  it('is made once by all who make it at once', async () => {
    const where = await emptyDatabase();
    const made = await Promise.allSettled(Array.from({ length: 4 }, () => backend.create(where)));
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const store = await backend.open(where, { mode: 'write' });
    await putUser(store, 'a', {});
    await store.close();
    await expect(backend.create(where)).rejects.toMatchObject({ exitCode: 2 });
  });

  it('is refused where it is newer than the program, which changes nothing', async () => {
    const where = await emptyDatabase();
    await backend.create(where);
    const database = await openDatabase(where, {});
    const text = `INSERT INTO examctl.migrations VALUES (${SCHEMA_VERSION + 1}, 'of the future')`;
    await database.use((session) => session.query({ text }));
    await expect(backend.open(where, { mode: 'read' })).rejects.toThrow('this examctl knows');
    await database.end();
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

  it('finds rows of given keys by the index, with the rules of rows', async () => {
    // The statistics of the planner may include rows of other tests in the same database.
    const where = await emptyDatabase();
    await backend.create(where);
    const database = await openDatabase(where, {});
    const text = `EXPLAIN SELECT FROM examctl.lines('Users', '\\x61', '0', '') AS w
      JOIN examctl.entities AS e ON e.tenant = 't' AND e.kind = w.kind AND e.id = w.id`;
    const plan = await database.use((session) => session.query({ text }));
    await database.end();
    expect(JSON.stringify(plan)).toMatch(/Index Cond: .*AND \(id = /);
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

  it('lets two users have no name and no key in common, whatever the program does, and swap them in one commit', async () => {
    const where = await temporaryTenant();
    const store = await backend.open(where, { mode: 'write' });
    const user = (id: string, name: string, key: string) =>
      store.transact((transaction) =>
        transaction.put('Users', id, entity({ UserName: name, SynchronizationKey: key })),
      );
    await user('a', 'ada "\\', 'K1');
    await user('b', 'bob', 'k2');
    await expect(user('c', 'ada "\\', 'k3')).rejects.toThrow('one_user_of_a_name');
    await expect(user('c', 'cleo', 'k1')).rejects.toThrow('one_user_of_a_key');
    await store.transact((transaction) => {
      transaction.put('Users', 'a', entity({ UserName: 'bob', SynchronizationKey: 'k2' }));
      transaction.put('Users', 'b', entity({ UserName: 'ada "\\', SynchronizationKey: 'k1' }));
    });
    expect(await getUser(store, 'a')).toEqual({ UserName: 'bob', SynchronizationKey: 'k2' });
    await store.close();
  });

  it('is verified with the entries by which users are found', async () => {
    const where = await temporaryTenant();
    const store = await backend.open(where, { mode: 'write' });
    await store.transact((transaction) => {
      transaction.put('Users', 'a', entity({ ExternalId: 'a', UserName: 'ada' }));
      transaction.put('UserNames', 'ada', { ExternalId: 'a' });
      transaction.put('Users', 'b', entity({ ExternalId: 'b', SynchronizationKey: 'KEY' }));
      transaction.put('SynchronizationKeys', 'key', { ExternalId: 'b' });
    });
    expect(await backend.verify(where)).toEqual([]);
    await store.transact((transaction) => {
      transaction.put('UserNames', 'ada', { ExternalId: 'b' });
      transaction.delete('SynchronizationKeys', 'key');
      transaction.put('Schedules', 's', [] as never);
    });
    expect(await backend.verify(where)).toEqual([
      'Schedules "s" is no JSON object',
      'UserNames "ada" needs Users "b", which is of another',
      'Users "a" needs UserNames "ada", which is of another',
      'Users "b" needs SynchronizationKeys "key", which is not there',
    ]);
    await store.close();
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
    expect(await backend.verify(where)).toEqual([
      'UserNames "ada" needs Users "a", which is of another',
      'Users "a" is no JSON object',
    ]);
    const reader = await backend.open(where, { mode: 'read' });
    await expect(getUser(reader, 'a')).rejects.toMatchObject({
      name: 'StoreError',
      hint: expect.stringContaining('examctl local verify'),
    });
    await reader.close();
  });
});
