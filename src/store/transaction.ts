import { isDeepStrictEqual } from 'node:util';
import { PackedText } from '../base/bytes/packed-text.ts';
import { StoreError } from '../errors.ts';
import type { Entities, EntityKind } from '../platform/entities.ts';
import type { Change, EntityKey, StoreTransaction } from './port.ts';
import { type RecordView, recordOf, type StoredRecord } from './record-view.ts';
import { idsAfter } from './utf8-order.ts';

/** A net change as the text that a store keeps: of the entity, or undefined where it was deleted. */
export interface TextChange extends EntityKey {
  /** Whether there was no such entity; undefined where that is not known. */
  readonly isNew?: boolean | undefined;
  readonly after: string | undefined;
}

interface RecordChange extends EntityKey {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** What is known of one entity: as it was, and as the transaction has left it. */
class Touched {
  readonly kind: EntityKind;
  readonly id: string;
  readonly before: StoredRecord | undefined;
  isWritten = false;
  /** What was put; undefined: deleted. */
  after: StoredRecord | undefined = undefined;

  constructor(kind: EntityKind, id: string, before: StoredRecord | undefined) {
    this.kind = kind;
    this.id = id;
    this.before = before;
  }
}

/** Nobody reads most new entities: their texts are what is kept. */
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

/** Beyond so many, entities are looked up and no longer looked for. */
const FEW = 16;

/** A transaction whose changes wait in memory until its owner takes them or drops them. Its `base` does not change meanwhile. */
export class BufferedTransaction implements StoreTransaction {
  readonly #base: RecordView;
  readonly #touched: Touched[] = [];
  /** The same by kind and id, once there are many. */
  #byKind: Map<EntityKind, Map<string, Touched>> | undefined;
  /** What the net changes are about, until something is written again. */
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
    // As text at once: what becomes of the object afterwards does not matter.
    const isText = typeof entity === 'string' || entity instanceof PackedText;
    this.#write(kind, id, recordOf(isText ? entity : entityText(entity, kind, id)));
  }

  holds(kind: EntityKind, id: string, text: PackedText | string): boolean {
    this.#assertOpen();
    if (typeof text !== 'string' && this.#base.holds !== undefined && this.#known(kind, id) === undefined) {
      const isSame = this.#base.holds(kind, id, text);
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

  /** In the order in which the entities were first touched. */
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

  /** Ends the transaction and gives its net changes as texts. */
  finish(): TextChange[] {
    return this.finishRecords().map(({ kind, id, before, after }) => ({
      ...{ kind, id, isNew: before === undefined, after: after?.text },
    }));
  }

  /** The same as records: undefined where there was or is none. */
  finishRecords(): readonly RecordChange[] {
    this.end();
    return this.#netChanges();
  }

  /** Ends the transaction: a late use of it throws. */
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
    else if (this.#touched.length > FEW) {
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

  /** Takes the transaction's own ids as they are now, so that who walks them may put and delete. */
  #ownIds(base: readonly string[], kind: EntityKind): readonly string[] {
    return idsAfter(
      base,
      this.#touched.filter((touched) => touched.isWritten && touched.kind === kind),
    );
  }
}

/** Whether a record really changes. Different texts may differ only in the order of their fields. */
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

/** The JSON text of an entity, as every store keeps it. */
export function entityText(entity: unknown, kind: EntityKind, id: string): string {
  const text = JSON.stringify(entity);
  if (text === undefined) throw new StoreError(`The entity to be stored as ${kind} ${JSON.stringify(id)} is not JSON`);
  return text;
}
