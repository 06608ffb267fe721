import { createOverlayStore } from '../../../src/store/overlay-store.ts';
import type { Store, StoreView } from '../../../src/store/port.ts';

/** An empty store that keeps its state in memory, for as long as the process lives. */
export function createMemoryStore(): Store {
  return createOverlayStore({ read: (work) => work(NOTHING) });
}

const NOTHING: StoreView = {
  get: async () => undefined,
  text: () => undefined,
  async *ids() {},
};
