/**
 * Runs transactions one after the other. All waiting transactions are one batch: their rows are loaded together, and their
 * changes are committed together. If others have changed these rows meanwhile, the batch runs again as a whole.
 */
import { StoreError, UnreachableError } from '../../../errors.ts';
import type { EntityKey, StoreTransaction } from '../../port.ts';
import { type Address, describeDatabase } from '../connection/address.ts';
import type { Query, Session } from '../connection/database.ts';
import { databaseFailure, isInDoubt, isLost, wasRolledBack } from '../connection/failures.ts';
import { Decision, newNumber, type Outcome } from './decision.ts';
import { load } from './load.ts';
import { pauseBefore, untilReached } from './retry.ts';

interface QueueOptions {
  readonly address: Address;
  /** Runs work on a connection. */
  readonly use: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
}

interface Job {
  readonly work: (transaction: StoreTransaction) => unknown;
  readonly settle: (outcome: Outcome) => void;
}

/** A larger batch would let its first requests wait for too long. */
const MAX_BATCH = 64;
/** Each conflict means that another commit has succeeded, so this number is only reached in a very busy database. */
const MAX_CONFLICTS = 100;

export class Queue {
  readonly #options: QueueOptions;
  readonly #waiting: Job[] = [];
  #running: Promise<void> | undefined;
  /** Transactions that changed something, and those that ran again after a conflict. */
  readonly counts = { commits: 0, retries: 0 };

  constructor(options: QueueOptions) {
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
      const outcomes = await this.#decide(jobs.map(({ work }) => work));
      for (const [at, { settle }] of jobs.entries()) settle(outcomes[at] ?? { error: new Error('No outcome') });
    } catch (error) {
      const failure = databaseFailure(this.#options.address, error);
      // If the database refuses the batch, one transaction may be the cause, so each runs alone.
      if (jobs.length > 1 && failure instanceof StoreError) for (const job of jobs) await this.#runBatch([job]);
      else for (const { settle } of jobs) settle({ error: failure });
    }
  }

  async #decide(works: readonly Job['work'][]): Promise<readonly Outcome[]> {
    const { address, use } = this.#options;
    let keys: readonly EntityKey[] = [];
    for (let conflicts = 0; conflicts <= MAX_CONFLICTS; conflicts += 1) {
      if (conflicts > 0) await pauseBefore(conflicts - 1);
      const decision = new Decision({
        load: (...wanted) => untilReached(address, () => use((session) => load(session, address.tenant, ...wanted))),
      });
      const outcomes = await decision.decide(works, keys);
      if (!decision.hasChanges) return outcomes;
      if (await this.#commit(decision.statement(address.tenant, newNumber()))) {
        this.counts.commits += outcomes.filter((outcome) => 'value' in outcome && outcome.isChange).length;
        return outcomes;
      }
      this.counts.retries += works.length;
      keys = decision.keys;
    }
    throw new UnreachableError(
      `The database ${describeDatabase(address)} is too busy: others change the same entries all the time`,
    );
  }

  /** Returns false if others have changed the rows: then nothing is written. */
  #commit(statement: Query): Promise<boolean> {
    const { address, use } = this.#options;
    const commit = () =>
      use(async (session) => {
        try {
          const [committed] = await session.query<{ done: boolean }>(statement);
          return committed?.done === true;
        } catch (error) {
          if (wasRolledBack(error)) return false;
          throw error;
        }
      });
    // A repeated commit has the same number, so the database knows whether the first one was done.
    return untilReached(address, commit, (error) => isLost(error) && isInDoubt(error));
  }
}
