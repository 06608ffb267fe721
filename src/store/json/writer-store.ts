import { type ExamctlError, StoreError } from '../../errors.ts';
import type { Store, StoreTransaction } from '../port.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { createTransaction } from '../transaction.ts';
import { DamageError, storeFailure } from './failures.ts';
import { finishCheckpoint, prepareCheckpoint } from './generation/checkpoint.ts';
import type { Generation, StoreFolder } from './generation/generation.ts';
import { type ActiveGeneration, activate } from './generation/active-generation.ts';
import { CHECKPOINT_MIN_BYTES, CHECKPOINT_SNAPSHOT_SHARE } from './layout.ts';
import type { StoreLock } from './lock.ts';
import { openWritable } from './generation/writable-generation.ts';

export interface WriterOptions {
  readonly folder: StoreFolder;
  readonly lock: StoreLock;
  readonly generation: Generation;
  readonly onWarning: (message: string) => void;
  readonly checkpointAfterBytes: number | undefined;
}

interface Outcome<T> {
  readonly active: ActiveGeneration;
  /** The newest commit that the transaction made or could see. */
  readonly commit: number;
  readonly result: { readonly value: T } | { readonly error: unknown };
}

/** A store on an open generation whose lock we hold. */
export function createWriterStore(options: WriterOptions): JsonStore {
  const { lock, onWarning } = options;
  const queue = createSerialQueue();
  const checkpoints = createCheckpoints(options);
  let closing: Promise<void> | undefined;

  const assertUsable = () => {
    if (closing) throw new StoreError('The store is closed');
    const failure = checkpoints.failure();
    if (failure) throw failure;
  };
  const checkpointInBackground = () => {
    // Once it is closing, the store writes a checkpoint itself where one is due.
    if (closing || !checkpoints.isDue()) return;
    void queue.run(async () => {
      if (checkpoints.isDue() && !checkpoints.failure())
        await checkpoints.checkpoint().catch((error: unknown) => warnOfCheckpoint(error, onWarning));
    });
  };
  return {
    read: async (work) => {
      assertUsable();
      const { generation } = checkpoints.active();
      const view = generation.view(generation.versions.shown());
      return work(view).catch(checkpoints.stopAtDamage).finally(view.release);
    },
    transact: async (work) => {
      assertUsable();
      const { active, commit, result } = await queue.run(async () => {
        const failure = checkpoints.failure();
        if (failure) throw failure;
        return attempt(checkpoints.active(), work);
      });
      await active.writer.durable(commit);
      checkpointInBackground();
      if ('error' in result) return checkpoints.stopAtDamage(result.error);
      return result.value;
    },
    checkpoint: async () => {
      assertUsable();
      await queue.run(() => checkpoints.checkpoint());
    },
    close: () => {
      closing ??= queue.idle().then(() => closeAll(checkpoints, lock, onWarning));
      return closing;
    },
  };
}

/**
 * Runs one transaction on the newest state, also on commits that are not durable yet. A caller that waits for its outcome
 * must wait for those too, even where it changed nothing or threw: what it saw may never come true.
 */
async function attempt<T>(
  active: ActiveGeneration,
  work: (transaction: StoreTransaction) => Promise<T>,
): Promise<Outcome<T>> {
  const seen = active.generation.versions.newest();
  const view = active.generation.view(seen);
  const { transaction, finish, end } = createTransaction(view);
  try {
    const value = await work(transaction);
    const changes = await finish();
    return { active, commit: changes.length === 0 ? seen : active.commit(changes), result: { value } };
  } catch (error) {
    return { active, commit: seen, result: { error } };
  } finally {
    end();
    view.release();
  }
}

interface Checkpoints {
  active(): ActiveGeneration;
  failure(): ExamctlError | undefined;
  isDue(): boolean;
  /** Moves on to the next generation. No transaction may be under way. */
  checkpoint(): Promise<void>;
  /** Throws the error on; where it is damage of the store, nothing is written any more. */
  stopAtDamage(error: unknown): never;
  /** Closes the files of all generations, each once the last view of it has been released. */
  retireAll(): Promise<void>;
}

function createCheckpoints({ folder, lock, generation, checkpointAfterBytes }: WriterOptions): Checkpoints {
  const retired: Promise<void>[] = [];
  const problem = `Cannot write a checkpoint of the store in ${folder.path}`;
  let active = activate(folder, lock, generation);
  let failure: ExamctlError | undefined;
  let dueBytes = checkpointAfterBytes ?? defaultCheckpointBytes(generation);

  const stopAtDamage = (error: unknown): never => {
    if (error instanceof DamageError) failure ??= error;
    throw error;
  };
  const checkpoint = async () => {
    await active.writer.idle();
    const failed = active.failure();
    if (failed) throw failed;
    dueBytes += active.bytes();
    const text = await prepareCheckpoint(folder, active.generation, active.guard).catch((error: unknown) => {
      return stopAtDamage(storeFailure(problem, error));
    });
    try {
      active.guard();
      await finishCheckpoint(folder, active.generation.onDisk);
      const next = await openWritable(folder, text);
      // Everything in them is durable and copied, so a failure to close them does no harm.
      retired.push(active.generation.retire().catch(() => undefined));
      active = activate(folder, lock, next);
      dueBytes = checkpointAfterBytes ?? defaultCheckpointBytes(next);
    } catch (error) {
      failure = storeFailure(problem, error);
      throw failure;
    }
  };
  return {
    checkpoint,
    stopAtDamage,
    active: () => active,
    failure: () => failure ?? active.failure(),
    isDue: () => active.bytes() > dueBytes,
    retireAll: async () => {
      await active.writer.idle();
      await Promise.all([...retired, active.generation.retire()]);
    },
  };
}

function defaultCheckpointBytes({ snapshot }: Generation): number {
  return Math.max(CHECKPOINT_MIN_BYTES, snapshot.bytes * CHECKPOINT_SNAPSHOT_SHARE);
}

async function closeAll(
  checkpoints: Checkpoints,
  lock: StoreLock,
  onWarning: (message: string) => void,
): Promise<void> {
  try {
    if (checkpoints.failure() === undefined && checkpoints.isDue()) {
      await checkpoints.checkpoint().catch((error: unknown) => warnOfCheckpoint(error, onWarning));
    }
    const failure = checkpoints.failure();
    if (failure instanceof DamageError) throw failure;
  } finally {
    await checkpoints.retireAll().finally(lock.release);
  }
}

/** Damage is not warned of: each later use of the store throws it, and so does its end. */
function warnOfCheckpoint(error: unknown, onWarning: (message: string) => void): void {
  if (error instanceof DamageError) return;
  const reason = error instanceof Error ? error.message : String(error);
  onWarning(`No checkpoint could be written; everything is still stored (${reason})`);
}

/** A store in a folder of JSON files. */
export interface JsonStore extends Store {
  /** Writes the whole state as a new snapshot and begins an empty journal. It happens by itself when it is due. */
  checkpoint(): Promise<void>;
}
