/**
 * Decides transactions in memory, on rows of the database. Each row has the number of the commit that wrote it as its
 * version, and the commit of a decision checks the versions of all rows that the decision has read.
 */
import { randomBytes } from 'node:crypto';
import type { EntityKind } from '../../../platform/entities.ts';
import { KeyMap } from '../../key-map.ts';
import type { EntityKey, StoreTransaction } from '../../port.ts';
import { BufferedTransaction, type RecordView, StoredRecord, type TextChange } from '../../transaction.ts';
import { idsAfter } from '../../utf8-order.ts';
import type { Query } from '../connection/database.ts';
import { keyColumns } from './keys.ts';
import { type List, type Load, NO_ROW, type Row } from './load.ts';

/** The result of a transaction: its value, or the error that it threw. */
export type Outcome<T = unknown> = { readonly value: T; readonly isChange: boolean } | { readonly error: unknown };

type Work<T> = (transaction: StoreTransaction) => T;

interface DecisionOptions {
  readonly load: Load;
  /**
   * Whether batches follow each other until one commit, or on a snapshot. Then a load has only the missing rows, and the
   * transactions after one that throws are left out. Otherwise, each load has all rows, so that they are from one moment.
   */
  readonly isPlan?: boolean;
}

/** A change, with its record once somebody has read it. */
interface Changed extends TextChange {
  record?: StoredRecord;
}

/** Rows in one statement of a plan. */
const ROWS_TOGETHER = 2_000;
const READ_ONLY = '=';
const DELETED = '-';
const ABSENT: Row = { version: NO_ROW, record: undefined };
/** A plan with more rows than these forgets them after a batch. */
const MAX_ROWS = 20_000;

export class Decision implements RecordView {
  readonly #options: DecisionOptions;
  /** The versions of all rows that were read so far. */
  readonly #seen = new KeyMap<string>();
  readonly #lists = new Map<EntityKind, List>();
  readonly #changes = new KeyMap<Changed>();
  /** The rows that are loaded, or missing. A plan keeps them for the next batch, which reads the same roles and groups. */
  #read = new KeyMap<Row>();
  /** The changes of the current batch. */
  #batch = new KeyMap<Changed>();
  #missing: EntityKey[] = [];
  readonly #missingLists = new Set<EntityKind>();

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
    if (change?.after !== undefined) change.record ??= new StoredRecord(change.after);
    if (change !== undefined) return change.record;
    const known = this.#read.get(kind, id);
    if (known !== undefined) return known.record;
    this.#missing.push({ kind, id });
    this.#read.set(kind, id, ABSENT);
    return undefined;
  };

  ids = (kind: EntityKind): readonly string[] => {
    const list = this.#lists.get(kind);
    if (list === undefined) this.#missingLists.add(kind);
    const changes = new Map([...this.#changes.of(kind), ...this.#batch.of(kind)]);
    return idsAfter(list?.ids ?? [], [...changes.values()]);
  };

  /**
   * Decides transactions, each on the state after the earlier ones, and takes over their changes. `keys`: the entities that
   * they will probably read, which are loaded before.
   */
  async decide<T>(works: readonly Work<T>[], keys: readonly EntityKey[] = []): Promise<Outcome<T>[]> {
    for (const { kind, id } of keys) this.find(kind, id);
    for (;;) {
      if (this.#isIncomplete()) await this.#load();
      this.#batch = new KeyMap();
      const outcomes = this.#runAll(works);
      if (this.#isIncomplete()) continue;
      for (const change of this.#batch.values()) this.#changes.set(change.kind, change.id, change);
      this.#batch = new KeyMap();
      if (this.#read.size > MAX_ROWS) this.#read = new KeyMap();
      return outcomes;
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

  #isIncomplete(): boolean {
    return this.#missing.length > 0 || this.#missingLists.size > 0;
  }

  async #load(): Promise<void> {
    const { load, isPlan } = this.#options;
    const keys = isPlan ? this.#missing : this.#read.keys();
    const kinds = isPlan ? [...this.#missingLists] : [...this.#lists.keys(), ...this.#missingLists];
    const loaded = await load(keys, kinds);
    for (const [at, row] of loaded.rows.entries()) {
      const { kind, id } = keys[at] as EntityKey;
      this.#read.set(kind, id, row);
      // A plan keeps the version that it has seen first: the commit refuses any other one.
      if (!isPlan || this.#seen.get(kind, id) === undefined) this.#seen.set(kind, id, row.version);
    }
    for (const [kind, list] of loaded.lists) this.#lists.set(kind, list);
    this.#missing = [];
    this.#missingLists.clear();
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
