import { isDeepStrictEqual } from 'node:util';
import type { Entities, EntityKind } from '../contract/entities.ts';
import { StoreError } from '../errors.ts';
import { mergedIds } from './merged-ids.ts';
import type { Change, StoreTransaction, StoreView } from './port.ts';
import { compareUtf8 } from './utf8-order.ts';

/** A transaction whose changes wait in memory until its owner takes them or drops them. */
export interface BufferedTransaction {
  readonly transaction: StoreTransaction;
  /**
   * Ends the transaction and gives its net changes, in the order in which their entities were first touched.
   * What was put as it already was, or put and deleted again, is no change.
   */
  finish(): Promise<Change[]>;
  /** Ends the transaction: a late use of it throws. */
  end(): void;
}

/** Entities as JSON texts, so that what a caller keeps in hand can never reach into the store; undefined: deleted. */
type Buffered = Map<EntityKind, Map<string, string | undefined>>;

/** Begins a transaction over `base`. */
export function createTransaction(base: StoreView): BufferedTransaction {
  const buffered: Buffered = new Map();
  let ended = false;
  const ofKind = (kind: EntityKind) => {
    if (ended) throw new StoreError('The transaction has ended: its view cannot be used any more');
    return entriesOf(buffered, kind);
  };
  const transaction: StoreTransaction = {
    get: async <K extends EntityKind>(kind: K, id: string) => {
      const own = ofKind(kind);
      return own.has(id) ? parseEntity<K>(own.get(id)) : base.get(kind, id);
    },
    ids: (kind) => transactionIds(base, ofKind(kind), kind),
    put: (kind, id, entity) => {
      ofKind(kind).set(id, entityText(entity, kind, id));
    },
    delete: (kind, id) => {
      ofKind(kind).set(id, undefined);
    },
  };
  const end = () => {
    ended = true;
  };
  const finish = () => {
    end();
    return netChanges(base, buffered);
  };
  return { transaction, finish, end };
}

async function netChanges(base: StoreView, buffered: Buffered): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [kind, entries] of buffered) {
    for (const [id, text] of entries) {
      const before = await base.get(kind, id);
      const after = parseEntity(text);
      if (isDeepStrictEqual(before, after)) continue;
      changes.push({ kind, id, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
    }
  }
  return changes;
}

/** Takes the transaction's own ids as they are when the iteration begins, so that its body may put and delete. */
async function* transactionIds(base: StoreView, own: ReadonlyMap<string, string | undefined>, kind: EntityKind) {
  const layer = [...own].map(([id, text]) => ({ id, present: text !== undefined }));
  yield* mergedIds(
    base.ids(kind),
    layer.sort((a, b) => compareUtf8(a.id, b.id)),
  );
}

function entriesOf(buffered: Buffered, kind: EntityKind): Map<string, string | undefined> {
  const known = buffered.get(kind);
  if (known) return known;
  const fresh = new Map<string, string | undefined>();
  buffered.set(kind, fresh);
  return fresh;
}

/** The JSON text of an entity, as every store keeps it. */
export function entityText(entity: unknown, kind: EntityKind, id: string): string {
  const text = JSON.stringify(entity);
  if (text === undefined) throw new StoreError(`The entity to be stored as ${kind} ${JSON.stringify(id)} is not JSON`);
  return text;
}

/** The caller's own copy of an entity from its JSON text. */
export function parseEntity<K extends EntityKind>(text: string | undefined): Entities[K] | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Entities[K]);
}
