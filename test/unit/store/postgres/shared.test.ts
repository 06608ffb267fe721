/** Several stores on one database, as in several processes. */
import { describe, expect, it } from 'vitest';
import type { Store, StoreTransaction } from '../../../../src/store/port.ts';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { HAS_POSTGRES, postgresServer, temporaryTenant } from '../../../support/postgres/server.ts';
import { entity, getUser, idsOf, putUser } from '../../../support/store/entities.ts';

const backend = createPostgresBackend({});

async function openTwo(): Promise<[Store, Store, string]> {
  const where = await temporaryTenant();
  const open = () => backend.open(where, { mode: 'write' });
  return [await open(), await open(), where];
}

function increment(id: string) {
  return (transaction: StoreTransaction) => {
    const { n = 0 } = (transaction.get('Users', id) ?? {}) as { n?: number };
    transaction.put('Users', id, entity({ n: n + 1 }));
    return n + 1;
  };
}

describe.skipIf(!HAS_POSTGRES)('stores that share a database', () => {
  it('lose no increment of one counter, and count none twice', async () => {
    const [a, b] = await openTwo();
    const counts = await Promise.all(
      Array.from({ length: 300 }, (_, n) => (n % 2 === 0 ? a : b).transact(increment(`counter-${n % 3}`))),
    );
    for (let id = 0; id < 3; id += 1) expect(await getUser(a, `counter-${id}`)).toEqual({ n: 100 });
    expect(counts.filter((count) => count === 100)).toHaveLength(3);
    await a.close();
    await b.close();
  });

  it('never both take what only one may have, although each writes a row of its own', async () => {
    const [a, b] = await openTwo();
    // Each transaction writes its entity only if the other entity does not exist.
    const come = (own: string, other: string, round: number) => (transaction: StoreTransaction) => {
      if (transaction.get('Users', `${other}-${round}`) !== undefined) return false;
      transaction.put('Users', `${own}-${round}`, entity({}));
      return true;
    };
    for (let round = 0; round < 20; round += 1) {
      const came = await Promise.all([a.transact(come('a', 'b', round)), b.transact(come('b', 'a', round))]);
      expect(came.filter(Boolean)).toHaveLength(1);
    }
    await a.close();
    await b.close();
  });

  it('see at once what the other has committed, even if they knew an older state', async () => {
    const [a, b] = await openTwo();
    for (let n = 1; n <= 5; n += 1) {
      await putUser(n % 2 === 0 ? a : b, 'x', { n });
      expect(await getUser(a, 'x')).toEqual({ n });
      expect(await getUser(b, 'x')).toEqual({ n });
    }
    await a.transact((transaction) => transaction.delete('Users', 'x'));
    expect(await getUser(b, 'x')).toBeUndefined();
    await a.close();
    await b.close();
  });

  it('see what the other has committed, also of what they come to ask for once the rest is loaded', async () => {
    const [a, b] = await openTwo();
    const first = () => a.read((view) => idsOf(view, 'Users').map((id) => view.get('Users', id)));
    for (let n = 1; n <= 3; n += 1) {
      await putUser(b, 'x', { n });
      expect(await first()).toEqual([{ n }]);
    }
    const link = (n: number) =>
      b.transact((transaction) => {
        transaction.put('Users', 'new', entity({ n }));
        transaction.put('Users', 'x', entity({ n }));
      });
    await link(4);
    expect(await a.read((view) => view.get('Users', 'new') && view.get('Users', 'x'))).toEqual({ n: 4 });
    await a.close();
    await b.close();
  });

  it('go on after the database has ended their connections, with nothing lost or done twice', async () => {
    const [a, b] = await openTwo();
    const { sql } = await postgresServer();
    const done: number[] = [];
    const work = async (store: Store) => {
      for (let n = 0; n < 40; n += 1) done.push(await store.transact(increment('counter')));
    };
    const working = Promise.all([work(a), work(b)]);
    for (let n = 0; n < 5; n += 1) {
      sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'examctl%'`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await working;
    expect([...done].sort((x, y) => x - y)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    expect(await getUser(a, 'counter')).toEqual({ n: 80 });
    await a.close();
    await b.close();
  });

  it('wait with a write while the database can only be read, as a standby, and do it once it can be written', async () => {
    const [a, b] = await openTwo();
    await putUser(a, 'before', {});
    const { sql } = await postgresServer();
    sql('ALTER SYSTEM SET default_transaction_read_only = on');
    sql('SELECT pg_reload_conf()');
    // If a new connection has the setting, the existing connections have received it too.
    await expect.poll(() => sql('SHOW default_transaction_read_only')).toContain('on');
    let isDone = false;
    const writing = putUser(a, 'x', { n: 1 }).then(() => {
      isDone = true;
    });
    expect(await getUser(b, 'before')).toEqual({});
    await new Promise((resolve) => setTimeout(resolve, 200));
    const wasDone = isDone;
    sql('ALTER SYSTEM RESET default_transaction_read_only');
    sql('SELECT pg_reload_conf()');
    await writing;
    expect(wasDone).toBe(false);
    expect(await getUser(b, 'x')).toEqual({ n: 1 });
    await a.close();
    await b.close();
  });

  it('show a reader the state as it was when it was opened', async () => {
    const [a, b, where] = await openTwo();
    await putUser(a, 'x', { n: 1 });
    const reader = await backend.open(where, { mode: 'read' });
    await putUser(a, 'x', { n: 2 });
    await putUser(a, 'y', {});
    expect(await getUser(reader, 'x')).toEqual({ n: 1 });
    expect(await reader.read((view) => idsOf(view, 'Users'))).toEqual(['x']);
    await expect(putUser(reader, 'z', {})).rejects.toThrow('for reading only');
    await Promise.all([reader, a, b].map((store) => store.close()));
  });
});

describe.skipIf(!HAS_POSTGRES)('a bulk run on a shared database', () => {
  const put = (id: string, value: object) => (transaction: StoreTransaction) =>
    transaction.put('Users', id, entity(value));

  it('is kept although others have changed what it has not looked at', async () => {
    const [a, b] = await openTwo();
    const plan = a.plan();
    await plan.run([put('x', { n: 1 })]);
    await putUser(b, 'y', {});
    await plan.commit();
    await plan.end();
    expect(await b.read((view) => idsOf(view, 'Users'))).toEqual(['x', 'y']);
    await a.close();
    await b.close();
  });

  it.each<[string, (plan: ReturnType<Store['plan']>) => Promise<unknown>, (other: Store) => Promise<unknown>]>([
    ['a row', (plan) => plan.run([put('x', { n: 1 })]), (other) => putUser(other, 'x', { n: 2 })],
    [
      'a list of ids',
      (plan) =>
        plan.run([
          (transaction) => {
            transaction.put('Users', 'n', entity({ n: idsOf(transaction, 'Roles').length }));
          },
        ]),
      (other) => other.transact((transaction) => transaction.put('Roles', 'r', entity<'Roles'>({}))),
    ],
  ])(
    'is stopped by exit code 8, with nothing written, where %s that it has seen is another one',
    async (_, run, change) => {
      const [a, b] = await openTwo();
      const plan = a.plan();
      await run(plan);
      await change(b);
      const before = await b.read((view) => idsOf(view, 'Users'));
      await expect(plan.commit()).rejects.toMatchObject({ exitCode: 8 });
      await plan.end();
      expect(await b.read((view) => idsOf(view, 'Users'))).toEqual(before);
      await putUser(a, 'later', {});
      await a.close();
      await b.close();
    },
  );

  it('keeps another one out by exit code 7, until its connection is ended by name', async () => {
    const [a, b, where] = await openTwo();
    const plan = a.plan();
    await plan.run([put('x', {})]);
    const late = b.plan();
    const refused = await late.run([]).catch((error: unknown) => error as { exitCode: number; hint: string });
    expect(refused).toMatchObject({ exitCode: 7 });
    await late.end();
    const lock = /local unlock (\S+)/.exec((refused as { hint: string }).hint)?.[1] ?? '';
    await expect(backend.unlock(where, '1-1')).rejects.toMatchObject({ exitCode: 2 });
    await backend.unlock(where, lock);
    // The connection ends later, and a refused plan stays refused.
    await expect
      .poll(async () => {
        const next = b.plan();
        try {
          await next.run([put('y', {})]);
          await next.commit();
          return 'kept';
        } catch {
          return 'waits';
        } finally {
          await next.end();
        }
      })
      .toBe('kept');
    await expect(plan.commit()).rejects.toMatchObject({
      exitCode: 6,
      message: expect.stringMatching(/^The database .* has ended the connection: .*\(57P01\)$/),
      hint: expect.stringContaining('local unlock'),
    });
    await plan.end();
    expect(await b.read((view) => idsOf(view, 'Users'))).toEqual(['y']);
    await a.close();
    await b.close();
  });

  it('has changed nothing if its connection ends before its commit has', async () => {
    const [a, b] = await openTwo();
    const { sql } = await postgresServer();
    const plan = a.plan();
    const works = Array.from({ length: 5_000 }, (_, n) => put(`u-${n}`, { n }));
    for (let from = 0; from < works.length; from += 500) await plan.run(works.slice(from, from + 500));
    const ended = plan.commit().catch((error: unknown) => error);
    sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'examctl%'`);
    expect(await ended).toMatchObject({ exitCode: 6 });
    await plan.end();
    expect(await b.read((view) => idsOf(view, 'Users'))).toEqual([]);
    await a.close();
    await b.close();
  });

  it('finds what it changed long before, and keeps the last of several changes', async () => {
    const [a, b] = await openTwo();
    const plan = a.plan();
    for (let from = 0; from < 2_500; from += 500) {
      await plan.run(Array.from({ length: 500 }, (_, n) => put(`u-${from + n}`, { n: 0 })));
    }
    const count = (transaction: StoreTransaction) => {
      const { n } = transaction.get('Users', 'u-0') as unknown as { n: number };
      transaction.put('Users', 'u-0', entity({ n: n + 1 }));
    };
    await plan.run([count]);
    await plan.run([count, (transaction) => transaction.delete('Users', 'u-1')]);
    expect(await plan.read((view) => idsOf(view, 'Users').length)).toBe(2_499);
    await plan.commit();
    await plan.end();
    expect(await getUser(b, 'u-0')).toEqual({ n: 2 });
    expect(await getUser(b, 'u-1')).toBeUndefined();
    await a.close();
    await b.close();
  });
});
