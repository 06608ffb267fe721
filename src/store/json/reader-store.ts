import { StoreError } from '../../errors.ts';
import type { Generation } from './generation/generation.ts';
import type { JsonStore } from './json-store.ts';

/** A store that shows one generation as it was when it was opened, and takes no changes. */
export function createReaderStore(generation: Generation): JsonStore {
  let closing: Promise<void> | undefined;
  const refuse = async () => {
    throw new StoreError('The store was opened for reading only');
  };
  return {
    read: async (work) => {
      if (closing) throw new StoreError('The store is closed');
      const view = generation.view(generation.versions.shown());
      return work(view).finally(view.release);
    },
    transact: refuse,
    checkpoint: refuse,
    close: () => {
      closing ??= generation.retire();
      return closing;
    },
  };
}
