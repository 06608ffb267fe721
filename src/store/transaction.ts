import { isDeepStrictEqual } from 'node:util';
import type { Entities, EntityKind } from '../platform/entities.ts';
import { StoreError } from '../errors.ts';
import { mergedIds } from './merged-ids.ts';
import type { Change, StoreTransaction, StoreView } from './port.ts';
import { compareUtf8 } from './utf8-order.ts';

/** A net change as the texts that a store keeps. */
export interface TextChange {
  readonly kind: EntityKind;
  readonly id: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A transaction whose changes wait in memory until its owner takes them or drops them. */
export interface BufferedTransaction {
  readonly transaction: StoreTransaction;
  /**
   * Ends the transaction and gives its net changes, in the order in which their entities were first touched.
   * An entity that was put unchanged, or put and deleted again, is not a change.
   */
  finish(): Promise<TextChange[]>;
  /** Ends the transaction: a late use of it throws. */
  end(): void;
}

/** Entities as JSON texts, so that what a caller keeps in hand can never reach into the store; undefined: deleted. */
type Buffered = Map<EntityKind, Map<string, string | undefined>>;

/** Begins a transaction over `base`. */
export function createTransaction(base: StoreView): BufferedTransaction {
  const buffered: Buffered = new Map();
  const baseText = createTextMemory(base);
  let ended = false;
  const ofKind = (kind: EntityKind) => {
    if (ended) throw new StoreError('The transaction has ended: its view cannot be used any more');
    return entriesOf(buffered, kind);
  };
  const text = (kind: EntityKind, id: string) => {
    const own = ofKind(kind);
    return own.has(id) ? own.get(id) : baseText(kind, id);
  };
  const transaction: StoreTransaction = {
    get: async <K extends EntityKind>(kind: K, id: string) => parseEntity<K>(await text(kind, id)),
    text,
    ids: (kind) => transactionIds(base, ofKind(kind), kind),
    put: (kind, id, entity) => {
      ofKind(kind).set(id, entityText(entity, kind, id));
    },
    delete: (kind, id) => {
      ofKind(kind).set(id, undefined);
    },
    isChanged: async () => (await netChanges(baseText, buffered)).length > 0,
  };
  const end = () => {
    ended = true;
  };
  const finish = () => {
    end();
    return netChanges(baseText, buffered);
  };
  return { transaction, finish, end };
}

async function netChanges(baseText: StoreView['text'], buffered: Buffered): Promise<TextChange[]> {
  const changes: TextChange[] = [];
  for (const [kind, entries] of buffered) {
    for (const [id, after] of entries) {
      const before = await baseText(kind, id);
      if (!isSameEntity(before, after)) changes.push({ kind, id, before, after });
    }
  }
  return changes;
}

/** Nearly always the texts tell; where they differ, it may be only in the order of their fields. */
function isSameEntity(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}

/** The change with its entities, copies of the caller's own. */
export function toChange({ kind, id, before, after }: TextChange): Change {
  const [old, now] = [parseEntity(before), parseEntity(after)];
  return { kind, id, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
}

/** The values that a transaction has read are read again when it ends; the base does not change meanwhile. */
function createTextMemory(base: StoreView): StoreView['text'] {
  const known = new Map<EntityKind, Map<string, string | undefined>>();
  return (kind, id) => {
    const texts = entriesOf(known, kind);
    if (texts.has(id)) return texts.get(id);
    const text = base.text(kind, id);
    if (!(text instanceof Promise)) return remember(texts, id, text);
    return text.then((found) => remember(texts, id, found));
  };
}

function remember(texts: Map<string, string | undefined>, id: string, text: string | undefined): string | undefined {
  texts.set(id, text);
  return text;
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
function entityText(entity: unknown, kind: EntityKind, id: string): string {
  const text = JSON.stringify(entity);
  if (text === undefined) throw new StoreError(`The entity to be stored as ${kind} ${JSON.stringify(id)} is not JSON`);
  return text;
}

/** The caller's own copy of an entity from its JSON text. */
export function parseEntity<K extends EntityKind>(text: string | undefined): Entities[K] | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Entities[K]);
}
