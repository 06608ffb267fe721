import { type ExamctlError, StoreError } from '../../errors.ts';
import type { StoreTransaction } from '../port.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { createTransaction } from '../transaction.ts';
import { DamageError, storeFailure } from './failures.ts';
import { finishFold, prepareFold } from './generation/checkpoint.ts';
import type { Generation, StoreFolder } from './generation/generation.ts';
import { createHead, type Head } from './generation/active-generation.ts';
import type { JsonStore } from './json-store.ts';
import { FOLD_MIN_BYTES, FOLD_SNAPSHOT_SHARE } from './layout.ts';
import type { StoreLock } from './lock.ts';
import { openWritable } from './generation/writable-generation.ts';

export interface WriterOptions {
  readonly folder: StoreFolder;
  readonly lock: StoreLock;
  readonly generation: Generation;
  readonly onWarning: (message: string) => void;
  readonly foldAfterBytes: number | undefined;
}

interface Outcome<T> {
  readonly head: Head;
  /** The newest commit that the transaction made or could see. */
  readonly commit: number;
  readonly result: { readonly value: T } | { readonly error: unknown };
}

/** A store on an open generation whose lock we hold. */
export function createWriterStore(options: WriterOptions): JsonStore {
  const { lock, onWarning } = options;
  const queue = createSerialQueue();
  const folding = createFolding(options);
  let closing: Promise<void> | undefined;

  const assertUsable = () => {
    if (closing) throw new StoreError('The store is closed');
    const failure = folding.failure();
    if (failure) throw failure;
  };
  const foldInBackground = () => {
    // Once it is closing, the store folds by itself if need be.
    if (closing || !folding.isDue()) return;
    void queue.run(async () => {
      if (folding.isDue() && !folding.failure())
        await folding.fold().catch((error: unknown) => warnOfFold(error, onWarning));
    });
  };
  return {
    read: async (work) => {
      assertUsable();
      const { generation } = folding.head();
      const view = generation.view(generation.versions.settled());
      return work(view).catch(folding.stopAtDamage).finally(view.release);
    },
    transact: async (work) => {
      assertUsable();
      const { head, commit, result } = await queue.run(async () => {
        const failure = folding.failure();
        if (failure) throw failure;
        return attempt(folding.head(), work);
      });
      await head.writer.durable(commit);
      foldInBackground();
      if ('error' in result) return folding.stopAtDamage(result.error);
      return result.value;
    },
    fold: async () => {
      assertUsable();
      await queue.run(() => folding.fold());
    },
    close: () => {
      closing ??= queue.idle().then(() => closeAll(folding, lock, onWarning));
      return closing;
    },
  };
}

/**
 * Runs one transaction on the newest state, also on commits that are not durable yet. So a caller that waits for its outcome
 * must wait for those too, even where it changed nothing or threw: what it saw may never come true.
 */
async function attempt<T>(head: Head, work: (transaction: StoreTransaction) => Promise<T>): Promise<Outcome<T>> {
  const seen = head.generation.versions.newest();
  const view = head.generation.view(seen);
  const { transaction, finish, end } = createTransaction(view);
  try {
    const value = await work(transaction);
    const changes = await finish();
    return { head, commit: changes.length === 0 ? seen : head.commit(changes), result: { value } };
  } catch (error) {
    return { head, commit: seen, result: { error } };
  } finally {
    end();
    view.release();
  }
}

interface Folding {
  head(): Head;
  failure(): ExamctlError | undefined;
  isDue(): boolean;
  /** Moves on to the next generation. No transaction may be under way. */
  fold(): Promise<void>;
  /** Throws the error on; where it is damage of the store, nothing is written any more. */
  stopAtDamage(error: unknown): never;
  /** Closes the files of all generations, each once the last view of it has been released. */
  retireAll(): Promise<void>;
}

function createFolding({ folder, lock, generation, foldAfterBytes }: WriterOptions): Folding {
  const retired: Promise<void>[] = [];
  const problem = `Cannot fold the store in ${folder.path}`;
  let head = createHead(folder, lock, generation);
  let failure: ExamctlError | undefined;
  let dueBytes = foldAfterBytes ?? defaultFoldBytes(generation);

  const stopAtDamage = (error: unknown): never => {
    if (error instanceof DamageError) failure ??= error;
    throw error;
  };
  const fold = async () => {
    await head.writer.idle();
    const failed = head.failure();
    if (failed) throw failed;
    dueBytes += head.bytes();
    const text = await prepareFold(folder, head.generation, head.guard).catch((error: unknown) => {
      return stopAtDamage(storeFailure(problem, error));
    });
    try {
      head.guard();
      await finishFold(folder, head.generation.onDisk);
      const next = await openWritable(folder, text);
      // Everything in them is durable and copied, so a failure to close them does no harm.
      retired.push(head.generation.retire().catch(() => undefined));
      head = createHead(folder, lock, next);
      dueBytes = foldAfterBytes ?? defaultFoldBytes(next);
    } catch (error) {
      failure = storeFailure(problem, error);
      throw failure;
    }
  };
  return {
    fold,
    stopAtDamage,
    head: () => head,
    failure: () => failure ?? head.failure(),
    isDue: () => head.bytes() > dueBytes,
    retireAll: async () => {
      await head.writer.idle();
      await Promise.all([...retired, head.generation.retire()]);
    },
  };
}

function defaultFoldBytes({ snapshot }: Generation): number {
  return Math.max(FOLD_MIN_BYTES, snapshot.bytes * FOLD_SNAPSHOT_SHARE);
}

async function closeAll(folding: Folding, lock: StoreLock, onWarning: (message: string) => void): Promise<void> {
  try {
    if (folding.failure() === undefined && folding.isDue()) {
      await folding.fold().catch((error: unknown) => warnOfFold(error, onWarning));
    }
    const failure = folding.failure();
    if (failure instanceof DamageError) throw failure;
  } finally {
    await folding.retireAll().finally(lock.release);
  }
}

/** Damage is not warned of: each later use of the store throws it, and so does its end. */
function warnOfFold(error: unknown, onWarning: (message: string) => void): void {
  if (error instanceof DamageError) return;
  const reason = error instanceof Error ? error.message : String(error);
  onWarning(`The journal could not be folded into a new snapshot; everything is still stored (${reason})`);
}
