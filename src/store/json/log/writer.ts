import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExamctlError } from '../../../errors.ts';
import { storeFailure, unproven } from '../failures.ts';
import { type StoreFile, writeFully } from '../file-system.ts';
import type { LogEnd } from './format.ts';
import type { NewLines } from './new-lines.ts';

/** With so many commits, a write waits for no more. Some dozens of connections send about twice as many during a sync. */
const GROUP_COMMITS = 16;

/** Smaller parts are written together. */
const WRITE_BYTES = 1024 * 1024;

/** A commit that waits to be written. */
interface PendingCommit {
  readonly lines: NewLines;
  readonly parts: readonly Buffer[];
  readonly end: LogEnd;
}

interface Waiter {
  readonly commit: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface LogWriterOptions {
  readonly file: StoreFile;
  readonly path: string;
  readonly end: LogEnd;
  /** Throws when another process may write to the store. */
  readonly guard: () => void;
}

/**
 * Appends commits to a log. Commits that come during a write share the next write and its sync. After a failure nothing
 * more is written, and all waiting and later callers get the error. If a commit may be on the disk all the same, the
 * error of its caller says so.
 */
export class LogWriter {
  readonly #options: LogWriterOptions;
  /** The end of the log with all commits that wait. */
  #end: LogEnd;
  /** The end of what is durable. */
  #durable: LogEnd;
  readonly #unwritten: NewLines[] = [];
  #pending: PendingCommit[] = [];
  #waiters: Waiter[] = [];
  #failure: ExamctlError | undefined;
  /** The number of the last commit that may be on the disk although its write failed. */
  #doubtful: number;
  #flushing: Promise<void> | undefined;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.#end = options.end;
    this.#durable = options.end;
    this.#doubtful = options.end.commit;
  }

  get end(): LogEnd {
    return this.#end;
  }

  /** The lines of commits that are not durable yet, in their order. It is always the same list. */
  get unwritten(): readonly NewLines[] {
    return this.#unwritten;
  }

  get failure(): ExamctlError | undefined {
    return this.#failure;
  }

  /** Stops the writer: nothing more is written. */
  stop(failure: ExamctlError): void {
    this.#failure ??= failure;
    this.#settle();
  }

  /** Appends a commit, which begins at `end`. */
  append(lines: NewLines): void {
    const { parts, end } = lines.finish();
    this.#end = end;
    this.#unwritten.push(lines);
    this.#pending.push({ lines, parts, end });
    this.#flushing ??= this.#flush();
  }

  /** Resolves once all commits so far are durable. */
  async durable(): Promise<void> {
    const { commit } = this.#end;
    if (commit <= this.#durable.commit) return;
    if (this.#failure) throw this.#errorFor(commit, this.#failure);
    await new Promise<void>((resolve, reject) => this.#waiters.push({ commit, resolve, reject }));
  }

  /** Resolves once no commit is being written, whether it became durable or failed. */
  async idle(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0 && this.#failure === undefined) {
      await this.#gather();
      const batch = this.#pending;
      this.#pending = [];
      try {
        await this.#write(batch);
      } catch (error) {
        this.#failure = storeFailure(`Cannot write to ${this.#options.path}`, error);
        if (await this.#takeBack()) this.#doubtful = this.#durable.commit;
      }
      this.#settle();
    }
    this.#flushing = undefined;
  }

  /**
   * Waits for more commits to share a write. All commits of one turn of the event loop share it: otherwise the first
   * would be synced alone. It waits for another turn as long as each brings more, since fewer syncs are faster for all.
   */
  async #gather(): Promise<void> {
    for (let known = 0; known < this.#pending.length && known < GROUP_COMMITS; ) {
      known = this.#pending.length;
      await nextTurn();
    }
  }

  async #write(batch: readonly PendingCommit[]): Promise<void> {
    const { file, guard } = this.#options;
    const end = batch.at(-1)?.end ?? this.#durable;
    guard();
    this.#doubtful = end.commit;
    let { offset } = this.#durable;
    for (const bytes of joined(batch.flatMap(({ parts }) => parts))) {
      await writeFully(file, bytes, offset);
      offset += bytes.length;
    }
    await file.datasync();
    // A process that was suspended during the write may have lost its lock: then no commit is confirmed.
    guard();
    this.#durable = end;
    this.#unwritten.splice(0, batch.length);
  }

  /** Removes the bytes of failed commits from the log, since their callers get an error. Returns whether it succeeded. */
  async #takeBack(): Promise<boolean> {
    const { file, guard } = this.#options;
    try {
      guard();
      await file.truncate(this.#durable.offset);
      await file.sync();
      // Another process may have read the bytes before they were removed.
      guard();
      return true;
    } catch {
      return false;
    }
  }

  #settle(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) {
      if (waiter.commit <= this.#durable.commit) waiter.resolve();
      else if (this.#failure) waiter.reject(this.#errorFor(waiter.commit, this.#failure));
      else this.#waiters.push(waiter);
    }
  }

  #errorFor(commit: number, failure: ExamctlError): ExamctlError {
    return commit <= this.#doubtful ? unproven(failure) : failure;
  }
}

/** Joins small parts, so that they share a write. */
function* joined(parts: readonly Buffer[]): Generator<Buffer> {
  let [group, bytes] = [[] as Buffer[], 0];
  for (const part of parts) {
    if (bytes + part.length > WRITE_BYTES && group.length > 0) {
      yield oneOf(group);
      [group, bytes] = [[], 0];
    }
    group.push(part);
    bytes += part.length;
  }
  if (group.length > 0) yield oneOf(group);
}

function oneOf(group: readonly Buffer[]): Buffer {
  const [first] = group;
  return group.length === 1 && first !== undefined ? first : Buffer.concat(group);
}
