import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExamctlError, StoreError } from '../../../errors.ts';
import type { StoreTransaction } from '../../port.ts';
import { BufferedTransaction } from '../../transaction.ts';
import { storeFailure, unproven } from '../failures.ts';
import { type StoreFile, writeFully } from '../file-system.ts';
import { type LogEnd, recordLine } from './format.ts';
import { LogReader, type LogState } from './state.ts';
import { LogTail } from './tail.ts';

/** A log in a file: its state, and the end of its last commit. */
export interface OpenLog {
  readonly file: StoreFile;
  readonly state: LogState;
  readonly end: LogEnd;
}

/** With so many commits, a write waits for no more. Some dozens of connections send about twice as many during a sync. */
const GROUP_COMMITS = 16;

/** So many bytes of a plan are written before its commit: in memory they would take more than all else. */
const AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * An open log, and the lines that its file does not have yet. Commits that come during a write share the next write and its
 * sync. After a failure nothing more is written, and all waiting and later callers get the error. If a commit may be on the
 * disk all the same, the error of its caller says so.
 */
export class Log {
  readonly file: StoreFile;
  readonly state: LogState;
  readonly reader: LogReader;
  readonly #path: string;
  /** Throws when another process may write to the store. */
  readonly #guard: () => void;
  readonly #tail: LogTail;
  /** The end of the last commit. */
  #committed: LogEnd;
  /** The end of the last durable commit. All commits of an opened file are: it was synced. */
  #durable: number;
  /** The end of what the file has. Beyond the durable commits, it is part of a plan. */
  #written: number;
  /** The commits that the next write takes. */
  #waiting = 0;
  /** The last write that has begun, or waits. */
  #last: Promise<void> = Promise.resolve();
  #failure: ExamctlError | undefined;

  constructor({ file, state, end }: OpenLog, path: string, guard: () => void) {
    this.file = file;
    this.state = state;
    this.#path = path;
    this.#guard = guard;
    this.#tail = new LogTail(end);
    this.reader = new LogReader(file, path, this.#tail);
    this.#committed = end;
    this.#durable = end.offset;
    this.#written = end.offset;
  }

  get failure(): ExamctlError | undefined {
    return this.#failure;
  }

  /** The end of all lines. */
  get end(): LogEnd {
    return this.#tail.end;
  }

  /** Stops all writing. */
  stop(failure: ExamctlError): void {
    this.#failure ??= failure;
  }

  /** Runs a transaction on a state, and adds the lines of its changes. Returns its result, and whether it changes anything. */
  transact<T>(state: LogState, work: (transaction: StoreTransaction) => T): [result: T, isChange: boolean] {
    const transaction = new BufferedTransaction(this.reader.viewOf(state));
    try {
      const result = work(transaction);
      const changes = transaction.finish();
      for (const { kind, id, after } of changes) {
        this.add(state, kind, id, recordLine(kind, id, after), after === undefined);
      }
      return [result, changes.length > 0];
    } finally {
      transaction.end();
    }
  }

  /** Adds the line of a record to a state. It counts once it is committed. */
  add(state: LogState, kind: string, id: string, line: string, isDeleted = false): void {
    state.addRecord(kind, id, this.#tail.add(line), isDeleted);
  }

  /** Commits all lines that were added: in memory at once, and soon in the file. `durable` waits for the disk. */
  commit(): void {
    this.state.addLine(this.#tail.commit());
    this.#committed = this.#tail.end;
    this.#waiting += 1;
    if (this.#waiting > 1) return;
    this.#last = this.#writeAfter(this.idle());
    // `durable` returns the error.
    this.#last.catch(() => undefined);
  }

  /** Resolves once all commits so far are durable. */
  durable(): Promise<void> {
    return this.#last;
  }

  /** Resolves once no commit is being written, whether it became durable or failed. */
  async idle(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  /** Writes the lines of a plan to the file, if they are many. They count only with the commit, and a killed plan leaves them. */
  async writeAhead(): Promise<void> {
    const { offset } = this.#tail.end;
    if (offset - this.#written < AHEAD_BYTES) return;
    this.#last = this.idle().then(() => this.#writeTo(offset, false));
    await this.#last;
  }

  /** Drops all lines that are not committed, also from the file. */
  async drop(): Promise<void> {
    await this.idle();
    this.#tail.cut(this.#committed);
    this.state.cut(this.#committed.offset);
    this.reader.forget();
    if (this.#written === this.#durable || (await this.#takeBack())) return;
    const message = `Lines of a run that was not committed are still in ${this.#path}`;
    this.#failure ??= new StoreError(message, { hint: 'They do not count, and the next command removes them.' });
  }

  async #writeAfter(before: Promise<void>): Promise<void> {
    await before;
    await this.#gather();
    this.#waiting = 0;
    await this.#writeTo(this.#committed.offset, true);
  }

  /**
   * Waits for more commits to share a write. All commits of one turn of the event loop share it: otherwise the first
   * would be synced alone. It waits for another turn as long as each brings more, since fewer syncs are faster for all.
   */
  async #gather(): Promise<void> {
    for (let known = 0; known < this.#waiting && known < GROUP_COMMITS; ) {
      known = this.#waiting;
      await nextTurn();
    }
  }

  async #writeTo(end: number, isCommit: boolean): Promise<void> {
    let mayBeDone = false;
    try {
      if (this.#failure) throw this.#failure;
      this.#guard();
      mayBeDone = isCommit;
      await this.#write(end);
    } catch (error) {
      this.#failure ??= storeFailure(`Cannot write to ${this.#path}`, error);
      const isGone = mayBeDone || this.#written > this.#durable ? await this.#takeBack() : true;
      throw mayBeDone && !isGone ? unproven(this.#failure) : this.#failure;
    }
    if (isCommit) this.#durable = end;
  }

  /** Makes the tail up to an offset durable. */
  async #write(to: number): Promise<void> {
    for (const part of this.#tail.between(this.#written, to)) {
      await writeFully(this.file, part, this.#written);
      this.#written += part.length;
    }
    await this.file.datasync();
    // A process that was suspended during the write may have lost its lock: then no commit is confirmed.
    this.#guard();
    this.#tail.written(to);
  }

  /** Removes from the file what is not committed, or what was not confirmed. Returns whether it succeeded. */
  async #takeBack(): Promise<boolean> {
    try {
      this.#guard();
      await this.file.truncate(this.#durable);
      await this.file.sync();
      // Another process may have read the bytes before they were removed.
      this.#guard();
      this.#written = this.#durable;
      return true;
    } catch {
      return false;
    }
  }
}
