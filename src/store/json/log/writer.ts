import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExamctlError } from '../../../errors.ts';
import { storeFailure, unproven } from '../failures.ts';
import { type StoreFile, writeFully } from '../file-system.ts';
import type { LogEnd } from './format.ts';
import type { NewLines } from './new-lines.ts';

/** With so many commits, a write waits for no more. Some dozens of connections send about twice as many during a sync. */
const GROUP_COMMITS = 16;

/** Parts of less than this are written together. */
const WRITE_BYTES = 1024 * 1024;

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
  /** The bytes of the commits that the next write takes. */
  #parts: Buffer[] = [];
  /** The write with the last commit. */
  #last: Promise<void> = Promise.resolve();
  /** Whether the last write has not begun: then it takes further commits. */
  #isGathering = false;
  #failure: ExamctlError | undefined;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.#end = options.end;
    this.#durable = options.end;
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
  }

  /** Appends a commit, which begins at `end`. */
  append(lines: NewLines): void {
    const { parts, end } = lines.finish();
    this.#end = end;
    this.#unwritten.push(lines);
    for (const part of parts) this.#parts.push(part);
    if (this.#isGathering) return;
    this.#isGathering = true;
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

  async #writeAfter(before: Promise<void>): Promise<void> {
    await before;
    await this.#gather();
    const [parts, end, commits] = [this.#parts, this.#end, this.#unwritten.length];
    this.#parts = [];
    this.#isGathering = false;
    if (this.#failure) throw this.#failure;
    let mayBeDone = false;
    const begin = () => {
      mayBeDone = true;
    };
    try {
      await this.#write(parts, begin);
    } catch (error) {
      this.#failure = storeFailure(`Cannot write to ${this.#options.path}`, error);
      throw mayBeDone && !(await this.#takeBack()) ? unproven(this.#failure) : this.#failure;
    }
    this.#durable = end;
    this.#unwritten.splice(0, commits);
  }

  /**
   * Waits for more commits to share a write. All commits of one turn of the event loop share it: otherwise the first
   * would be synced alone. It waits for another turn as long as each brings more, since fewer syncs are faster for all.
   */
  async #gather(): Promise<void> {
    for (let known = 0; known < this.#unwritten.length && known < GROUP_COMMITS; ) {
      known = this.#unwritten.length;
      await nextTurn();
    }
  }

  async #write(parts: readonly Buffer[], begin: () => void): Promise<void> {
    const { file, guard } = this.#options;
    guard();
    begin();
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    let { offset } = this.#durable;
    for (const part of bytes < WRITE_BYTES ? [Buffer.concat(parts)] : parts) {
      await writeFully(file, part, offset);
      offset += part.length;
    }
    await file.datasync();
    // A process that was suspended during the write may have lost its lock: then no commit is confirmed.
    guard();
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
}
