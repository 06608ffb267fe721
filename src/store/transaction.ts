import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../base/json-value.ts';
import { StoreError } from '../errors.ts';
import type { Entities, EntityKind } from '../platform/entities.ts';
import { KeyMap } from './key-map.ts';
import type { Change, EntityKey, StoreTransaction, StoreView } from './port.ts';
import { idsAfter } from './utf8-order.ts';

/** A net change with the JSON text that a store keeps; `after` is undefined for a deleted entity. */
export interface TextChange extends EntityKey {
  readonly after: string | undefined;
}

/** An entity that a transaction has read or written. As a change it is parsed on demand: nobody reads most new entities. */
class Touched {
  readonly kind: EntityKind;
  readonly id: string;
  readonly old: StoredRecord | undefined;
  /** The current record; undefined if the entity was deleted. */
  now: StoredRecord | undefined;

  constructor(kind: EntityKind, id: string, old: StoredRecord | undefined) {
    this.kind = kind;
    this.id = id;
    this.old = old;
    this.now = old;
  }

  get before(): Entities[EntityKind] | undefined {
    return this.old?.entity() as Entities[EntityKind] | undefined;
  }

  get after(): Entities[EntityKind] | undefined {
    return this.now?.entity() as Entities[EntityKind] | undefined;
  }

  /** Whether the entity really changes. Two texts may differ only in the order of their fields, which is no change. */
  isChanged(): boolean {
    const { old, now } = this;
    if (old === undefined || now === undefined) return old !== now;
    return old.text !== now.text && !isDeepStrictEqual(old.entity(), now.entity());
  }
}

/**
 * A transaction that keeps its changes in memory until its owner takes or drops them. Its `base` must not change
 * meanwhile.
 */
export class BufferedTransaction implements StoreTransaction {
  readonly #base: RecordView;
  readonly #touched = new KeyMap<Touched>();
  /** The entities with a net change; undefined after each write, until they are needed. */
  #changed: readonly Touched[] | undefined;
  #hasEnded = false;

  constructor(base: RecordView) {
    this.#base = base;
  }

  get<K extends EntityKind>(kind: K, id: string): Entities[K] | undefined {
    return this.#touch(kind, id).now?.entity() as Entities[K] | undefined;
  }

  /** Returns a copy of the current ids, so that callers may put and delete while they iterate. */
  ids(kind: EntityKind): readonly string[] {
    this.#assertOpen();
    const written = [...this.#touched.of(kind).values()].filter((touched) => touched.now !== touched.old);
    return idsAfter(
      this.#base.ids(kind),
      written.map(({ id, now: after }) => ({ id, after })),
    );
  }

  put<K extends EntityKind>(kind: K, id: string, entity: Entities[K]): void {
    // The object becomes a text immediately, so later changes of the object have no effect.
    this.#write(kind, id, new StoredRecord(entityText(entity, kind, id)));
  }

  delete(kind: EntityKind, id: string): void {
    this.#write(kind, id, undefined);
  }

  changes(): readonly Change[] {
    return this.#netChanges();
  }

  drop(): void {
    for (const touched of this.#touched.values()) touched.now = touched.old;
    this.#changed = undefined;
  }

  /** Ends the transaction and returns its net changes as texts. */
  finish(): TextChange[] {
    this.end();
    return this.#netChanges().map(({ kind, id, now }) => ({ kind, id, after: now?.text }));
  }

  /** Ends the transaction. Any later use throws. */
  end(): void {
    this.#hasEnded = true;
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new StoreError('The transaction has ended: its view cannot be used any more');
  }

  #write(kind: EntityKind, id: string, record: StoredRecord | undefined): void {
    this.#touch(kind, id).now = record;
    this.#changed = undefined;
  }

  #netChanges(): readonly Touched[] {
    this.#changed ??= this.#touched.values().filter((touched) => touched.isChanged());
    return this.#changed;
  }

  #touch(kind: EntityKind, id: string): Touched {
    this.#assertOpen();
    let touched = this.#touched.get(kind, id);
    if (touched === undefined) {
      touched = new Touched(kind, id, this.#base.find(kind, id));
      this.#touched.set(kind, id, touched);
    }
    return touched;
  }
}

/** Returns the JSON text of an entity, which every store keeps. */
function entityText(entity: unknown, kind: EntityKind, id: string): string {
  const text = JSON.stringify(entity);
  if (text === undefined) throw new StoreError(`The entity to be stored as ${kind} ${JSON.stringify(id)} is not JSON`);
  return text;
}

/** An entity as its JSON text, which is parsed once, on demand. The entity is frozen, since many callers share it. */
export class StoredRecord {
  readonly text: string;
  #entity: unknown;

  constructor(text: string) {
    this.text = text;
  }

  entity(): unknown {
    this.#entity ??= freeze(parseJson(this.text));
    if (this.#entity !== undefined) return this.#entity;
    throw new StoreError('An entity in the store is no JSON, so it is not as it was written', {
      hint: (at) => `"examctl local verify${at}" names it; then restore a backup into a new store.`,
    });
  }
}

/** A state whose entities are JSON texts. */
export interface RecordView {
  find(kind: EntityKind, id: string): StoredRecord | undefined;
  /** The ids in ascending order of their UTF-8 bytes. The list never changes. */
  ids(kind: EntityKind): readonly string[];
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

/** Shows a state as the view of the port. */
export function viewOf({ find, ids }: RecordView): StoreView {
  return {
    get: <K extends EntityKind>(kind: K, id: string) => find(kind, id)?.entity() as Entities[K] | undefined,
    ids,
  };
}
