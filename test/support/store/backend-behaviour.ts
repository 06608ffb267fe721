/** Tests that every `StoreBackend` must pass: what stays when a store is closed, and what only its address tells. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import type { StoreBackend } from '../../../src/store/port.ts';
import { getUser, putUser } from './entities.ts';

interface BackendPlaces {
  readonly backend: StoreBackend;
  /** Returns the address of an empty store that was just made. */
  made(): Promise<string>;
  /** Returns an address at which there is no store yet. */
  free(): Promise<string>;
}

export function describeBackend(name: string, { backend, made, free }: BackendPlaces): void {
  describe(`the ${name} backend`, () => {
    it('makes a store where there is none, and refuses to make it twice', async () => {
      const store = await free();
      expect(await backend.exists(store)).toBe(false);
      await expect(backend.tokens(store)).rejects.toThrow(UsageError);
      await backend.create(store);
      expect(await backend.exists(store)).toBe(true);
      await expect(backend.create(store)).rejects.toThrow(UsageError);
    });

    it('keeps what is committed when the store is closed, and nothing of a transaction that failed', async () => {
      const store = await made();
      const first = await backend.open(store, { mode: 'write' });
      await putUser(first, 'kept', { n: 1 });
      const failed = first.transact((transaction) => {
        transaction.delete('Users', 'kept');
        throw new Error('on purpose');
      });
      await expect(failed).rejects.toThrow('on purpose');
      await first.close();
      const second = await backend.open(store, { mode: 'read' });
      expect(await getUser(second, 'kept')).toEqual({ n: 1 });
      await second.close();
      expect(await backend.verify(store)).toEqual([]);
    });

    it('shows a reader what is committed while the store is open for writing', async () => {
      const store = await made();
      const writer = await backend.open(store, { mode: 'write' });
      await putUser(writer, 'seen', { n: 1 });
      const reader = await backend.open(store, { mode: 'read' });
      expect(await getUser(reader, 'seen')).toEqual({ n: 1 });
      await reader.close();
      await writer.close();
    });

    it('tells two stores apart', async () => {
      const [one, other] = [await made(), await made()];
      expect(await backend.identify(one)).toBe(await backend.identify(one));
      expect(await backend.identify(one)).not.toBe(await backend.identify(other));
      const first = await backend.open(one, { mode: 'write' });
      await putUser(first, 'mine', { n: 1 });
      await first.close();
      const second = await backend.open(other, { mode: 'read' });
      expect(await getUser(second, 'mine')).toBeUndefined();
      await second.close();
    });

    it('keeps tokens until they are revoked, and never the token itself', async () => {
      const store = await made();
      const { token, stored } = await (await backend.tokens(store)).add('for a test');
      const kept = await (await backend.tokens(store)).list();
      expect(kept.map(({ id, name }) => ({ id, name }))).toEqual([{ id: stored.id, name: 'for a test' }]);
      expect(JSON.stringify(kept)).not.toContain(token);
      const tokens = await backend.tokens(store);
      expect([await tokens.revoke(stored.id), await tokens.revoke(stored.id)]).toEqual([true, false]);
      expect(await (await backend.tokens(store)).list()).toEqual([]);
    });

    it('takes no lock away by an id that is not that of the lock', async () => {
      const store = await made();
      const writer = await backend.open(store, { mode: 'write' });
      await expect(backend.unlock(store, '0'.repeat(32))).rejects.toThrow(UsageError);
      // A writer that has lost its lock cannot write.
      await putUser(writer, 'after', { n: 1 });
      expect(await getUser(writer, 'after')).toEqual({ n: 1 });
      await writer.close();
    });
  });
}
