import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExamctlError } from '../../../errors.ts';
import { storeFailure, unproven } from '../failures.ts';
import { type StoreFile, writeFully } from '../file-system.ts';

/** The usual size of a commit if much is written. */
export const GROUP_BYTES = 4 * 1024 * 1024;

/** With so many commits, a write waits for no more. Some dozens of connections send about twice as many during a sync. */
const GROUP_COMMITS = 16;

/** A commit that waits to be written. */
interface PendingCommit {
  readonly commit: number;
  readonly bytes: Buffer;
}

export interface LogWriterOptions {
  readonly file: StoreFile;
  readonly path: string;
  /** The offset of the next commit. */
  readonly offset: number;
  /** The number of the last durable commit. */
  readonly commit: number;
  /** Throws when another process may write to the store. */
  readonly guard: () => void;
  /** Called when the bytes before an offset are durable, before the waiting callers resume. */
  readonly onDurable: (offset: number) => void;
}

/**
 * Appends commits to a log. Commits that come during a write share the next write and its sync. After a failure nothing
 * more is written, and all waiting and later callers get the error. If a commit may be on the disk all the same, the
 * error of its caller says so.
 */
export interface LogWriter {
  append(commit: PendingCommit): void;
  /** Resolves once this commit and all before it are durable. */
  durable(commit: number): Promise<void>;
  /** Resolves once no commit is being written, whether it became durable or failed. */
  idle(): Promise<void>;
  failure(): ExamctlError | undefined;
}

interface Waiter {
  readonly commit: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Begins to append to an open log. */
export function createLogWriter(options: LogWriterOptions): LogWriter {
  let pending: PendingCommit[] = [];
  let waiters: Waiter[] = [];
  let durable = options.commit;
  let offset = options.offset;
  let failure: ExamctlError | undefined;
  /** The number of the last commit that may be on the disk although its write failed. */
  let doubtful = options.commit;
  let flushing: Promise<void> | undefined;

  const settleWaiters = () => {
    const [settled, left] = [waiters, [] as Waiter[]];
    for (const waiter of settled) {
      if (waiter.commit <= durable) waiter.resolve();
      else if (failure) waiter.reject(waiter.commit <= doubtful ? unproven(failure) : failure);
      else left.push(waiter);
    }
    waiters = left;
  };
  const flushAll = async () => {
    while (pending.length > 0 && failure === undefined) {
      await gather(() => pending.length);
      const batch = pending;
      pending = [];
      try {
        options.guard();
        doubtful = batch.at(-1)?.commit ?? doubtful;
        offset += await writeBatch(options, batch, offset);
        durable = batch.at(-1)?.commit ?? durable;
        options.onDurable(offset);
      } catch (error) {
        failure = storeFailure(`Cannot write to ${options.path}`, error);
        if (await takeBack(options, offset)) doubtful = durable;
      }
      settleWaiters();
    }
    flushing = undefined;
  };
  return {
    append: (commit) => {
      pending.push(commit);
      flushing ??= flushAll();
    },
    durable: async (commit) => {
      if (commit <= durable) return;
      if (failure) throw commit <= doubtful ? unproven(failure) : failure;
      await new Promise<void>((resolve, reject) => waiters.push({ commit, resolve, reject }));
    },
    idle: async () => {
      await flushing;
    },
    failure: () => failure,
  };
}

/**
 * Waits for more commits to share a write. All commits of one turn of the event loop share it: otherwise the first would
 * be synced alone. It waits for another turn as long as each brings more, since fewer syncs are faster for all.
 */
async function gather(count: () => number): Promise<void> {
  for (let known = 0; known < count() && known < GROUP_COMMITS; ) {
    known = count();
    await nextTurn();
  }
}

async function writeBatch(options: LogWriterOptions, batch: readonly PendingCommit[], offset: number): Promise<number> {
  const { file, guard } = options;
  const [first] = batch;
  const bytes = first && batch.length === 1 ? first.bytes : Buffer.concat(batch.map((commit) => commit.bytes));
  await writeFully(file, bytes, offset);
  await file.datasync();
  // A process that was suspended during the write may have lost its lock: then no commit is confirmed.
  guard();
  return bytes.length;
}

/** Removes the bytes of failed commits from the log, since their callers get an error. Returns whether it succeeded. */
async function takeBack({ file, guard }: LogWriterOptions, offset: number): Promise<boolean> {
  try {
    guard();
    await file.truncate(offset);
    await file.sync();
    // Another process may have read the bytes before they were removed.
    guard();
    return true;
  } catch {
    return false;
  }
}
