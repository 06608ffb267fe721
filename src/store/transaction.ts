import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../errors.ts';
import type { Entities, EntityKind } from '../platform/entities.ts';
import type { Change, EntityKey, StoreTransaction } from './port.ts';
import { type RecordView, recordOf, type StoredRecord } from './record-view.ts';
import { idsAfter } from './utf8-order.ts';

/** A net change with the JSON text that a store keeps; `after` is undefined for a deleted entity. */
export interface TextChange extends EntityKey {
  /** Whether the entity did not exist before; undefined if that is not known. */
  readonly isNew?: boolean | undefined;
  readonly after: string | undefined;
}

/** An entity that a transaction has read or written. As a change it is parsed on demand: nobody reads most new entities. */
class Touched {
  readonly kind: EntityKind;
  readonly id: string;
  readonly old: StoredRecord | undefined;
  isWritten = false;
  /** The written record; undefined if the entity was deleted. */
  written: StoredRecord | undefined = undefined;

  constructor(kind: EntityKind, id: string, old: StoredRecord | undefined) {
    this.kind = kind;
    this.id = id;
    this.old = old;
  }

  get now(): StoredRecord | undefined {
    return this.isWritten ? this.written : this.old;
  }

  get before(): Entities[EntityKind] | undefined {
    return this.old?.entity() as Entities[EntityKind] | undefined;
  }

  get after(): Entities[EntityKind] | undefined {
    return this.now?.entity() as Entities[EntityKind] | undefined;
  }

  /** Whether the entity really changes. Two texts may differ only in the order of their fields, which is no change. */
  isChanged(): boolean {
    const { isWritten, old, written } = this;
    if (!isWritten) return false;
    if (old === undefined || written === undefined) return old !== written;
    return old.text !== written.text && !isDeepStrictEqual(old.entity(), written.entity());
  }
}

/**
 * A transaction that keeps its changes in memory until its owner takes or drops them. Its `base` must not change
 * meanwhile.
 */
export class BufferedTransaction implements StoreTransaction {
  readonly #base: RecordView;
  /** In the order in which the transaction first read or wrote the entities. */
  readonly #touched: Touched[] = [];
  readonly #byKind = new Map<EntityKind, Map<string, Touched>>();
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
    const written = this.#touched.filter((touched) => touched.isWritten && touched.kind === kind);
    return idsAfter(
      this.#base.ids(kind),
      written.map(({ id, written: after }) => ({ id, after })),
    );
  }

  put<K extends EntityKind>(kind: K, id: string, entity: Entities[K]): void {
    // The object becomes a text immediately, so later changes of the object have no effect.
    this.#write(kind, id, recordOf(entityText(entity, kind, id)));
  }

  delete(kind: EntityKind, id: string): void {
    this.#write(kind, id, undefined);
  }

  changes(): readonly Change[] {
    return this.#netChanges();
  }

  drop(): void {
    for (const touched of this.#touched) touched.isWritten = false;
    this.#changed = undefined;
  }

  /** Ends the transaction and returns its net changes as texts. */
  finish(): TextChange[] {
    this.end();
    return this.#netChanges().map(({ kind, id, old, written }) => ({
      kind,
      id,
      isNew: old === undefined,
      after: written?.text,
    }));
  }

  /** Ends the transaction. Any later use throws. */
  end(): void {
    this.#hasEnded = true;
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new StoreError('The transaction has ended: its view cannot be used any more');
  }

  #write(kind: EntityKind, id: string, record: StoredRecord | undefined): void {
    const touched = this.#touch(kind, id);
    touched.isWritten = true;
    touched.written = record;
    this.#changed = undefined;
  }

  #netChanges(): readonly Touched[] {
    this.#changed ??= this.#touched.filter((touched) => touched.isChanged());
    return this.#changed;
  }

  #touch(kind: EntityKind, id: string): Touched {
    this.#assertOpen();
    let ofKind = this.#byKind.get(kind);
    if (ofKind === undefined) {
      ofKind = new Map();
      this.#byKind.set(kind, ofKind);
    }
    let touched = ofKind.get(id);
    if (touched === undefined) {
      touched = new Touched(kind, id, this.#base.find(kind, id));
      ofKind.set(id, touched);
      this.#touched.push(touched);
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
