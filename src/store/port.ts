/**
 * The store port: what the engine needs of any place that keeps its state.
 *
 * A store holds entities by kind and id. Work is done in transactions: all of it is kept, or nothing is. The work itself is
 * a plain function that answers at once. It may run more than once (a database throws inside it for what it has not loaded
 * yet, loads that, and runs it again), so its result is its only effect.
 */

import type { PackedText } from '../base/bytes/packed-text.ts';
import type { Entities, EntityKind } from '../platform/entities.ts';

/** What an entity is known by. */
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

/** A consistent view of the state. Answers at once, and is of use while `work` runs only. */
export interface StoreView {
  /** The entity, or `undefined` where there is none. It is shared: never changed by anyone. */
  get<K extends EntityKind>(kind: K, id: string): Entities[K] | undefined;
  /** Ids of one kind, in ascending order of their UTF-8 bytes. For kinds with few entities, and for listing. */
  ids(kind: EntityKind): Iterable<string>;
}

/** A view that also takes changes. Only it sees them until the transaction has committed. */
export interface StoreTransaction extends StoreView {
  /** Takes the entity, or its JSON text. */
  put<K extends EntityKind>(kind: K, id: string, entity: Entities[K] | PackedText | string): void;
  /** Whether this is the JSON text of an entity. Another text may say the same. */
  holds(kind: EntityKind, id: string, text: PackedText | string): boolean;
  delete(kind: EntityKind, id: string): void;
  /** The net changes so far: a `put` of what is there already is no change. */
  changes(): readonly Change[];
  /** Drops all changes so far: of a request that is refused. */
  drop(): void;
}

export interface Store {
  /** Runs `work` on the state as it is. Resolves once what it saw is durable. */
  read<T>(work: (view: StoreView) => T): Promise<T>;
  /**
   * Runs `work` and keeps all its changes or, when it throws, none. Resolves once they are durable. A transaction without
   * a net change writes nothing.
   */
  transact<T>(work: (transaction: StoreTransaction) => T): Promise<T>;
  /**
   * Begins a plan over the state as it is. One at a time; until it has ended, the store takes no other transaction. A store
   * opened for reading has plans too, for a dry run: there, `keep` throws.
   */
  plan(): StorePlan;
  /**
   * Calls `see` for each entity of a kind. `textOf` gives the first text that one of the fields, by its position, has in it;
   * `idOf` gives its id; both inside `see` only. This takes less time than to read the entities. Entities as they were
   * before, and ones that are gone, may be among them. The last call for an id is about the entity as it was at some
   * time of the look.
   */
  eachText(fields: TextFields, see: (textOf: TextOf, idOf: () => string) => void): Promise<void>;
  /** What it has done since it was opened. */
  counts?(): StoreCounts;
  /** Lets what is under way end, then releases what the store holds. */
  close(): Promise<void>;
}

/** `undefined` where the entity has no such text, or an empty one. */
export type TextOf = (position: number) => string | undefined;

/** Fields of these names in the entities of a kind, at any depth. */
export interface TextFields {
  readonly kind: EntityKind;
  readonly names: readonly string[];
  /** Where only users with one of these addresses are wanted, each as `foldCase` gives it. Others may be given as well. */
  readonly emails?: ReadonlySet<string> | undefined;
}

export interface StoreCounts {
  /** Transactions that changed something. */
  readonly commits: number;
  /** Of a database: transactions that were run again since another one was faster. */
  readonly retries?: number | undefined;
  /** Of a database: its connections, and who waits for one. */
  readonly pool?: { readonly open: number; readonly idle: number; readonly waiting: number } | undefined;
}

/** Transactions that are decided one after the other and committed later, together, or dropped. Only it sees them. */
export interface StorePlan {
  /**
   * Runs one transaction after the other, each on the state that the earlier ones leave, and gives their results. A batch
   * for each call: a database loads for all of it at once. What one throws is thrown; nothing of that one is planned, nor
   * are those after it. With the keys that they look at, as far as these are known, a database need not run them to learn
   * what to load: only it asks for them.
   */
  run<T>(works: readonly ((transaction: StoreTransaction) => T)[], keys?: () => readonly EntityKey[]): Promise<T[]>;
  /** The state with everything that was planned so far. Of `keys`, the same holds. */
  read<T>(work: (view: StoreView) => T, keys?: () => readonly EntityKey[]): Promise<T>;
  /** Transactions with at least one net change so far. */
  readonly size: number;
  /**
   * Commits the planned transactions in order, in groups that share a sync, and resolves when all are durable. It can be
   * called once; nothing more can be planned then. A failure leaves the groups before it.
   */
  keep(options?: KeepOptions): Promise<void>;
  /** Drops what is not kept. */
  end(): Promise<void>;
}

export interface KeepOptions {
  /** Once aborted, no further group is committed, and `keep` resolves. */
  readonly signal?: AbortSignal | undefined;
  /** The JSON texts of entities that contain it are given to `finish` before they are committed. */
  readonly marker?: string | undefined;
  /** Gives the texts to commit, in the order of those it was given: a password is hashed only then. */
  readonly finish?: ((texts: readonly string[]) => Promise<readonly string[]>) | undefined;
  /** What is committed with the group that ends with this transaction (the first one is 1): how far a run has come. */
  readonly progress?: ((count: number) => Progress) | undefined;
  /** Called when so many transactions are durable. */
  readonly onKept?: ((count: number) => void) | undefined;
}

interface Progress {
  readonly kind: EntityKind;
  readonly id: string;
  readonly entity: unknown;
}

export interface OpenOptions {
  /** Readers take no lock, change not one byte, and see the state as it was when they opened it. */
  readonly mode: 'read' | 'write';
  /** How long a writer waits for another one to end; without it, not at all. */
  readonly lockTimeoutMs?: number | undefined;
  /** Once aborted, the lock is not waited for any longer. */
  readonly signal?: AbortSignal | undefined;
  /** The command; shown to others who find the store locked. */
  readonly command?: string | undefined;
  /** Called with warnings that need no action. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * A way to keep stores, each in a place that a text names: a folder, or a URL. A text may hold a password, so a backend
 * repeats it in no message.
 */
export interface StoreBackend {
  /** Several processes may write a store at once. */
  readonly isShared?: boolean | undefined;
  /** The place itself: the same for all texts that name it, and without secrets. */
  identify(store: string): Promise<string>;
  exists(store: string): Promise<boolean>;
  /** Makes an empty store, or brings one up to date; a UsageError where there is nothing to do. */
  create(store: string): Promise<void>;
  /** Whether a store that exists has the form that this program keeps; absent where there is one form only. */
  isCurrent?(store: string): Promise<boolean>;
  open(store: string, options: OpenOptions): Promise<Store>;
  /** Reads every byte, and lists what is wrong. Takes no lock and changes nothing. */
  verify(store: string): Promise<readonly string[]>;
  /** A text that differs for different states; `undefined` where there is no readable store. */
  fingerprint(store: string): Promise<string | undefined>;
  /** A UsageError where there is no store. */
  tokens(store: string): Promise<TokenStore>;
  /** Takes the lock of a store away from its holder; a UsageError where the id is not that of the lock. */
  unlock(store: string, lock: string): Promise<{ readonly pid: number; readonly since: string }>;
}

/** The tokens with which the server of a store lets callers in. */
export interface TokenStore {
  list(): Promise<readonly StoredToken[]>;
  /** Makes a token. It is given out this once, and only its digest is kept. */
  add(name: string | null): Promise<NewToken>;
  /** False where there is no token with this id. */
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
