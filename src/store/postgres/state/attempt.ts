/** One attempt at deciding a batch, on what is known of the database. */

import type { PackedText } from '../../../base/bytes/packed-text.ts';
import type { Entities, EntityKind } from '../../../platform/entities.ts';
import type { StoreTransaction } from '../../port.ts';
import { frozenRecordOf, type RecordView, type StoredRecord } from '../../record-view.ts';
import { BufferedTransaction, type TextChange } from '../../transaction.ts';
import { idsAfter } from '../../utf8-order.ts';
import type { Loaded } from './exchange.ts';
import { KeyMap } from './keys.ts';
import { type List, NO_ROW, NOT_LOADED, type Row, type RowCache } from './known.ts';

/** What work did: it gave a value, or it threw. */
export type Outcome<T = unknown> = { readonly value: T } | { readonly error: unknown };

/** What a batch has touched so far, and where it came from. */
export class Base implements RecordView {
  readonly #cache: RowCache;
  readonly #rows = new KeyMap<Row>();
  readonly #lists = new Map<EntityKind, List>();
  /** Kinds whose ids are wanted and not known. */
  readonly #wanted = new Set<EntityKind>();
  #missing = 0;
  #isLoaded = false;
  /** Whether rows were asked for since the database was asked: what is remembered of them may be old. */
  #hasMore = false;

  constructor(cache: RowCache) {
    this.#cache = cache;
  }

  /**
   * What is not known counts as absent until it is loaded: then the work is run again. So it is found out at once what
   * else it asks for; what it gives is worth nothing.
   */
  find = (kind: EntityKind, id: string): StoredRecord | undefined => {
    const known = this.#rows.get(kind, id);
    if (known !== undefined) return known.record;
    const row = this.#cache.get(kind, id) ?? { kind, id, version: NOT_LOADED, record: undefined };
    this.#rows.set(kind, id, row);
    this.#hasMore = true;
    if (row.version === NOT_LOADED) this.#missing += 1;
    return row.record;
  };

  ids = (kind: EntityKind): readonly string[] => {
    const list = this.#lists.get(kind);
    if (list === undefined) this.#wanted.add(kind);
    return list?.ids ?? [];
  };

  /** Whether a write would be of the first thing that is not known, with nothing loaded so far. */
  isFirstUnknown(kind: EntityKind, id: string): boolean {
    if (this.#isLoaded || !this.isWhole()) return false;
    this.find(kind, id);
    return !this.isWhole();
  }

  /** Takes what is not known for absent, where nothing else is wanted: the commit finds out whether that is so. */
  guess(): boolean {
    if (this.#isLoaded || this.#wanted.size > 0) return false;
    for (const row of this.rows())
      if (row.version === NOT_LOADED) this.#rows.set(row.kind, row.id, { ...row, version: NO_ROW });
    this.#missing = 0;
    return true;
  }

  isWhole(): boolean {
    return this.#missing === 0 && this.#wanted.size === 0;
  }

  /** Whether all that was asked for was there when the database was last asked. */
  isAsLoaded(): boolean {
    return this.#isLoaded && !this.#hasMore;
  }

  rows(): readonly Row[] {
    return this.#rows.values();
  }

  lists(): ReadonlyMap<EntityKind, List> {
    return this.#lists;
  }

  /** All that was asked for, and so is to be loaded at one moment. */
  kinds(): readonly EntityKind[] {
    return [...new Set([...this.#lists.keys(), ...this.#wanted])];
  }

  /** Takes what is known now. */
  learn({ rows, lists }: Loaded): void {
    for (const row of rows) {
      this.#rows.set(row.kind, row.id, row);
      this.#cache.set(row);
    }
    for (const [kind, list] of lists) this.#lists.set(kind, list);
    this.#wanted.clear();
    this.#missing = 0;
    this.#isLoaded = true;
    this.#hasMore = false;
  }

  forgetLists(): void {
    this.#lists.clear();
  }
}

/** What works of a batch have changed, each on what the earlier ones have left. */
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

/** A change, with what others see of it. */
export interface Written extends TextChange {
  readonly record: StoredRecord | undefined;
}

function writtenOf({ kind, id, isNew, after }: TextChange): Written {
  return { kind, id, isNew, after, record: after === undefined ? undefined : frozenRecordOf(after) };
}

const STOPPED = new Error('A write of what is not known yet: the work is to throw this on, and is run again');

/** Up to the first read of what is not known, work is not run on a guess: a write of that stops it. */
class GuessingTransaction extends BufferedTransaction {
  readonly #beforeWrite: (kind: EntityKind, id: string) => void;

  constructor(base: RecordView, beforeWrite: (kind: EntityKind, id: string) => void) {
    super(base);
    this.#beforeWrite = beforeWrite;
  }

  override put<K extends EntityKind>(kind: K, id: string, entity: Entities[K] | PackedText | string): void {
    this.#beforeWrite(kind, id);
    super.put(kind, id, entity);
  }

  override delete(kind: EntityKind, id: string): void {
    this.#beforeWrite(kind, id);
    super.delete(kind, id);
  }
}
