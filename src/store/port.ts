/**
 * The store port: what the engine needs of any place that keeps its state.
 *
 * A store holds entities by kind and id. Work is done in transactions: all of it is kept, or nothing is.
 * Every operation is asynchronous, so that a database can stand behind the port as well as a folder of files.
 */
import type { Entities, EntityKind } from '../platform/entities.ts';

/** One net change of a transaction. `before` is absent for a new entity, `after` for one that was deleted. */
export interface Change<K extends EntityKind = EntityKind> {
  readonly kind: K;
  readonly id: string;
  readonly before?: Entities[K] | undefined;
  readonly after?: Entities[K] | undefined;
}

export type MaybePromise<T> = T | Promise<T>;

/** A consistent view of the state. Entities that it hands out are the caller's own copies. */
export interface StoreView {
  /** The entity, or `undefined` where there is none. */
  get<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  /**
   * The entity's JSON text as the store keeps it, at once where the store has it at hand: for stores that lie over one
   * another, which compare more often than they read. The same text is the same entity; the reverse need not be so.
   */
  text(kind: EntityKind, id: string): MaybePromise<string | undefined>;
  /** Ids of one kind, in ascending order of their UTF-8 bytes. */
  ids(kind: EntityKind): AsyncIterable<string>;
}

/** A view that also takes changes. Only it sees them until the transaction has committed. */
export interface StoreTransaction extends StoreView {
  put<K extends EntityKind>(kind: K, id: string, entity: Entities[K]): void;
  delete(kind: EntityKind, id: string): void;
  /** Whether what was put and deleted so far differs from what was there. */
  isChanged(): Promise<boolean>;
}

export interface Store {
  /** Runs `work` on the state as it is. */
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, one transaction after the other, and keeps all its changes or, when it throws, none.
   * Resolves once the changes are durable. A `put` of what is already there is no change; a transaction
   * without a net change writes nothing.
   */
  transact<T>(work: (transaction: StoreTransaction) => Promise<T>): Promise<T>;
  /** Lets transactions under way end, then releases what the store holds. */
  close(): Promise<void>;
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
  /** The place itself: the same for all texts that name it, and without secrets. */
  identify(store: string): Promise<string>;
  exists(store: string): Promise<boolean>;
  /** Makes an empty store; a UsageError where there is one. */
  create(store: string): Promise<void>;
  open(store: string, options: OpenOptions): Promise<Store>;
  /** Reads every byte, and lists what is wrong. Takes no lock and changes nothing. */
  verify(store: string): Promise<readonly string[]>;
  /** Tells two states apart; `undefined` where there is no store that can be read. */
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
