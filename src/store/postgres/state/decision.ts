/**
 * Decides transactions in memory, on rows of the database. Each row has the number of the commit that wrote it as its
 * version, and the commit of a decision checks the versions of all rows that the decision has read.
 */
import { randomBytes } from 'node:crypto';
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey, StoreTransaction } from '../../port.ts';
import { frozenRecordOf, type RecordView, type StoredRecord } from '../../record-view.ts';
import { BufferedTransaction, type TextChange } from '../../transaction.ts';
import { idsAfter } from '../../utf8-order.ts';
import type { Query } from '../connection/database.ts';
import { KeyMap, keyColumns } from './keys.ts';
import { type List, type Load, NO_ROW, NOT_LOADED, type Row } from './load.ts';

/** The result of a transaction: its value, or the error that it threw. */
export type Outcome<T = unknown> = { readonly value: T; readonly isChange: boolean } | { readonly error: unknown };

type Work<T> = (transaction: StoreTransaction) => T;

interface DecisionOptions {
  readonly load: Load;
  /** Rows that were read before. They may be out of date. */
  readonly cache: RowCache;
  /**
   * Whether batches follow each other until one commit, or on a snapshot. Then a load has only the missing rows, and the
   * transactions after one that throws are left out. Otherwise, each load has all rows, so that they are from one moment.
   */
  readonly isPlan?: boolean;
}

interface Batch {
  /** The entities that the transactions will probably read: they are loaded before. */
  readonly keys?: readonly EntityKey[];
  /**
   * Whether unknown rows count as absent if all transactions change something: new entities mostly have new keys. The
   * commit finds out.
   */
  readonly mayGuess?: boolean;
}

/** A change, with its record once somebody has read it. */
interface Changed extends TextChange {
  record?: StoredRecord;
}

/** Rows in one statement of a plan. */
const ROWS_TOGETHER = 2_000;
const READ_ONLY = '=';
const DELETED = '-';
const UNKNOWN: Row = { version: NOT_LOADED, record: undefined };
const ABSENT: Row = { version: NO_ROW, record: undefined };

export class Decision implements RecordView {
  readonly #options: DecisionOptions;
  /** The versions of all rows that were read so far. */
  readonly #seen = new KeyMap<string>();
  readonly #lists = new Map<EntityKind, List>();
  readonly #changes = new KeyMap<Changed>();
  /** The rows that the current batch has read. */
  #read = new KeyMap<Row>();
  /** The changes of the current batch. */
  #batch = new KeyMap<Changed>();
  #missing: EntityKey[] = [];
  readonly #missingLists = new Set<EntityKind>();
  /** Whether all rows are from the last load. */
  #isOneMoment = false;
  /** Whether unknown rows were taken for absent. */
  isGuess = false;

  constructor(options: DecisionOptions) {
    this.#options = options;
  }

  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }

  /** The keys of all rows that were read. */
  get keys(): readonly EntityKey[] {
    return this.#seen.keys();
  }

  /** An unknown entity counts as absent: the work finds out what else it needs, and then runs again. */
  find = (kind: EntityKind, id: string): StoredRecord | undefined => {
    const change = this.#batch.get(kind, id) ?? this.#changes.get(kind, id);
    if (change?.after !== undefined) change.record ??= frozenRecordOf(change.after);
    if (change !== undefined) return change.record;
    const known = this.#read.get(kind, id);
    if (known !== undefined) return known.record;
    const row = this.#options.cache.get(kind, id) ?? UNKNOWN;
    this.#isOneMoment = false;
    this.#read.set(kind, id, row);
    if (row === UNKNOWN) this.#missing.push({ kind, id });
    else this.#see({ kind, id }, row);
    return row.record;
  };

  ids = (kind: EntityKind): readonly string[] => {
    const list = this.#lists.get(kind);
    if (list === undefined) this.#missingLists.add(kind);
    const changes = new Map([...this.#changes.of(kind), ...this.#batch.of(kind)].map((change) => [change.id, change]));
    return idsAfter(list?.ids ?? [], [...changes.values()]);
  };

  /** Decides transactions, each on the state after the earlier ones, and takes over their changes. */
  async decide<T>(works: readonly Work<T>[], { keys = [], mayGuess = false }: Batch = {}): Promise<Outcome<T>[]> {
    for (const { kind, id } of keys) this.find(kind, id);
    if (this.#isIncomplete()) await this.#load();
    for (;;) {
      this.#batch = new KeyMap();
      const outcomes = this.#runAll(works);
      if (this.#isIncomplete() && !(mayGuess && this.#guess(outcomes))) await this.#load();
      else if (this.#isDecided() || (await this.#load())) {
        for (const change of this.#batch.values()) this.#changes.set(change.kind, change.id, change);
        this.#batch = new KeyMap();
        if (this.#options.isPlan) this.#read = new KeyMap();
        return outcomes;
      }
    }
  }

  /** Returns the commit of all changes as one statement. If it is repeated, the database knows the number. */
  statement(tenant: string, number: string): Query {
    return this.#commit(tenant, number, this.keys, [...this.#lists]);
  }

  /** Yields the commit of all changes as many statements of one transaction. */
  *statements(tenant: string): Generator<Query> {
    const keys = this.keys;
    for (let from = 0; from < keys.length; from += ROWS_TOGETHER) {
      const lists = from === 0 ? [...this.#lists] : [];
      yield this.#commit(tenant, newNumber(), keys.slice(from, from + ROWS_TOGETHER), lists);
    }
  }

  /** Writes the committed changes into the cache, or removes all that was read from it if others have changed it. */
  settle(number: string, isCommitted: boolean): void {
    const { cache } = this.#options;
    if (!isCommitted) for (const { kind, id } of this.keys) cache.delete(kind, id);
    else
      for (const { kind, id, after } of this.#changes.values())
        cache.set(kind, id, after === undefined ? ABSENT : { version: number, record: frozenRecordOf(after) });
  }

  #commit(tenant: string, number: string, keys: readonly EntityKey[], lists: readonly [EntityKind, List][]): Query {
    const bodies = keys.map(({ kind, id }) => bodyOf(this.#changes.get(kind, id))).join('\n');
    const versions = keys.map(({ kind, id }) => this.#seen.get(kind, id)).join('\n');
    const digests = lists.map(([, { digest }]) => digest).join('\n');
    const values = [
      tenant,
      number,
      ...keyColumns(keys),
      versions,
      bodies,
      lists.map(([kind]) => kind).join('\n'),
      digests,
    ];
    return { name: 'commit', text: 'SELECT examctl.commit($1, $2, $3, $4, $5, $6, $7, $8) AS done', values };
  }

  /** A plan keeps the version that it has seen first: the commit refuses any other one. */
  #see({ kind, id }: EntityKey, { version }: Row): void {
    if (!this.#options.isPlan || this.#seen.get(kind, id) === undefined) this.#seen.set(kind, id, version);
  }

  #isIncomplete(): boolean {
    return this.#missing.length > 0 || this.#missingLists.size > 0;
  }

  /** Whether the batch was decided on the state of one moment, or its commit finds out. */
  #isDecided(): boolean {
    return this.#isOneMoment || this.#options.isPlan === true || this.#batch.size > 0;
  }

  #guess(outcomes: readonly Outcome[]): boolean {
    if (this.#missingLists.size > 0 || !outcomes.every((one) => 'value' in one && one.isChange)) return false;
    for (const key of this.#missing) this.#see(key, ABSENT);
    this.#missing = [];
    this.isGuess = true;
    return true;
  }

  /** Loads what is missing. Returns true if all that was known is up to date. */
  async #load(): Promise<boolean> {
    const { load, isPlan, cache } = this.#options;
    const keys = isPlan ? this.#missing : this.#read.keys();
    const kinds = isPlan ? [...this.#missingLists] : [...this.#lists.keys(), ...this.#missingLists];
    const known = keys.map(({ kind, id }) => ({ kind, id, version: this.#read.get(kind, id)?.version ?? NOT_LOADED }));
    const loaded = await load(known, kinds);
    let isSame = true;
    for (const [at, row] of loaded.rows) {
      const key = keys[at] as EntityKey;
      isSame = false;
      this.#read.set(key.kind, key.id, row);
      this.#see(key, row);
      cache.set(key.kind, key.id, row);
    }
    for (const [kind, list] of loaded.lists) {
      isSame &&= this.#lists.get(kind)?.digest === list.digest;
      this.#lists.set(kind, list);
    }
    this.#missing = [];
    this.#missingLists.clear();
    this.#isOneMoment = true;
    return isSame;
  }

  #runAll<T>(works: readonly Work<T>[]): Outcome<T>[] {
    const outcomes: Outcome<T>[] = [];
    for (const work of works) {
      const outcome = this.#runOne(work);
      outcomes.push(outcome);
      if (this.#options.isPlan && 'error' in outcome) break;
    }
    return outcomes;
  }

  #runOne<T>(work: Work<T>): Outcome<T> {
    const transaction = new BufferedTransaction(this);
    try {
      const value = work(transaction);
      const changes = transaction.finish();
      for (const change of changes) this.#batch.set(change.kind, change.id, change);
      return { value, isChange: changes.length > 0 };
    } catch (error) {
      return { error };
    } finally {
      transaction.end();
    }
  }
}

function bodyOf(change: TextChange | undefined): string {
  return change === undefined ? READ_ONLY : (change.after ?? DELETED);
}

/** Makes a unique number for a commit: 62 random bits, plus 1, since 0 is the version of a missing row. */
export function newNumber(): string {
  return String((randomBytes(NUMBER_BYTES).readBigUInt64BE() >> 2n) + 1n);
}

const NUMBER_BYTES = 8;
const MAX_CACHED_ROWS = 20_000;
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;

/** Rows that were read or written. When it is full, it is emptied: what is needed often comes back with the next load. */
export class RowCache {
  #rows = new KeyMap<Row>();
  #characters = 0;

  get(kind: EntityKind, id: string): Row | undefined {
    return this.#rows.get(kind, id);
  }

  set(kind: EntityKind, id: string, row: Row): void {
    if (this.#rows.size >= MAX_CACHED_ROWS || this.#characters >= MAX_CACHED_CHARACTERS) {
      this.#rows = new KeyMap();
      this.#characters = 0;
    }
    this.#rows.set(kind, id, row);
    this.#characters += row.record?.text.length ?? 0;
  }

  delete(kind: EntityKind, id: string): void {
    this.#rows.delete(kind, id);
  }
}
