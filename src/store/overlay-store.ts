import type { EntityKind } from '../platform/entities.ts';
import { StoreError } from '../errors.ts';
import { mergedIds } from './merged-ids.ts';
import type { Change, Store, StoreTransaction, StoreView } from './port.ts';
import { createSerialQueue } from './serial-queue.ts';
import { createTransaction, parseEntity, type TextChange, toChange } from './transaction.ts';
import { createVersions, type VersionsView } from './versions.ts';

/**
 * A store whose changes stay in memory over `base`, which is only read and never closed: for rehearsals.
 * `onCommit` hears the net changes of each transaction that ended well, also when there were none.
 */
export function createOverlayStore(
  base: Pick<Store, 'read'>,
  onCommit: (changes: readonly Change[]) => void = () => {},
): Store {
  const versions = createVersions<string>();
  const queue = createSerialQueue();
  let closed = false;

  const withView = <T>(work: (view: StoreView) => Promise<T>): Promise<T> =>
    base.read(async (below) => {
      const layer = versions.view(versions.shown());
      try {
        return await work(layeredView(below, layer));
      } finally {
        layer.release();
      }
    });
  const commit = (changes: readonly TextChange[]) => {
    if (changes.length > 0) versions.show(versions.add(changes.map(toKeyChange)));
    onCommit(changes.map(toChange));
  };
  const transactNow = <T>(work: (transaction: StoreTransaction) => Promise<T>): Promise<T> =>
    withView(async (view) => {
      const { transaction, finish, end } = createTransaction(view);
      try {
        const result = await work(transaction);
        commit(await finish());
        return result;
      } finally {
        end();
      }
    });
  const whenOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreError('The store is closed');
    return work();
  };
  return {
    read: (work) => whenOpen(() => withView(work)),
    transact: (work) => whenOpen(() => queue.run(() => transactNow(work))),
    close: async () => {
      closed = true;
      await queue.idle();
    },
  };
}

function layeredView(below: StoreView, layer: VersionsView<string>): StoreView {
  const text = (kind: EntityKind, id: string) => {
    const own = layer.find(kind, id);
    return own ? own.payload : below.text(kind, id);
  };
  return {
    get: async <K extends EntityKind>(kind: K, id: string) => parseEntity<K>(await text(kind, id)),
    text,
    ids: (kind) => mergedIds(below.ids(kind), layer.touched(kind)),
  };
}

function toKeyChange({ kind, id, after }: TextChange) {
  return { kind, id, payload: after };
}
