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
