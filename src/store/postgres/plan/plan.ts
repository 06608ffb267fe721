import { StoreError } from '../../../errors.ts';
import type { EntityKind } from '../../../platform/entities.ts';
import type { EntityKey, StorePlan, StoreTransaction, StoreView } from '../../port.ts';
import { sortUtf8 } from '../../utf8-order.ts';
import type { Address } from '../connection/address.ts';
import type { Database, ReservedSession, Session } from '../connection/database.ts';
import { databaseFailure } from '../connection/failures.ts';
import { Base, Overlay, type Written } from '../state/attempt.ts';
import { createRowCache, type List, listOf, NO_ROW, NOT_LOADED, rowOf } from '../state/known.ts';
import { type LockWait, releaseBulkLock, takeBulkLock } from './bulk-lock.ts';
import { foldEntries, mayFold, withoutFolding } from './fold.ts';
import { keepPlanned } from './keep.ts';
import { createPlannedChanges, type PlannedChange } from './planned-changes.ts';
import { addPlanned, createTables, dropTables, lookUp, plannedIds } from './waiting.ts';

interface PlanOptions {
  readonly database: Database;
  /** The connection with a snapshot of the state, for a store that was opened for reading. */
  readonly snapshot?: Session | undefined;
  /** The wait for another bulk run. If absent, the plan takes no lock. */
  readonly lock?: LockWait | undefined;
  readonly onEnd: () => void;
}

export function createPlan({ database, snapshot, lock, onEnd }: PlanOptions): StorePlan {
  const { address } = database;
  let reserved: ReservedSession | undefined;
  let begun: Promise<Planning> | undefined;
  let planning: Planning | undefined;
  let endedAs: 'ended' | 'committed' | undefined;
  const begin = async (): Promise<Planning> => {
    if (snapshot === undefined) reserved = await database.reserve();
    const session = (reserved ?? snapshot) as Session;
    if (lock !== undefined) await takeBulkLock(session, address, lock);
    await createTables(session);
    planning = new Planning(session, address, await mayFold(session));
    return planning;
  };
  const open = (): Promise<Planning> => {
    if (endedAs)
      throw new StoreError(endedAs === 'committed' ? 'The plan was committed already' : 'The plan has ended');
    begun ??= begin();
    return begun;
  };
  const attempt = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      // An error of the work itself is no failure of the database.
      throw isOfDatabase(error) ? databaseFailure(address, error) : error;
    });
  return {
    run: (works, keys) => attempt(async () => (await open()).run(works, keys)),
    read: (work, keys) => attempt(async () => (await open()).read(work, keys)),
    get size() {
      return planning?.planned.size ?? 0;
    },
    commit: () =>
      attempt(async () => {
        const made = await open();
        if (snapshot !== undefined) throw new StoreError('The store was opened for reading only');
        endedAs = 'committed';
        await made.commit();
      }),
    end: async () => {
      if (endedAs === 'ended') return;
      endedAs = 'ended';
      onEnd();
      await begun?.catch(() => {});
      await planning?.end().catch(() => {});
      if (lock !== undefined) await releaseBulkLock(planning && reserved, address);
      reserved?.close();
      if (snapshot !== undefined && planning !== undefined) await dropTables(snapshot);
    },
  };
}

/** Whether an error is from `pg` or from a socket. Errors of works have no code. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && ('code' in error || /^(?:Connection terminated|Client )/.test(error.message));
}

/**
 * Rows in the cache: enough for settings, roles and hierarchies, which nearly all records need. Other rows are rarely
 * read twice.
 */
const CACHED_ROWS = 2_000;

/** A plan on a reserved connection, or on the connection of a snapshot. */
class Planning {
  readonly #session: Session;
  readonly #address: Address;
  readonly #folds: boolean;
  /** It also has planned rows, and is searched before the tables. */
  readonly #cache = createRowCache(CACHED_ROWS);
  readonly #lists = new Map<EntityKind, List>();
  /** The digests of the lists in the database, without the changes of the plan. */
  readonly #digests = new Map<EntityKind, string>();
  /** The latest changes. They are sent to the tables after the next query, so that the query need not wait for them. */
  #waiting: { readonly first: number; readonly changes: readonly PlannedChange[] } | undefined;
  /** Resolves when all sent changes are in the tables. Later queries on the same connection run after them. */
  #adding: Promise<void> = Promise.resolve();
  readonly planned = createPlannedChanges();

  constructor(session: Session, address: Address, folds: boolean) {
    this.#session = session;
    this.#address = address;
    this.#folds = folds;
  }

  async run<T>(
    works: readonly ((transaction: StoreTransaction) => T)[],
    keys: () => readonly EntityKey[] = () => [],
  ): Promise<T[]> {
    const outcomes = await this.#decide(keys, (overlay) => works.map((work) => overlay.run(work)));
    const failed = outcomes.find((outcome) => 'error' in outcome);
    const decided = failed === undefined ? outcomes : outcomes.slice(0, outcomes.indexOf(failed));
    await this.#add(decided.map(({ changes }) => changes));
    if (failed !== undefined) throw failed.error;
    return decided.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []));
  }

  async read<T>(work: (view: StoreView) => T, keys: () => readonly EntityKey[] = () => []): Promise<T> {
    const outcome = await this.#decide(keys, (overlay) => overlay.run(work));
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  async commit(): Promise<void> {
    this.#send();
    await this.#adding;
    if (this.planned.size === 0) return;
    await keepPlanned(this.#session, this.#address, { planned: this.planned, lists: this.#digests });
  }

  async end(): Promise<void> {
    await this.#adding;
  }

  /** Loads the known keys, and then runs the work until it reads nothing that is not loaded. */
  async #decide<T>(keys: () => readonly EntityKey[], run: (overlay: Overlay) => T): Promise<T> {
    const base = new Base(this.#cache);
    base.learn({ rows: [], lists: this.#lists });
    for (const { kind, id } of keys()) base.find(kind, id);
    if (!base.isComplete()) await this.#load(base);
    for (;;) {
      const result = run(new Overlay(base));
      if (base.isComplete()) return result;
      await this.#load(base);
    }
  }

  async #load(base: Base): Promise<void> {
    const keys = base.rows().filter(({ version }) => version === NOT_LOADED);
    const found = keys.length === 0 ? undefined : await this.#lookUp(keys);
    const rows = keys.map((key, index) => rowOf(key, NO_ROW, found?.get(index) ?? null));
    for (const kind of base.kinds()) {
      if (!this.#lists.has(kind)) this.#lists.set(kind, await this.#loadList(kind));
    }
    base.learn({ rows, lists: this.#lists });
  }

  #lookUp(keys: readonly EntityKey[]): Promise<ReadonlyMap<number, string>> {
    const numbers = keys.map(this.planned.numberOf);
    const { first = Number.POSITIVE_INFINITY } = this.#waiting ?? {};
    if (numbers.some((number) => number >= first)) this.#send();
    const found = lookUp(this.#session, this.#address.tenant, keys, numbers);
    this.#send();
    return found;
  }

  async #loadList(kind: EntityKind): Promise<List> {
    const { tenant } = this.#address;
    this.#send();
    const list = listOf(sortUtf8(await plannedIds(this.#session, tenant, kind)));
    if (!this.#digests.has(kind)) {
      const text = 'SELECT examctl.list_digests($1, $2) AS digest';
      const [own] = await this.#session.query<{ digest: string }>({ text, values: [tenant, kind] });
      this.#digests.set(kind, own?.digest ?? '');
    }
    return list;
  }

  /** Adds the changes of transactions. */
  async #add(transactions: readonly (readonly Written[])[]): Promise<void> {
    this.#send();
    await this.#adding;
    const first = this.planned.count + 1;
    const changes = transactions.map(this.#folds ? foldEntries : withoutFolding).flatMap(this.planned.add);
    if (changes.length === 0) return;
    for (const change of transactions.flat()) {
      this.#cache.set({ kind: change.kind, id: change.id, version: NO_ROW, record: change.record });
      if (this.#lists.size > 0) this.#lists.delete(change.kind);
    }
    this.#waiting = { first, changes };
  }

  #send(): void {
    if (this.#waiting === undefined) return;
    const { first, changes } = this.#waiting;
    this.#waiting = undefined;
    const before = this.#adding;
    this.#adding = addPlanned(this.#session, changes, first).then(() => before);
    // The next `await` of `#adding` throws the error.
    this.#adding.catch(() => {});
  }
}
