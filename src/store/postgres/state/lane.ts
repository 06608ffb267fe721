/**
 * Runs transactions one after the other. All waiting transactions are one batch: their rows are loaded together, and
 * their changes are committed together, if nobody has changed the rows meanwhile. Other processes are noticed only by
 * such changes.
 */
import { StoreError, UnreachableError } from '../../../errors.ts';
import type { StoreTransaction } from '../../port.ts';
import type { TextChange } from '../../transaction.ts';
import { type Address, describeDatabase } from '../connection/address.ts';
import type { Session } from '../connection/database.ts';
import { databaseFailure, isInDoubt, isLost, wasRolledBack } from '../connection/failures.ts';
import { Base, type Outcome, Overlay } from './attempt.ts';
import { type Committed, commit, type Decided, load, newCommitNumber } from './exchange.ts';
import { NO_ROW, type RowCache, rowOf } from './known.ts';
import { pauseBefore, untilReached } from './retry.ts';

export interface LaneOptions {
  readonly address: Address;
  readonly cache: RowCache;
  /** Runs work on a connection. */
  readonly use: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
}

interface Job {
  readonly work: (transaction: StoreTransaction) => unknown;
  readonly settle: (outcome: Outcome) => void;
}

/** The maximum number of transactions in a batch: a larger one could need more locks than a database has. */
const MAX_BATCH = 64;
/** Each conflict means that another commit has succeeded, so this number is only reached in a very busy database. */
const MAX_CONFLICTS = 100;
/** The limit for work that needs new rows each time it runs, and so would never end. */
const MAX_LOADS = 100;

export class Lane {
  readonly #options: LaneOptions;
  readonly #waiting: Job[] = [];
  #running: Promise<void> | undefined;
  /** Transactions that changed something, and those that ran again after a conflict. */
  readonly counts = { commits: 0, retries: 0 };

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Returns the result of the work as soon as all that it has read and changed is committed. */
  run<T>(work: (transaction: StoreTransaction) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome): void => {
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as T);
      };
      this.#waiting.push({ work, settle });
      this.#running ??= this.#runAll();
    });
  }

  /** Resolves when no transaction is running or waiting. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #runAll(): Promise<void> {
    // Transactions that begin in the same turn of the event loop are one batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, MAX_BATCH));
    // No `await` after the last check of `#waiting`: a later transaction starts a new loop.
    this.#running = undefined;
  }

  async #runBatch(jobs: readonly Job[]): Promise<void> {
    try {
      const outcomes = await this.#decide(jobs);
      for (const [index, { settle }] of jobs.entries()) settle(outcomes[index] ?? { error: new Error('No outcome') });
    } catch (error) {
      const failure = databaseFailure(this.#options.address, error);
      // If the database refuses the batch, one transaction may be the cause, so each runs alone.
      const mayBeOne = jobs.length > 1 && failure instanceof StoreError;
      if (!mayBeOne) for (const { settle } of jobs) settle({ error: failure });
      else for (const job of jobs) await this.#runBatch([job]);
    }
  }

  async #decide(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    const base = new Base(this.#options.cache);
    let [loads, conflicts] = [0, 0];
    /** Whether all known rows and lists are from the same moment. */
    let isOneMoment = false;
    for (;;) {
      const overlay = new Overlay(base);
      const outcomes = jobs.map(({ work }) => overlay.run(work));
      const isGuess = !base.isComplete() && mayGuess(outcomes) && base.guess();
      const isDecided = base.isComplete();
      if (isDecided && isOneMoment && base.isAsLoaded() && overlay.changes.size === 0) return outcomes;
      if (!isDecided || overlay.changes.size === 0) {
        loads += 1;
        if (loads > MAX_LOADS) throw new StoreError('A transaction asks for something new each time it runs');
        const isSame = await this.#load(base);
        if (isDecided && isSame) return outcomes;
        isOneMoment = true;
        continue;
      }
      const { address } = this.#options;
      if (await this.#commit(base, { rows: base.rows(), lists: base.lists(), changes: overlay.changes })) {
        this.counts.commits += outcomes.filter(({ changes }) => changes.length > 0).length;
        return outcomes;
      }
      if (isGuess) continue;
      conflicts += 1;
      this.counts.retries += jobs.length;
      if (conflicts > MAX_CONFLICTS) {
        throw new UnreachableError(
          `The database ${describeDatabase(address)} is too busy: others change the same entries all the time`,
        );
      }
      isOneMoment = false;
      if (conflicts > 1) await pauseBefore(conflicts - 2);
    }
  }

  /** Loads the rows and lists of a batch. Returns true if all of them were known already, and up to date. */
  async #load(base: Base): Promise<boolean> {
    const { address, use } = this.#options;
    const before = base.lists();
    const digests = new Map([...before].map(([kind, { digest }]) => [kind, digest]));
    const loaded = await untilReached(address, () =>
      use((session) => load(session, address.tenant, base.rows(), base.kinds())),
    );
    base.learn(loaded);
    return loaded.rows.length === 0 && [...loaded.lists].every(([kind, { digest }]) => digests.get(kind) === digest);
  }

  /**
   * Returns true if the batch is committed. Otherwise others have changed its rows, and `base` has their changes now.
   */
  async #commit(base: Base, decided: Decided): Promise<boolean> {
    const { cache } = this.#options;
    const number = newCommitNumber();
    const committed = await this.#ask(number, decided);
    if (committed === 'rolled back') {
      await this.#load(base);
      return false;
    }
    if (!committed.done) {
      base.learn({ rows: committed.rows, lists: new Map() });
      if (committed.areListsOld) base.forgetLists();
      return false;
    }
    for (const row of decided.rows) {
      const change = decided.changes.get(row.kind, row.id);
      if (change !== undefined)
        cache.set(rowOf(row, change.after === undefined ? NO_ROW : number, change.after ?? null));
    }
    return true;
  }

  async #ask(number: string, decided: Decided): Promise<Committed | 'rolled back'> {
    const { address, use } = this.#options;
    const ask = () => use((session) => commit(session, address.tenant, number, decided));
    try {
      return await ask();
    } catch (error) {
      if (wasRolledBack(error)) return 'rolled back';
      if (!isLost(error) && !(error instanceof UnreachableError)) throw error;
      // A repeated commit has the same number, so the database knows whether the first one was done.
      return untilReached(address, ask, isInDoubt, error);
    }
  }
}

/**
 * New entities mostly have keys that do not exist yet. So a batch is first committed as if they were absent. The database
 * checks that, and otherwise returns the existing entities.
 */
function mayGuess(outcomes: readonly (Outcome & { readonly changes: readonly TextChange[] })[]): boolean {
  return outcomes.every((outcome) => 'value' in outcome && outcome.changes.length > 0);
}
