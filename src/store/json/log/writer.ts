import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExamctlError } from '../../../errors.ts';
import { storeFailure, unproven } from '../failures.ts';
import { type StoreFile, writeFully } from '../file-system.ts';

/** About so many bytes are committed at once where much is written. */
export const GROUP_BYTES = 4 * 1024 * 1024;

/** So many commits wait for no more of them: about half of what comes over some dozens of connections, while others are synced. */
const GROUP_COMMITS = 16;

/** A commit's bytes on their way to the disk. */
interface PendingCommit {
  readonly commit: number;
  readonly bytes: Buffer;
}

export interface LogWriterOptions {
  readonly file: StoreFile;
  readonly path: string;
  /** Where the next commit goes. */
  readonly offset: number;
  /** The last commit that is durable. */
  readonly commit: number;
  /** Throws when another process may write to the store. */
  readonly guard: () => void;
  /** Called when the bytes before an offset are durable, before the callers that wait for their commits hear of it. */
  readonly onDurable: (offset: number) => void;
}

/**
 * Appends commits to a log. Those that come while a write is under way share the next write and its sync.
 * After a failure nothing is written any more, and everyone who waits or comes later gets the error. It says so to
 * those whose commits may have reached the disk all the same.
 */
export interface LogWriter {
  append(commit: PendingCommit): void;
  /** Resolves once this commit and all before it are durable. */
  durable(commit: number): Promise<void>;
  /** Resolves once nothing is on its way any more, whether it became durable or failed. */
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
  /** The last commit that may be on the disk although its write failed. */
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
 * Commits of one turn of the event loop share a write: otherwise the first would be synced alone. Those of the next turns
 * too, as long as each brings more: where requests wait to be decided, to decide them first is to sync less often.
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

/** The callers will hear that their commits failed, so their bytes should go. Tells whether they have. */
async function takeBack({ file, guard }: LogWriterOptions, offset: number): Promise<boolean> {
  try {
    guard();
    await file.truncate(offset);
    await file.sync();
    // Another process may have read them before they went.
    guard();
    return true;
  } catch {
    return false;
  }
}
