import { describe, expect, it } from 'vitest';
import { openJsonStore } from '../../../src/store/json/open.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';
import { createOverlayStore } from '../../../src/store/overlay-store.ts';
import type { Store } from '../../../src/store/port.ts';
import { contentOf, entity, getUser, idsOf, putUser } from '../../support/store/entities.ts';
import { temporaryStore } from '../../support/store/temporary-folder.ts';

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
  '/../..',
  '\u2028',
  '\uD800',
];

const stores: Record<string, () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  overlay: async () => createOverlayStore(createMemoryStore()),
  json: async () => openJsonStore(await temporaryStore(), { mode: 'write' }),
  'json with a checkpoint after every commit': async () =>
    openJsonStore(await temporaryStore(), { mode: 'write', checkpointAfterBytes: 0 }),
};

describe.each(Object.entries(stores))('a %s store', (_, open) => {
  it('shows a transaction what it has put and deleted itself', async () => {
    const store = await open();
    await putUser(store, 'old', { n: 1 });
    await store.transact(async (transaction) => {
      transaction.put('Users', 'new', entity({ n: 2 }));
      transaction.delete('Users', 'old');
      expect(await transaction.get('Users', 'new')).toEqual({ n: 2 });
      expect(await transaction.get('Users', 'old')).toBeUndefined();
      expect(await idsOf(transaction, 'Users')).toEqual(['new']);
    });
    await store.close();
  });

  it('shows others a transaction only once it has ended', async () => {
    const store = await open();
    await store.transact(async (transaction) => {
      transaction.put('Users', 'a', entity({}));
      expect(await getUser(store, 'a')).toBeUndefined();
    });
    expect(await getUser(store, 'a')).toEqual({});
    await store.close();
  });

  it('keeps nothing of a transaction that throws', async () => {
    const store = await open();
    await putUser(store, 'a', { n: 1 });
    const failing = store.transact(async (transaction) => {
      transaction.put('Users', 'a', entity({ n: 2 }));
      transaction.put('Users', 'b', entity({}));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect((await contentOf(store))['Users']).toEqual(new Map([['a', { n: 1 }]]));
    await store.close();
  });

  it('gives the result of the work', async () => {
    const store = await open();
    expect(await store.transact(async () => 42)).toBe(42);
    expect(await store.read(async () => 'read')).toBe('read');
    await store.close();
  });

  it('refuses the use of a transaction after its end', async () => {
    const store = await open();
    const leaked = await store.transact(async (transaction) => transaction);
    expect(() => leaked.put('Users', 'a', entity({}))).toThrow('The transaction has ended');
    await expect(leaked.get('Users', 'a')).rejects.toThrow('The transaction has ended');
    await store.close();
  });

  it('runs transactions that are begun at once one after the other, and loses none', async () => {
    const store = await open();
    const increments = Array.from({ length: 200 }, () =>
      store.transact(async (transaction) => {
        const { n = 0 } = ((await transaction.get('Users', 'counter')) ?? {}) as { n?: number };
        transaction.put('Users', 'counter', entity({ n: n + 1 }));
      }),
    );
    await Promise.all(increments);
    expect(await getUser(store, 'counter')).toEqual({ n: 200 });
    await store.close();
  });

  it('goes on after a transaction that threw', async () => {
    const store = await open();
    const failing = store.transact(async () => {
      throw new Error('on purpose');
    });
    const next = putUser(store, 'a', {});
    await expect(failing).rejects.toThrow('on purpose');
    await next;
    expect(await getUser(store, 'a')).toEqual({});
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

  it('keeps kinds apart', async () => {
    const store = await open();
    await putUser(store, 'a', { user: true });
    await store.transact(async (transaction) =>
      transaction.put('Schedules', 'a', entity<'Schedules'>({ user: false })),
    );
    expect(await getUser(store, 'a')).toEqual({ user: true });
    expect(await store.read((view) => idsOf(view, 'Schedules'))).toEqual(['a']);
    await store.close();
  });

  it('deletes, and lets an id come back', async () => {
    const store = await open();
    await putUser(store, 'a', { n: 1 });
    await store.transact(async (transaction) => transaction.delete('Users', 'a'));
    expect(await getUser(store, 'a')).toBeUndefined();
    expect(await store.read((view) => idsOf(view, 'Users'))).toEqual([]);
    await putUser(store, 'a', { n: 2 });
    expect(await getUser(store, 'a')).toEqual({ n: 2 });
    await store.close();
  });

  it('lets a transaction delete while it walks the ids', async () => {
    const store = await open();
    for (const id of ['a', 'b', 'c']) await putUser(store, id, {});
    await store.transact(async (transaction) => {
      for await (const id of transaction.ids('Users')) transaction.delete('Users', id);
    });
    expect(await store.read((view) => idsOf(view, 'Users'))).toEqual([]);
    await store.close();
  });

  it('keeps its own copy of what is put, and hands out copies', async () => {
    const store = await open();
    const given = { list: [1] };
    await store.transact(async (transaction) => {
      transaction.put('Users', 'a', entity(given));
      given.list.push(2);
      const got = (await transaction.get('Users', 'a')) as unknown as typeof given;
      got.list.push(3);
    });
    const got = (await getUser(store, 'a')) as typeof given;
    got.list.push(4);
    expect(await getUser(store, 'a')).toEqual({ list: [1] });
    await store.close();
  });

  it('takes hostile ids and keys as they are', async () => {
    const store = await open();
    const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":"\\u2028"}') as object;
    for (const id of HOSTILE_IDS) await putUser(store, id, value);
    for (const id of HOSTILE_IDS) expect(JSON.stringify(await getUser(store, id))).toBe(JSON.stringify(value));
    expect(new Set(await store.read((view) => idsOf(view, 'Users')))).toEqual(new Set(HOSTILE_IDS));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await getUser(store, 'toString')).toBeUndefined();
    await store.close();
  });

  it('shows a read the state as it was when the read began', async () => {
    const store = await open();
    await putUser(store, 'a', { n: 1 });
    await putUser(store, 'b', { n: 1 });
    await store.read(async (view) => {
      await putUser(store, 'a', { n: 2 });
      await putUser(store, 'c', {});
      await store.transact(async (transaction) => transaction.delete('Users', 'b'));
      expect(await view.get('Users', 'a')).toEqual({ n: 1 });
      expect(await idsOf(view, 'Users')).toEqual(['a', 'b']);
    });
    expect(await store.read((view) => idsOf(view, 'Users'))).toEqual(['a', 'c']);
    await store.close();
  });

  it('lets transactions under way end when it is closed, and refuses later ones', async () => {
    const store = await open();
    let ended = false;
    const slow = store.transact(async (transaction) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      transaction.put('Users', 'a', entity({}));
      ended = true;
    });
    await store.close();
    expect(ended).toBe(true);
    await slow;
    await expect(store.transact(async () => {})).rejects.toThrow('The store is closed');
    await expect(store.read(async () => {})).rejects.toThrow('The store is closed');
  });
});
