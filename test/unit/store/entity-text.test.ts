import { describe, expect, it } from 'vitest';
import type { JournalLine } from '../../../src/store/json/journal/format.ts';
import { openJsonStore } from '../../../src/store/json/open.ts';
import { createTextCache } from '../../../src/store/json/generation/generation.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';
import { createOverlayStore } from '../../../src/store/overlay-store.ts';
import type { Store } from '../../../src/store/port.ts';
import { entity, getUser, putUser } from '../../support/store/entities.ts';
import { temporaryStore } from '../../support/store/temporary-folder.ts';

const IDS = ['u-1', '__proto__', '', '","value":', '{"kind":"Users","id":"u-1","value":', '\n', '\uD800', 'é'];
const FILLER = 'x'.repeat(5_000);

async function textOf(store: Store, id: string): Promise<string | undefined> {
  return store.read(async (view) => view.text('Users', id));
}

/** What is put, changed and deleted is what the text says, and what it says is what one gets. */
async function expectTexts(store: Store, reopen: () => Promise<Store>): Promise<void> {
  for (const id of IDS) await putUser(store, id, { id, text: '"},"value":1' });
  await putUser(store, 'long', { FILLER });
  expect(await textOf(store, 'u-1')).toBe('{"id":"u-1","text":"\\"},\\"value\\":1"}');
  await putUser(store, 'u-1', { n: 2 });
  await store.transact(async (transaction) => {
    transaction.delete('Users', 'é');
    expect([await transaction.text('Users', 'é'), await transaction.text('Users', 'u-1')]).toEqual([
      undefined,
      '{"n":2}',
    ]);
  });
  const reopened = await reopen();
  for (const id of [...IDS, 'long', 'never']) {
    const text = await textOf(reopened, id);
    expect(text === undefined ? undefined : JSON.parse(text)).toEqual(await getUser(reopened, id));
    expect(await textOf(reopened, id)).toBe(text);
  }
  expect(await textOf(reopened, 'u-1')).toBe('{"n":2}');
  expect(await textOf(reopened, 'é')).toBeUndefined();
  expect(await textOf(reopened, 'long')).toBe(JSON.stringify({ FILLER }));
  await reopened.close();
}

describe('the text of an entity', () => {
  it('is what a store in memory holds', async () => {
    const store = createMemoryStore();
    await expectTexts(store, async () => store);
  });

  it('shows through a layer that has not changed it', async () => {
    const base = createMemoryStore();
    await expectTexts(base, async () => createOverlayStore(base));
  });

  it.each([
    ['its journal', Number.POSITIVE_INFINITY],
    ['its snapshot', 0],
  ])('is read from a folder, from %s', async (_, checkpointAfterBytes) => {
    const folder = await temporaryStore();
    const store = await openJsonStore(folder, { mode: 'write', checkpointAfterBytes });
    await expectTexts(store, async () => {
      await store.close();
      return openJsonStore(folder, { mode: 'read' });
    });
  });

  it('of another order of fields is no change', async () => {
    const base = createMemoryStore();
    await putUser(base, 'a', { x: 1, y: 2 });
    const heard: number[] = [];
    const overlay = createOverlayStore(base, (changes) => heard.push(changes.length));
    await overlay.transact(async (transaction) => {
      const user = (await transaction.get('Users', 'a')) as unknown as Record<string, number>;
      transaction.put('Users', 'a', entity({ y: user['y'], x: user['x'] }));
    });
    expect(heard).toEqual([0]);
  });
});

describe('what a transaction has read', () => {
  it('is the caller’s own copy each time', async () => {
    const store = createMemoryStore();
    await putUser(store, 'a', { list: [1] });
    await store.transact(async (transaction) => {
      const mine = (await transaction.get('Users', 'a')) as unknown as { list: number[] };
      mine.list.push(2);
      expect(await transaction.get('Users', 'a')).toEqual({ list: [1] });
    });
    expect(await getUser(store, 'a')).toEqual({ list: [1] });
  });
});

describe('the cache of texts', () => {
  it('keeps those used last, and none that is long', () => {
    const cache = createTextCache();
    const place: JournalLine = { offset: 0, length: 1, crc32: 0, line: undefined };
    cache.keep(place, 'kept');
    expect(cache.keep('long', FILLER)).toBe(FILLER);
    expect(cache.get('long')).toBeUndefined();
    for (let n = 0; n < 5_000; n += 1) {
      cache.keep(`other ${n}`, String(n));
      expect(cache.get(place)).toBe('kept');
    }
    expect(cache.get('other 4999')).toBe('4999');
    expect(cache.get('other 0')).toBeUndefined();
    expect(cache.get({ ...place })).toBeUndefined();
  });
});
