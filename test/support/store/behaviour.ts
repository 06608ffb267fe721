/** Tests that every kind of store must pass. */
import { describe, expect, it } from 'vitest';
import type { Store, StoreTransaction } from '../../../src/store/port.ts';
import { contentOf, contentOfView, entity, getUser, idsOf, putUser } from './entities.ts';

const HOSTILE_IDS = [
  '__proto__',
  'constructor',
  'prototype',
  '',
  ' ',
  '"',
  '\\',
  '\n',
  '","value":',
  '{"kind":"Users","id":"a","value":',
  '","deleted":true}\n',
  '/../..',
  '\u2028',
  '\uD800',
  'é',
  '\u{1F600}',
];

/** Puts users, each in a transaction of its own. */
function puts(values: Record<string, object>): ((transaction: StoreTransaction) => unknown)[] {
  return Object.entries(values).map(([id, value]) => (transaction) => {
    transaction.put('Users', id, entity(value));
    return id;
  });
}

export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`a ${name} store`, () => {
    it('shows a transaction what it has put and deleted itself', async () => {
      const store = await open();
      await putUser(store, 'old', { n: 1 });
      await store.transact((transaction) => {
        transaction.put('Users', 'new', entity({ n: 2 }));
        transaction.delete('Users', 'old');
        expect(transaction.get('Users', 'new')).toEqual({ n: 2 });
        expect(transaction.get('Users', 'old')).toBeUndefined();
        expect(idsOf(transaction, 'Users')).toEqual(['new']);
      });
      await store.close();
    });

    it('keeps nothing of a transaction that throws', async () => {
      const store = await open();
      await putUser(store, 'a', { n: 1 });
      const failing = store.transact((transaction) => {
        transaction.put('Users', 'a', entity({ n: 2 }));
        transaction.put('Users', 'b', entity({}));
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect((await contentOf(store))['Users']).toEqual(new Map([['a', { n: 1 }]]));
      await store.close();
    });

    it('refuses to use a transaction after its end', async () => {
      const store = await open();
      const leaked = await store.transact((transaction) => transaction);
      expect(() => leaked.put('Users', 'a', entity({}))).toThrow('The transaction has ended');
      expect(() => leaked.get('Users', 'a')).toThrow('The transaction has ended');
      await store.close();
    });

    it('runs transactions that begin at the same time one after the other, and loses none', async () => {
      const store = await open();
      const increments = Array.from({ length: 200 }, () =>
        store.transact((transaction) => {
          const { n = 0 } = (transaction.get('Users', 'counter') ?? {}) as { n?: number };
          transaction.put('Users', 'counter', entity({ n: n + 1 }));
        }),
      );
      await Promise.all(increments);
      expect(await getUser(store, 'counter')).toEqual({ n: 200 });
      await store.close();
    });

    it('lists ids in the order of their UTF-8 bytes', async () => {
      const store = await open();
      const ids = ['\u{1F600}', '\uFFFD', 'z', 'B', 'a', 'é', '', '10', '9'];
      for (const id of ids) await putUser(store, id, {});
      const expected = [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(await store.read((view) => idsOf(view, 'Users'))).toEqual(expected);
      await store.close();
    });

    it('keeps entities of different kinds with the same id', async () => {
      const store = await open();
      await putUser(store, 'a', { user: true });
      await store.transact((transaction) => transaction.put('Schedules', 'a', entity<'Schedules'>({ user: false })));
      expect(await getUser(store, 'a')).toEqual({ user: true });
      expect(await store.read((view) => idsOf(view, 'Schedules'))).toEqual(['a']);
      await store.close();
    });

    it('deletes an entity, and stores another one with the same id', async () => {
      const store = await open();
      await putUser(store, 'a', { n: 1 });
      await store.transact((transaction) => transaction.delete('Users', 'a'));
      expect(await getUser(store, 'a')).toBeUndefined();
      expect(await store.read((view) => idsOf(view, 'Users'))).toEqual([]);
      await putUser(store, 'a', { n: 2 });
      expect(await getUser(store, 'a')).toEqual({ n: 2 });
      await store.close();
    });

    it('lets a transaction delete entities while it reads the ids', async () => {
      const store = await open();
      for (const id of ['a', 'b', 'c']) await putUser(store, id, {});
      await store.transact((transaction) => {
        for (const id of transaction.ids('Users')) transaction.delete('Users', id);
      });
      expect(await store.read((view) => idsOf(view, 'Users'))).toEqual([]);
      await store.close();
    });

    it('keeps an entity as it was when it was put', async () => {
      const store = await open();
      await store.transact((transaction) => {
        const given = { list: [1] };
        transaction.put('Users', 'a', entity(given));
        given.list.push(2);
        expect(transaction.get('Users', 'a')).toEqual({ list: [1] });
      });
      expect(await getUser(store, 'a')).toEqual({ list: [1] });
      await store.close();
    });

    it('freezes an entity, since requests share it', async () => {
      const store = await open();
      await store.transact((transaction) => transaction.put('Roles', 'a', entity<'Roles'>({ Permissions: ['x'] })));
      const get = () => store.read((view) => view.get('Roles', 'a') as unknown as { Permissions: string[] });
      const role = await get();
      expect(() => role.Permissions.push('y')).toThrow(TypeError);
      await store.transact((transaction) => transaction.put('Roles', 'a', entity<'Roles'>({ Permissions: [] })));
      expect(await get()).toEqual({ Permissions: [] });
      await store.close();
    });

    it('stores hostile ids and keys unchanged', async () => {
      const store = await open();
      const value = JSON.parse(
        '{"__proto__":{"polluted":true},"constructor":"\\u2028","text":"\\",\\"value\\":"}',
      ) as object;
      for (const id of HOSTILE_IDS) await putUser(store, id, value);
      for (const id of HOSTILE_IDS) expect(JSON.stringify(await getUser(store, id))).toBe(JSON.stringify(value));
      expect(new Set(await store.read((view) => idsOf(view, 'Users')))).toEqual(new Set(HOSTILE_IDS));
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      expect(await getUser(store, 'toString')).toBeUndefined();
      await store.close();
    });

    it('finds the first texts of fields in each entity of a kind, whatever other fields it has', async () => {
      const store = await open();
      const entities: Record<string, object> = {
        'u-1': { Email: 'old@example.edu' },
        'u-2': { n: 1, Email: null, inner: { Email: 'inner@example.edu' }, Emails: 'no' },
        'u-3': { text: 'no","Email":"here', Email: '"\\é\u{1F600}\n"@example.edu', last: 'x' },
        'u-4': { long: 'x'.repeat(1_500_000), Email: 'long@example.edu' },
        'u-5': { Email: '' },
        'u-6': {},
        ...Object.fromEntries(HOSTILE_IDS.map((id) => [id, { Email: `of ${id}` }])),
      };
      await store.transact((transaction) => {
        for (const [id, value] of Object.entries(entities)) transaction.put('Users', id, entity(value));
        transaction.put('UserNames', 'u-7', entity({ Email: 'of a name' }));
      });
      await putUser(store, 'u-1', { Email: 'new@example.edu' });
      const texts = new Map<string, readonly (string | undefined)[]>();
      const names = ['Email', 'last'];
      await store.eachText({ kind: 'Users', names }, (id, found) => void texts.set(id, found));
      expect(texts).toEqual(
        new Map<string, readonly (string | undefined)[]>([
          ['u-1', ['new@example.edu', undefined]],
          ['u-2', ['inner@example.edu', undefined]],
          ['u-3', ['"\\é\u{1F600}\n"@example.edu', 'x']],
          ['u-4', ['long@example.edu', undefined]],
          ['u-5', [undefined, undefined]],
          ['u-6', [undefined, undefined]],
          ...HOSTILE_IDS.map((id): [string, (string | undefined)[]] => [id, [`of ${id}`, undefined]]),
        ]),
      );
      await store.close();
    });

    it('keeps the transactions that began before it is closed, and refuses later ones', async () => {
      const store = await open();
      const puts = ['a', 'b', 'c'].map((id) => putUser(store, id, {}));
      const closed = store.close();
      await Promise.all(puts);
      await closed;
      await expect(store.transact(() => {})).rejects.toThrow('The store is closed');
      await expect(store.read(() => {})).rejects.toThrow('The store is closed');
      expect(() => store.plan()).toThrow('The store is closed');
    });
  });

  describe(`a plan on a ${name} store`, () => {
    it('shows each transaction the changes of earlier ones, and the store does not have them', async () => {
      const store = await open();
      await putUser(store, 'a', { n: 1 });
      const plan = store.plan();
      expect(await plan.run(puts({ a: { n: 2 }, b: { n: 1 } }))).toEqual(['a', 'b']);
      await plan.run([
        (transaction) => {
          expect(transaction.get('Users', 'a')).toEqual({ n: 2 });
          expect(idsOf(transaction, 'Users')).toEqual(['a', 'b']);
          transaction.delete('Users', 'a');
        },
      ]);
      expect((await plan.read(contentOfView))['Users']).toEqual(new Map([['b', { n: 1 }]]));
      expect((await contentOf(store))['Users']).toEqual(new Map([['a', { n: 1 }]]));
      await plan.end();
      expect((await contentOf(store))['Users']).toEqual(new Map([['a', { n: 1 }]]));
      await store.close();
    });

    it('counts the transactions with a net change', async () => {
      const store = await open();
      await putUser(store, 'a', { n: 1, m: 2 });
      const plan = store.plan();
      await plan.run([...puts({ a: { m: 2, n: 1 } }), (transaction) => transaction.delete('Users', 'never')]);
      expect(plan.size).toBe(0);
      await plan.run(puts({ a: { n: 2 }, b: {} }));
      expect(plan.size).toBe(2);
      await plan.end();
      await store.close();
    });

    it('commits the planned changes in order', async () => {
      const store = await open();
      await putUser(store, 'a', { n: 1 });
      await putUser(store, 'gone', {});
      const plan = store.plan();
      await plan.run([...puts({ a: { n: 2 }, b: {} }), (transaction) => transaction.delete('Users', 'gone')]);
      await plan.run(puts({ a: { n: 3 } }));
      await plan.commit();
      await plan.end();
      expect((await contentOf(store))['Users']).toEqual(
        new Map<string, object>([
          ['a', { n: 3 }],
          ['b', {}],
        ]),
      );
      await putUser(store, 'later', {});
      await store.close();
    });

    it('keeps nothing of a transaction that throws, and all that was planned before', async () => {
      const store = await open();
      const plan = store.plan();
      const fail = (transaction: StoreTransaction) => {
        transaction.put('Users', 'b', entity({}));
        throw new Error('on purpose');
      };
      await expect(plan.run([...puts({ a: {} }), fail])).rejects.toThrow('on purpose');
      expect(plan.size).toBe(1);
      expect((await plan.read(contentOfView))['Users']).toEqual(new Map([['a', {}]]));
      await plan.end();
      await store.close();
    });

    it('is the only plan, and other transactions wait until it has ended', async () => {
      const store = await open();
      const plan = store.plan();
      expect(() => store.plan()).toThrow('must end first');
      await expect(putUser(store, 'a', {})).rejects.toThrow('must end first');
      await plan.end();
      await putUser(store, 'a', {});
      await store.plan().end();
      await store.close();
    });
  });
}
