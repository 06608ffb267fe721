import { StoreError } from '../../../src/errors.ts';
import type { EntityKind } from '../../../src/platform/entities.ts';
import type { Store, StorePlan, StoreTransaction } from '../../../src/store/port.ts';
import {
  BufferedTransaction,
  type RecordView,
  StoredRecord,
  type TextChange,
  viewOf,
} from '../../../src/store/transaction.ts';
import { sortUtf8 } from '../../../src/store/utf8-order.ts';

type State = Map<EntityKind, Map<string, StoredRecord>>;

export interface MemoryStoreOptions {
  /** Whether work runs again for each new key, as in a database, which finds out in this way which keys to load. */
  readonly rerun?: () => boolean;
  /** Called with the net changes of each successful transaction, also if there are none. */
  readonly onCommit?: (changes: readonly TextChange[]) => void;
}

/** An empty store that keeps its state in memory. Every entity that it returns is frozen. */
export function createMemoryStore({ rerun = () => false, onCommit = () => {} }: MemoryStoreOptions = {}): Store {
  const state: State = new Map();
  let closed = false;
  let planning = false;
  const whenOpen = async <T>(work: () => T): Promise<T> => {
    if (closed) throw new StoreError('The store is closed');
    return work();
  };
  const commit = (changes: readonly TextChange[]) => {
    apply(state, changes);
    onCommit(changes);
  };
  return {
    read: (work) => whenOpen(() => twice(rerun(), recordsOf(state), (records) => work(viewOf(records)))),
    transact: (work) =>
      whenOpen(() => {
        if (planning) throw new StoreError('The store has a plan, which must end first');
        const { result, changes } = attempt(rerun(), recordsOf(state), work);
        commit(changes);
        return result;
      }),
    plan: () => {
      if (closed) throw new StoreError('The store is closed');
      if (planning) throw new StoreError('The store has a plan, which must end first');
      planning = true;
      return createPlan({
        rerun: rerun(),
        state: new Map([...state].map(([kind, records]) => [kind, new Map(records)])),
        commit,
        onEnd: () => {
          planning = false;
        },
      });
    },
    eachText: ({ kind, names }, see) =>
      whenOpen(() => {
        for (const [id, record] of state.get(kind) ?? []) {
          see(
            id,
            names.map((name) => firstText(record.entity(), name) || undefined),
          );
        }
      }),
    close: async () => {
      closed = true;
    },
  };
}

/** Depth first, in the order of the fields in the JSON text. */
function firstText(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const text = key === name && typeof inner === 'string' ? inner : firstText(inner, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

interface PlanOptions {
  readonly rerun: boolean;
  readonly state: State;
  readonly commit: (changes: readonly TextChange[]) => void;
  readonly onEnd: () => void;
}

function createPlan({ rerun, state, commit, onEnd }: PlanOptions): StorePlan {
  const planned: TextChange[][] = [];
  let kept = false;
  return {
    run: async (works) =>
      works.map((work) => {
        if (kept) throw new StoreError('The plan was committed already');
        const { result, changes } = attempt(rerun, recordsOf(state), work);
        apply(state, changes);
        if (changes.length > 0) planned.push(changes);
        return result;
      }),
    read: async (work) => twice(rerun, recordsOf(state), (records) => work(viewOf(records))),
    get size() {
      return planned.length;
    },
    commit: async () => {
      kept = true;
      for (const changes of planned) commit(changes);
    },
    end: async () => onEnd(),
  };
}

function attempt<T>(rerun: boolean, base: RecordView, work: (transaction: StoreTransaction) => T) {
  return twice(rerun, base, (records) => {
    const transaction = new BufferedTransaction(records);
    try {
      const result = work(transaction);
      return { result, changes: transaction.finish() };
    } finally {
      transaction.end();
    }
  });
}

const NOT_LOADED = new Error('A key is not loaded yet: the work is to throw this on, and is run again');

/** Like a database that finds out the needed keys only from the work: it throws at each new key, and starts again. */
function twice<T>(rerun: boolean, base: RecordView, work: (records: RecordView) => T): T {
  if (!rerun) return work(base);
  const loaded = new Set<string>();
  const load = (key: string) => {
    if (loaded.has(key)) return;
    loaded.add(key);
    throw NOT_LOADED;
  };
  const records: RecordView = {
    find: (kind, id) => {
      load(`${kind} ${id}`);
      return base.find(kind, id);
    },
    ids: (kind) => {
      load(kind);
      return base.ids(kind);
    },
  };
  for (;;) {
    try {
      return work(records);
    } catch (error) {
      if (error !== NOT_LOADED) throw error;
    }
  }
}

function recordsOf(state: State): RecordView {
  return {
    find: (kind, id) => state.get(kind)?.get(id),
    ids: (kind) => sortUtf8([...(state.get(kind)?.keys() ?? [])]),
  };
}

function apply(state: State, changes: readonly TextChange[]): void {
  for (const { kind, id, after } of changes) {
    const records = state.get(kind) ?? new Map<string, StoredRecord>();
    state.set(kind, records);
    if (after === undefined) records.delete(id);
    else records.set(id, new StoredRecord(after));
  }
}
