/**
 * The store port: the operations that the engine needs from a store, which keeps its state.
 *
 * A store has entities by kind and id. A transaction keeps all of its changes, or none. The work of a transaction is a
 * synchronous function, and its only effects are its result and its changes. It may run more than once: if it needs an
 * entity that is not loaded yet, a database loads the entity and runs the work again.
 */

import type { Entities, EntityKind } from '../platform/entities.ts';

/** The kind and the id of an entity, which identify it. */
export interface EntityKey {
  readonly kind: EntityKind;
  readonly id: string;
}

/** One net change of a transaction. `before` is absent for a new entity, `after` for one that was deleted. */
export interface Change<K extends EntityKind = EntityKind> extends EntityKey {
  readonly kind: K;
  readonly before?: Entities[K] | undefined;
  readonly after?: Entities[K] | undefined;
}

/** A consistent view of the state. It can be used only while `work` runs. */
export interface StoreView {
  /** Returns the entity, or `undefined` if it does not exist. The object is shared, so nobody may change it. */
  get<K extends EntityKind>(kind: K, id: string): Entities[K] | undefined;
  /** The ids of a kind, in ascending order of their UTF-8 bytes. For kinds with few entities, and for lists. */
  ids(kind: EntityKind): Iterable<string>;
}

/** A view that can also change the state. Others see the changes only after the commit. */
export interface StoreTransaction extends StoreView {
  put<K extends EntityKind>(kind: K, id: string, entity: Entities[K]): void;
  delete(kind: EntityKind, id: string): void;
  /** The net changes so far: a `put` of an equal entity is no change. */
  changes(): readonly Change[];
  /** Drops all changes so far, for a request that is refused. */
  drop(): void;
}

export interface Store {
  /** Runs `work` on the current state. Resolves as soon as that state is durable. */
  read<T>(work: (view: StoreView) => T): Promise<T>;
  /**
   * Runs `work` and keeps all its changes, or none if it throws. Resolves as soon as they are durable. A transaction
   * without a net change writes nothing.
   */
  transact<T>(work: (transaction: StoreTransaction) => T): Promise<T>;
  /**
   * Begins a plan on the current state. A store has one plan at a time, and accepts no transaction until the plan has
   * ended. A store that was opened for reading has plans too, for dry runs: their `commit` throws.
   */
  plan(): StorePlan;
  /**
   * Calls `see` once for each entity of a kind, with its id and the first text of each field in `names`, at any depth.
   * An empty text counts as none. This takes less time than reading the entities.
   */
  eachText(fields: TextFields, see: (id: string, texts: readonly (string | undefined)[]) => void): Promise<void>;
  /**
   * Throws if the store cannot be used any more, for example because its lock was taken away. Absent if the store recovers
   * from every failure.
   */
  assertUsable?(): void;
  /** Counts of the work since the store was opened. */
  counts?(): StoreCounts;
  /** Waits for current transactions, and then releases locks, files and connections. */
  close(): Promise<void>;
}

/** The fields with these names in the entities of a kind. */
interface TextFields {
  readonly kind: EntityKind;
  readonly names: readonly string[];
}

export interface StoreCounts {
  /** Transactions that changed something. */
  readonly commits: number;
  /** For a database: transactions that ran again, since another transaction had changed their entities. */
  readonly retries?: number | undefined;
  /** For a database: its connections, and the number of transactions that wait for one. */
  readonly pool?: { readonly open: number; readonly idle: number; readonly waiting: number } | undefined;
}

/** Transactions that are decided one after the other, and then committed at once or dropped. Until then, only the plan sees them. */
export interface StorePlan {
  /**
   * Runs one transaction after the other, each on the state after the earlier ones, and returns their results. A call
   * is one batch, for which a database loads all entities at once. If a transaction throws, `run` throws the same, and
   * neither this transaction nor later ones are planned. `keys` returns the entities that the transactions will
   * probably read, so that a database need not run them to find out. Only a database calls it.
   */
  run<T>(works: readonly ((transaction: StoreTransaction) => T)[], keys?: () => readonly EntityKey[]): Promise<T[]>;
  /** Reads the state with all changes that are planned so far. `keys` is as in `run`. */
  read<T>(work: (view: StoreView) => T, keys?: () => readonly EntityKey[]): Promise<T>;
  /** Transactions with at least one net change so far. */
  readonly size: number;
  /**
   * Commits all planned changes in one commit, or none of them, and resolves when they are durable. It may be called
   * once, and then nothing more can be planned.
   */
  commit(): Promise<void>;
  /** Drops all changes that are not committed. */
  end(): Promise<void>;
}

export interface OpenOptions {
  /** Readers take no lock and change nothing. They see the state at the time of opening. */
  readonly mode: 'read' | 'write';
  /** The time that a writer waits for another writer to end; without it, no time. */
  readonly lockTimeoutMs?: number | undefined;
  /** An abort ends the wait for the lock. */
  readonly signal?: AbortSignal | undefined;
  /** The command; shown to users of other processes that find the store locked. */
  readonly command?: string | undefined;
  /** Called with warnings that need no action. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * A kind of store. The text that names a store is a folder or a URL. It may contain a password, so no message of a
 * backend repeats it.
 */
export interface StoreBackend {
  /** Returns the identity of a store: the same for all texts that name it, and without secrets. */
  identify(store: string): Promise<string>;
  /**
   * Returns the id of a store itself, whatever its address; `undefined` if there is no store. A backend whose stores have
   * one address has none.
   */
  storeId?(store: string): Promise<string | undefined>;
  exists(store: string): Promise<boolean>;
  /** The other files that are read for a store, such as that of a password. */
  filesBeside?(store: string): readonly string[];
  /** Makes an empty store. Throws a UsageError if there is one already. */
  create(store: string): Promise<void>;
  open(store: string, options: OpenOptions): Promise<Store>;
  /** Reads every byte, and returns the problems. Takes no lock and changes nothing. */
  verify(store: string): Promise<readonly string[]>;
  /** Opens the tokens of a store. Throws a UsageError if there is no store. */
  tokens(store: string): Promise<TokenStore>;
  /** Removes the lock of a store. Throws a UsageError if the lock has another id. */
  unlock(store: string, lock: string): Promise<{ readonly pid: number; readonly since: string }>;
}

/** The tokens that the server of a store accepts. */
export interface TokenStore {
  list(): Promise<readonly StoredToken[]>;
  /** Makes a token. The token is returned only this once; the store keeps its digest. */
  add(name: string | null): Promise<NewToken>;
  /** Returns false if there is no token with this id. */
  revoke(id: string): Promise<boolean>;
}

export interface NewToken {
  readonly token: string;
  readonly stored: StoredToken;
}

export interface StoredToken {
  readonly id: string;
  /** Its purpose, as given by its owner; null if not given. */
  readonly name: string | null;
  /** ISO 8601. */
  readonly created: string;
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly digest: string;
}
