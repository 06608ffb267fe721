import { isDeepStrictEqual } from 'node:util';
import { PackedText } from '../base/bytes/packed-text.ts';
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

interface RecordChange extends EntityKey {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** An entity that a transaction has read or written: its record before, and after the transaction. */
class Touched {
  readonly kind: EntityKind;
  readonly id: string;
  readonly before: StoredRecord | undefined;
  isWritten = false;
  /** The written record; undefined if the entity was deleted. */
  after: StoredRecord | undefined = undefined;

  constructor(kind: EntityKind, id: string, before: StoredRecord | undefined) {
    this.kind = kind;
    this.id = id;
    this.before = before;
  }
}

/** The change that creates an entity. It is parsed only on demand, since nobody reads most new entities. */
class Creation implements Change {
  readonly kind: EntityKind;
  readonly id: string;
  readonly #record: StoredRecord;

  constructor({ kind, id }: Touched, record: StoredRecord) {
    this.kind = kind;
    this.id = id;
    this.#record = record;
  }

  get after(): Entities[EntityKind] {
    return this.#record.entity() as Entities[EntityKind];
  }
}

/** Up to this number, a search through the list of entities is faster than a map. */
const MAX_LISTED = 16;

/**
 * A transaction that keeps its changes in memory until its owner takes or drops them. Its `base` must not change
 * meanwhile.
 */
export class BufferedTransaction implements StoreTransaction {
  readonly #base: RecordView;
  readonly #touched: Touched[] = [];
  /** The same entities by kind and id, if there are many. */
  #byKind: Map<EntityKind, Map<string, Touched>> | undefined;
  /** The entities with a net change; undefined after each write, until they are needed. */
  #changed: readonly Touched[] | undefined;
  #hasEnded = false;

  constructor(base: RecordView) {
    this.#base = base;
  }

  get<K extends EntityKind>(kind: K, id: string): Entities[K] | undefined {
    const { isWritten, after, before } = this.#touch(kind, id);
    return (isWritten ? after : before)?.entity() as Entities[K] | undefined;
  }

  ids(kind: EntityKind): readonly string[] {
    this.#assertOpen();
    return this.#ownIds(this.#base.ids(kind), kind);
  }

  put<K extends EntityKind>(kind: K, id: string, entity: Entities[K] | PackedText | string): void {
    // The object becomes a text immediately, so later changes of the object have no effect.
    const isText = typeof entity === 'string' || entity instanceof PackedText;
    this.#write(kind, id, recordOf(isText ? entity : entityText(entity, kind, id)));
  }

  hasText(kind: EntityKind, id: string, text: PackedText | string): boolean {
    this.#assertOpen();
    if (typeof text !== 'string' && this.#base.hasText !== undefined && this.#known(kind, id) === undefined) {
      const isSame = this.#base.hasText(kind, id, text);
      if (isSame === undefined) this.#enter(new Touched(kind, id, undefined));
      if (isSame !== false) return isSame === true;
    }
    const { isWritten, after, before } = this.#touch(kind, id);
    const record = isWritten ? after : before;
    return record !== undefined && record.text === String(text);
  }

  delete(kind: EntityKind, id: string): void {
    this.#write(kind, id, undefined);
  }

  /** The net changes, in the order in which the transaction first read or wrote the entities. */
  changes(): readonly Change[] {
    return this.#netChanges().map(toChange);
  }

  drop(): void {
    for (const touched of this.#touched) {
      touched.isWritten = false;
      touched.after = undefined;
    }
    this.#changed = undefined;
  }

  /** Ends the transaction and returns its net changes as texts. */
  finish(): TextChange[] {
    return this.finishRecords().map(({ kind, id, before, after }) => ({
      kind,
      id,
      isNew: before === undefined,
      after: after?.text,
    }));
  }

  /** Ends the transaction and returns its net changes as records; undefined for a missing or deleted entity. */
  finishRecords(): readonly RecordChange[] {
    this.end();
    return this.#netChanges();
  }

  /** Ends the transaction. Any later use throws. */
  end(): void {
    this.#hasEnded = true;
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new StoreError('The transaction has ended: its view cannot be used any more');
  }

  #write(kind: EntityKind, id: string, after: StoredRecord | undefined): void {
    const touched = this.#touch(kind, id);
    touched.isWritten = true;
    touched.after = after;
    this.#changed = undefined;
  }

  #touch(kind: EntityKind, id: string): Touched {
    this.#assertOpen();
    const known = this.#known(kind, id);
    if (known !== undefined) return known;
    return this.#enter(new Touched(kind, id, this.#base.find(kind, id)));
  }

  #enter(fresh: Touched): Touched {
    this.#touched.push(fresh);
    if (this.#byKind !== undefined) enter(this.#byKind, fresh);
    else if (this.#touched.length > MAX_LISTED) {
      this.#byKind = new Map();
      for (const touched of this.#touched) enter(this.#byKind, touched);
    }
    return fresh;
  }

  #known(kind: EntityKind, id: string): Touched | undefined {
    if (this.#byKind !== undefined) return this.#byKind.get(kind)?.get(id);
    for (const touched of this.#touched) if (touched.id === id && touched.kind === kind) return touched;
    return undefined;
  }

  #netChanges(): readonly Touched[] {
    this.#changed ??= this.#touched.filter(isNetChange);
    return this.#changed;
  }

  /** Returns a copy of the current ids, so that callers may put and delete while they iterate. */
  #ownIds(base: readonly string[], kind: EntityKind): readonly string[] {
    return idsAfter(
      base,
      this.#touched.filter((touched) => touched.isWritten && touched.kind === kind),
    );
  }
}

/** Whether a record really changes. Two texts may differ only in the order of their fields, which is no change. */
function isNetChange({ isWritten, before, after }: Touched): boolean {
  if (!isWritten) return false;
  if (before === undefined || after === undefined) return before !== after;
  return before.text !== after.text && !isDeepStrictEqual(before.entity(), after.entity());
}

function toChange(touched: Touched): Change {
  const { kind, id, before, after } = touched;
  type Any = Entities[EntityKind];
  if (after === undefined) return { kind, id, before: before?.entity() as Any };
  if (before !== undefined) return { kind, id, before: before.entity() as Any, after: after.entity() as Any };
  return new Creation(touched, after);
}

function enter(byKind: Map<EntityKind, Map<string, Touched>>, touched: Touched): void {
  const ofKind = byKind.get(touched.kind);
  if (ofKind === undefined) byKind.set(touched.kind, new Map([[touched.id, touched]]));
  else ofKind.set(touched.id, touched);
}

/** Returns the JSON text of an entity, which every store keeps. */
export function entityText(entity: unknown, kind: EntityKind, id: string): string {
  const text = JSON.stringify(entity);
  if (text === undefined) throw new StoreError(`The entity to be stored as ${kind} ${JSON.stringify(id)} is not JSON`);
  return text;
}
