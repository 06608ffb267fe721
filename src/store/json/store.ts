import { join } from 'node:path';
import { OPEN_FLAGS } from '../../disk/file-access.ts';
import { StoreError, StoreLockedError } from '../../errors.ts';
import type { OpenOptions, Store, StoreCounts, StorePlan, StoreTransaction, StoreView } from '../port.ts';
import { viewOf } from '../record-view.ts';
import { BufferedTransaction } from '../transaction.ts';
import { compactLog, isCompactionDue } from './compaction.ts';
import { DamageError, damageAtOpening, storeFailure } from './failures.ts';
import { nodeFiles, removeFile, type StoreFile, type StoreFiles, type StoreFolder } from './file-system.ts';
import { assertStore, LOG_FILE, removeLeftovers } from './folder.ts';
import { acquireLock, FORCED_UNLOCK_FILE, LOST_HINT, type StoreLock } from './lock.ts';
import { type ScannedLog, scanLog } from './log/scan.ts';
import { LogReader, type LogState, type OpenLog } from './log/state.ts';
import { LogWriter } from './log/writer.ts';
import { createPlan, Planned } from './plan.ts';

interface JsonOpenOptions extends OpenOptions {
  /** The file system, for tests. */
  readonly files?: StoreFiles | undefined;
}

/** A store in a folder of JSON files. */
export interface JsonStore extends Store {
  /** Moves the state to a new file, and leaves out outdated lines. The store does it when it is due. */
  compact(): Promise<void>;
}

/** Opens the store in a folder. */
export async function openJsonStore(path: string, options: JsonOpenOptions): Promise<JsonStore> {
  const folder = { path, files: options.files ?? nodeFiles };
  try {
    await assertStore(path);
    return await (options.mode === 'read' ? openReader(folder, options) : openWriter(folder, options));
  } catch (error) {
    if (error instanceof DamageError) throw damageAtOpening(error);
    throw storeFailure(`Cannot open the store in ${path}`, error);
  }
}

async function openReader({ path, files }: StoreFolder, { onWarning }: JsonOpenOptions): Promise<JsonStore> {
  const logPath = join(path, LOG_FILE);
  const file = await files.open(logPath, OPEN_FLAGS.read);
  try {
    const log = await scanLog(file, logPath);
    warnOfUnfinished(logPath, log, 'ignored', onWarning);
    return createReaderStore(file, logPath, log);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openWriter(folder: StoreFolder, options: JsonOpenOptions): Promise<JsonStore> {
  const { lockTimeoutMs: timeoutMs = 0, command, signal } = options;
  const lock = await acquireLock(folder.path, { timeoutMs, signal, command });
  try {
    return await openLocked(folder, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(
  folder: StoreFolder,
  lock: StoreLock,
  { onWarning = () => {} }: JsonOpenOptions,
): Promise<JsonStore> {
  const { path, files } = folder;
  const logPath = join(path, LOG_FILE);
  await removeLeftovers(files, path);
  const file = await files.open(logPath, OPEN_FLAGS.write);
  try {
    const log = await scanLog(file, logPath);
    warnOfUnfinished(logPath, log, 'dropped', onWarning);
    if (log.unfinishedBytes > 0) {
      await file.truncate(log.end.offset);
      await file.sync();
    }
    const store = new WriterStore({ folder, lock, onWarning }, { file, ...log });
    // A suspended former holder may still have the old log open, and write to it later.
    const forced = join(path, FORCED_UNLOCK_FILE);
    if (await files.exists(forced)) {
      await store.compact();
      await removeFile(files, forced);
    }
    return store;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function warnOfUnfinished(
  path: string,
  { unfinishedBytes, end: { offset, commit } }: ScannedLog,
  fate: 'dropped' | 'ignored',
  onWarning: OpenOptions['onWarning'],
): void {
  if (unfinishedBytes === 0) return;
  onWarning?.(
    `${path} ends inside commit ${commit + 1}, which was being written when examctl or the machine stopped: ` +
      `no command has reported its ${unfinishedBytes} bytes from byte ${offset} on as done, so they are ${fate}`,
  );
}

/** A read-only store. It shows the state at the time of opening. */
function createReaderStore(file: StoreFile, path: string, { state, end }: ScannedLog): JsonStore {
  const reader = new LogReader(file, path, state);
  let closing: Promise<void> | undefined;
  const refuse = async () => {
    throw new StoreError('The store was opened for reading only');
  };
  const whenOpen = <T>(work: () => T): T => {
    if (closing) throw new StoreError('The store is closed');
    return work();
  };
  const stopAt = (error: unknown): never => {
    throw error;
  };
  return {
    read: async (work) => whenOpen(() => work(viewOf(reader))),
    transact: refuse,
    eachText: async ({ kind, names }, see) => whenOpen(() => reader.eachText(kind, names, see)),
    plan: () => whenOpen(() => createPlan({ base: reader, end, stopAt, onEnd: () => {} })),
    compact: refuse,
    close: () => {
      closing ??= file.close();
      return closing;
    },
  };
}

interface WriterOptions {
  readonly folder: StoreFolder;
  readonly lock: StoreLock;
  readonly onWarning: (message: string) => void;
}

/** The parts of a writer that change with its log. */
interface Active {
  readonly file: StoreFile;
  readonly state: LogState;
  readonly writer: LogWriter;
  readonly reader: LogReader;
}

/** A store on an open log whose lock we hold. */
class WriterStore implements JsonStore {
  readonly #options: WriterOptions;
  readonly #path: string;
  #active: Active;
  /** A move to another file under way. Transactions wait for it. There is no `await` between a check of it and its use. */
  #moving: Promise<void> | undefined;
  #hasMoveFailed = false;
  #plan: StorePlan | undefined;
  #closing: Promise<void> | undefined;
  #commits = 0;

  constructor(options: WriterOptions, log: OpenLog) {
    this.#options = options;
    this.#path = join(options.folder.path, LOG_FILE);
    this.#active = this.#activate(log);
  }

  async read<T>(work: (view: StoreView) => T): Promise<T> {
    this.#assertOpen();
    const { reader, writer } = this.#active;
    const result = this.#attempt(() => work(viewOf(reader)));
    await writer.durable();
    return result;
  }

  async transact<T>(work: (transaction: StoreTransaction) => T): Promise<T> {
    this.#assertOpen();
    while (this.#moving) await ended(this.#moving);
    this.#assertNoPlan();
    this.#assertWritable();
    const { reader, writer } = this.#active;
    const planned = new Planned(reader, writer.end);
    const transaction = new BufferedTransaction(reader);
    const result = this.#attempt(() => {
      try {
        const value = work(transaction);
        if (planned.add(transaction)) this.#append(planned);
        return value;
      } finally {
        transaction.end();
      }
    });
    await writer.durable().finally(() => this.#compactWhereDue());
    return result;
  }

  async eachText(...[{ kind, names }, see]: Parameters<Store['eachText']>): Promise<void> {
    this.#assertOpen();
    await this.#active.writer.durable();
    this.#attempt(() => this.#active.reader.eachText(kind, names, see));
  }

  assertUsable(): void {
    this.#assertOpen();
    if (this.#moving === undefined) this.#guard(this.#active.file);
  }

  counts(): StoreCounts {
    return { commits: this.#commits };
  }

  plan(): StorePlan {
    this.#assertOpen();
    this.#assertNoPlan();
    const { reader, writer } = this.#active;
    this.#plan = createPlan({
      base: reader,
      end: writer.end,
      stopAt: (error) => this.#stopAt(error),
      commit: async (planned) => {
        this.#assertWritable();
        this.#append(planned);
        await writer.durable();
      },
      onEnd: () => {
        this.#plan = undefined;
      },
    });
    return this.#plan;
  }

  async compact(): Promise<void> {
    this.#assertOpen();
    while (this.#moving) await ended(this.#moving);
    this.#assertNoPlan();
    await this.#move();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    while (this.#moving) await ended(this.#moving);
    await this.#plan?.end();
    try {
      await this.#active.writer.idle();
      if (this.#isCompactionDue()) await this.#moveOrWarn();
      const { failure } = this.#active.writer;
      if (failure instanceof DamageError) throw failure;
    } finally {
      await this.#active.file.close().finally(this.#options.lock.release);
    }
  }

  #activate({ file, state, end }: OpenLog): Active {
    const writer = new LogWriter({ file, path: this.#path, end, guard: () => this.#guard(file) });
    return { file, state, writer, reader: new LogReader(file, this.#path, state, writer.unwritten) };
  }

  /** Throws when the lock or the file is not ours any more: another process may have taken both. */
  #guard({ id }: StoreFile): void {
    this.#options.lock.check();
    if (this.#options.folder.files.idOf(this.#path) === id) return;
    throw new StoreLockedError(`${this.#path} was replaced by another process`, { hint: LOST_HINT });
  }

  #append(planned: Planned): void {
    const { state, writer } = this.#active;
    planned.applyTo(state);
    writer.append(planned.lines);
    this.#commits += 1;
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      return this.#stopAt(error);
    }
  }

  /** Rethrows an error. A writer that finds damage writes nothing more. */
  #stopAt(error: unknown): never {
    if (error instanceof DamageError) this.#active.writer.stop(error);
    throw error;
  }

  #assertOpen(): void {
    if (this.#closing) throw new StoreError('The store is closed');
    this.#assertWritable();
  }

  #assertWritable(): void {
    const { failure } = this.#active.writer;
    if (failure) throw failure;
  }

  #assertNoPlan(): void {
    if (this.#plan) throw new StoreError('The store has a plan, which must end first');
  }

  #isCompactionDue(): boolean {
    const { writer, state } = this.#active;
    return !this.#hasMoveFailed && writer.failure === undefined && isCompactionDue(writer.end.offset, state);
  }

  /** Begins a compaction if it is due and the store is free. While the store is closing, `#close` does it. */
  #compactWhereDue(): void {
    const isBusy = this.#closing !== undefined || this.#plan !== undefined || this.#moving !== undefined;
    if (!isBusy && this.#isCompactionDue()) void this.#moveOrWarn();
  }

  async #moveOrWarn(): Promise<void> {
    await this.#move().catch((error: unknown) => {
      this.#hasMoveFailed = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.onWarning(`The store keeps its outdated lines for now: ${reason}`);
    });
  }

  #move(): Promise<void> {
    this.#moving = this.#moveNow().finally(() => {
      this.#moving = undefined;
    });
    return this.#moving;
  }

  async #moveNow(): Promise<void> {
    const { folder } = this.#options;
    const { file, writer } = this.#active;
    await writer.idle();
    this.#assertWritable();
    try {
      // A new log has new checksums, so damage must be found before.
      await scanLog(file, this.#path);
      const log = await compactLog(folder, this.#active, () => this.#guard(file));
      this.#active = this.#activate(log);
    } catch (error) {
      const failure = storeFailure(`Cannot compact ${this.#path}`, error);
      // Once another file has the name, what is written to the old one is lost.
      if (failure instanceof DamageError || folder.files.idOf(this.#path) !== file.id) writer.stop(failure);
      throw failure;
    }
    await file.close();
  }
}

/** Resolves when a promise is settled, fulfilled or rejected. */
async function ended(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => undefined);
}
