/**
 * One attempt to decide a batch on the known rows of the database. If it needs other rows, they are loaded and it runs
 * again.
 */

import type { Entities, EntityKind } from '../../../platform/entities.ts';
import type { StoreTransaction } from '../../port.ts';
import { frozenRecordOf, type RecordView, type StoredRecord } from '../../record-view.ts';
import { BufferedTransaction, type TextChange } from '../../transaction.ts';
import { idsAfter } from '../../utf8-order.ts';
import type { Loaded } from './exchange.ts';
import { KeyMap } from './keys.ts';
import { type List, NO_ROW, NOT_LOADED, type Row, type RowCache } from './known.ts';

/** The result of work: its value, or the error that it threw. */
export type Outcome<T = unknown> = { readonly value: T } | { readonly error: unknown };

/** The rows and lists that a batch has read so far, as they are in the database. */
export class Base implements RecordView {
  readonly #cache: RowCache;
  readonly #rows = new KeyMap<Row>();
  readonly #lists = new Map<EntityKind, List>();
  /** Kinds whose ids the batch needs, and which are not known. */
  readonly #wanted = new Set<EntityKind>();
  #missing = 0;
  #isLoaded = false;
  /** Whether the batch has read rows from the cache since the last load. Such rows may be out of date. */
  #hasCachedRows = false;

  constructor(cache: RowCache) {
    this.#cache = cache;
  }

  /**
   * An unknown row counts as absent until it is loaded, and then the work runs again. So one attempt finds out all rows
   * that the work needs. The result of such an attempt is not used.
   */
  find = (kind: EntityKind, id: string): StoredRecord | undefined => {
    const known = this.#rows.get(kind, id);
    if (known !== undefined) return known.record;
    const row = this.#cache.get(kind, id) ?? { kind, id, version: NOT_LOADED, record: undefined };
    this.#rows.set(kind, id, row);
    this.#hasCachedRows = true;
    if (row.version === NOT_LOADED) this.#missing += 1;
    return row.record;
  };

  ids = (kind: EntityKind): readonly string[] => {
    const list = this.#lists.get(kind);
    if (list === undefined) this.#wanted.add(kind);
    return list?.ids ?? [];
  };

  /** Whether this entity is the first unknown one, and nothing was loaded so far. */
  isFirstUnknown(kind: EntityKind, id: string): boolean {
    if (this.#isLoaded || !this.isComplete()) return false;
    this.find(kind, id);
    return !this.isComplete();
  }

  /** Assumes that all unknown rows are absent, if no list is needed. The commit checks the assumption. */
  guess(): boolean {
    if (this.#isLoaded || this.#wanted.size > 0) return false;
    for (const row of this.rows())
      if (row.version === NOT_LOADED) this.#rows.set(row.kind, row.id, { ...row, version: NO_ROW });
    this.#missing = 0;
    return true;
  }

  /** Whether all rows and lists are known that the batch needs. */
  isComplete(): boolean {
    return this.#missing === 0 && this.#wanted.size === 0;
  }

  /** Whether all rows are from the last load. */
  isAsLoaded(): boolean {
    return this.#isLoaded && !this.#hasCachedRows;
  }

  rows(): readonly Row[] {
    return this.#rows.values();
  }

  lists(): ReadonlyMap<EntityKind, List> {
    return this.#lists;
  }

  /** The kinds whose lists the batch needs. They are loaded together. */
  kinds(): readonly EntityKind[] {
    return [...new Set([...this.#lists.keys(), ...this.#wanted])];
  }

  /** Adds loaded rows and lists. */
  learn({ rows, lists }: Loaded): void {
    for (const row of rows) {
      this.#rows.set(row.kind, row.id, row);
      this.#cache.set(row);
    }
    for (const [kind, list] of lists) this.#lists.set(kind, list);
    this.#wanted.clear();
    this.#missing = 0;
    this.#isLoaded = true;
    this.#hasCachedRows = false;
  }

  forgetLists(): void {
    this.#lists.clear();
  }
}

/** The changes of a batch. Each work sees the changes of the works before it. */
export class Overlay implements RecordView {
  readonly #base: Base;
  readonly changes = new KeyMap<Written>();

  constructor(base: Base) {
    this.#base = base;
  }

  find = (kind: EntityKind, id: string): StoredRecord | undefined => {
    const written = this.changes.get(kind, id);
    return written === undefined ? this.#base.find(kind, id) : written.record;
  };

  ids = (kind: EntityKind): readonly string[] => idsAfter(this.#base.ids(kind), [...this.changes.of(kind)]);

  run<T>(work: (transaction: StoreTransaction) => T): Outcome<T> & { readonly changes: readonly Written[] } {
    let isRunning = true;
    const transaction = new GuessingTransaction(this, (kind, id) => {
      if (isRunning && this.changes.get(kind, id) === undefined && this.#base.isFirstUnknown(kind, id)) throw STOPPED;
    });
    try {
      const value = work(transaction);
      const changes = transaction.finish().map(writtenOf);
      for (const change of changes) this.changes.set(change.kind, change.id, change);
      return { value, changes };
    } catch (error) {
      return { error, changes: [] };
    } finally {
      isRunning = false;
      transaction.end();
    }
  }
}

/** A change, with the record that later works of the batch read. */
export interface Written extends TextChange {
  readonly record: StoredRecord | undefined;
}

function writtenOf({ kind, id, isNew, after }: TextChange): Written {
  return { kind, id, isNew, after, record: after === undefined ? undefined : frozenRecordOf(after) };
}

const STOPPED = new Error('The entity to write is not known yet: the work must not catch this error, and runs again');

/**
 * A transaction that stops the work at a write of the first unknown entity. The entity is loaded, and the work runs
 * again.
 */
class GuessingTransaction extends BufferedTransaction {
  readonly #beforeWrite: (kind: EntityKind, id: string) => void;

  constructor(base: RecordView, beforeWrite: (kind: EntityKind, id: string) => void) {
    super(base);
    this.#beforeWrite = beforeWrite;
  }

  override put<K extends EntityKind>(kind: K, id: string, entity: Entities[K]): void {
    this.#beforeWrite(kind, id);
    super.put(kind, id, entity);
  }

  override delete(kind: EntityKind, id: string): void {
    this.#beforeWrite(kind, id);
    super.delete(kind, id);
  }
}
