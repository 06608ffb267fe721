import { StoreError } from '../../errors.ts';
import type { Store, StoreCounts, StorePlan, StoreTransaction, StoreView } from '../port.ts';
import { viewOf } from '../record-view.ts';
import { BufferedTransaction } from '../transaction.ts';
import { DamageError } from './failures.ts';
import { findTexts } from './generation/find-texts.ts';
import { Generations, type WriterOptions } from './generation/generations.ts';
import type { LineView } from './generation/layer.ts';
import { createPlan } from './plan/plan.ts';

/** A store in a folder of JSON files. */
export interface JsonStore extends Store {
  /** Writes the keys of the whole log, and a new log if much of the log is outdated. The store calls it when it is due. */
  checkpoint(): Promise<void>;
  /** Moves the state to new files, and leaves out outdated lines. */
  compact(): Promise<void>;
}

/** A store on an open generation whose lock we hold. */
export class WriterStore implements JsonStore {
  readonly #options: WriterOptions;
  readonly #generations: Generations;
  readonly #state: LineView;
  /** A move to other files under way. Transactions wait for it. There is no `await` between a check of it and its use. */
  #moving: Promise<void> | undefined;
  #plan: StorePlan | undefined;
  #closing: Promise<void> | undefined;
  #commits = 0;
  /** Searches of the log under way. Its file stays open until they end. */
  readonly #searches = new Set<Promise<void>>();

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#generations = new Generations(options);
    this.#state = {
      find: (kind, id) => this.#generations.active().generation.state.find(kind, id),
      hasText: (...asked) => this.#generations.active().generation.state.hasText(...asked),
      ids: (kind) => this.#generations.active().generation.state.ids(kind),
    };
  }

  async read<T>(work: (view: StoreView) => T): Promise<T> {
    this.#assertOpen();
    return this.#generations.run(() => work(viewOf(this.#state)));
  }

  async transact<T>(work: (transaction: StoreTransaction) => T): Promise<T> {
    this.#assertOpen();
    while (this.#moving) await ended(this.#moving);
    this.#assertNoPlan();
    this.#generations.assertUsable();
    const result = this.#generations.run((active) => {
      const transaction = new BufferedTransaction(this.#state);
      try {
        const value = work(transaction);
        const changes = transaction.finish();
        if (changes.length > 0) {
          active.commit(changes);
          this.#commits += 1;
        }
        return value;
      } finally {
        transaction.end();
      }
    });
    return result.finally(() => this.#checkpointWhereDue());
  }

  async eachText(...[fields, see]: Parameters<Store['eachText']>): Promise<void> {
    this.#assertOpen();
    while (this.#moving) await ended(this.#moving);
    const active = this.#generations.active();
    const { commit, offset: end } = active.end();
    const search = active.durable(commit).then(() => findTexts(active.generation, end, fields, see));
    this.#searches.add(search);
    try {
      await search;
    } catch (error) {
      this.#generations.stopAtDamage(error);
    } finally {
      this.#searches.delete(search);
    }
  }

  assertUsable(): void {
    this.#assertOpen();
    // While files are replaced, the manifest on the disk can be a newer one of our own.
    if (this.#moving === undefined) this.#generations.assertOurs();
  }

  counts(): StoreCounts {
    return { commits: this.#commits };
  }

  plan(): StorePlan {
    this.#assertOpen();
    this.#assertNoPlan();
    this.#plan = createPlan({
      state: this.#state,
      hashOf: this.#generations.active().generation.hashOf,
      stopAt: (error) => this.#generations.stopAtDamage(error),
      target: async () => {
        while (this.#moving) await ended(this.#moving);
        this.#generations.assertUsable();
        return this.#generations.active();
      },
      onEnd: () => {
        this.#plan = undefined;
      },
    });
    return this.#plan;
  }

  async checkpoint(): Promise<void> {
    await this.#move(() => this.#generations.checkpoint());
  }

  async compact(): Promise<void> {
    await this.#move(() => this.#generations.compact());
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#settled();
    await this.#plan?.end();
    const generations = this.#generations;
    try {
      await generations.active().idle();
      if (generations.failure() === undefined && generations.isDue('at the end')) await generations.checkpointOrWarn();
      const failure = generations.failure();
      if (failure instanceof DamageError) throw failure;
    } finally {
      await generations.close().finally(this.#options.lock.release);
    }
  }

  #assertOpen(): void {
    if (this.#closing) throw new StoreError('The store is closed');
    this.#generations.assertUsable();
  }

  /** Resolves when no move and no search is under way. */
  async #settled(): Promise<void> {
    for (;;) {
      const [search] = this.#searches;
      const other = this.#moving ?? search;
      if (other === undefined) return;
      await ended(other);
    }
  }

  #assertNoPlan(): void {
    if (this.#plan) throw new StoreError('The store has a plan, which must end first');
  }

  async #move(work: () => Promise<void>): Promise<void> {
    this.#assertOpen();
    await this.#settled();
    this.#assertNoPlan();
    this.#generations.assertUsable();
    await this.#begin(work);
  }

  #begin(work: () => Promise<void>): Promise<void> {
    this.#moving = work().finally(() => {
      this.#moving = undefined;
    });
    return this.#moving;
  }

  /** Begins a checkpoint if it is due and the store is free. While the store is closing, `#close` does it. */
  #checkpointWhereDue(): void {
    const isBusy = this.#closing || this.#plan || this.#moving || this.#searches.size > 0;
    const isFree = !isBusy && !this.#generations.failure();
    if (isFree && this.#generations.isDue('now')) void this.#begin(() => this.#generations.checkpointOrWarn());
  }
}

/** Resolves when a promise is settled, fulfilled or rejected. */
async function ended(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => undefined);
}
