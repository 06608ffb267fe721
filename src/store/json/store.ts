import { join } from 'node:path';
import { OPEN_FLAGS } from '../../disk/file-access.ts';
import { StoreError, StoreLockedError } from '../../errors.ts';
import type { OpenOptions, Store, StoreCounts, StorePlan, StoreTransaction, StoreView } from '../port.ts';
import { viewOf } from '../record-view.ts';
import { BufferedTransaction } from '../transaction.ts';
import { DamageError, damageAtOpening, storeFailure } from './failures.ts';
import { nodeFiles, removeFile, type StoreFile, type StoreFiles, type StoreFolder, writeFully } from './file-system.ts';
import { assertStore, LOG_FILE, makeLogFile, removeLeftovers } from './folder.ts';
import { acquireLock, FORCED_UNLOCK_FILE, LOST_HINT, type StoreLock } from './lock.ts';
import { endOfHeader, newHeader } from './log/format.ts';
import { NewLines } from './log/new-lines.ts';
import { type ScannedLog, scanLog } from './log/scan.ts';
import { createState, LogReader, type LogState, type OpenLog, putPlace } from './log/state.ts';
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
  const { mode, files = nodeFiles, lockTimeoutMs: timeoutMs = 0, command, signal } = options;
  let lock: StoreLock | undefined;
  try {
    await assertStore(path);
    if (mode === 'write') lock = await acquireLock(path, { timeoutMs, signal, command });
    return await openLog({ path, files }, lock, options);
  } catch (error) {
    lock?.release();
    if (error instanceof DamageError) throw damageAtOpening(error);
    throw storeFailure(`Cannot open the store in ${path}`, error);
  }
}

/** Opens the log: for reading, or for writing with the lock. */
async function openLog(
  folder: StoreFolder,
  lock: StoreLock | undefined,
  { onWarning = () => {} }: JsonOpenOptions,
): Promise<JsonStore> {
  const { path, files } = folder;
  const logPath = join(path, LOG_FILE);
  if (lock) await removeLeftovers(files, path);
  const file = await files.open(logPath, lock ? OPEN_FLAGS.write : OPEN_FLAGS.read);
  try {
    const log = await scanLog(file, logPath);
    if (log.unfinishedBytes > 0) onWarning(unfinishedWarning(logPath, log, lock ? 'dropped' : 'ignored'));
    if (log.unfinishedBytes > 0 && lock) {
      await file.truncate(log.end.offset);
      await file.sync();
    }
    const store = new LogStore({ folder, lock, onWarning }, { file, ...log });
    // A suspended former holder may still have the old log open, and write to it later.
    const forced = join(path, FORCED_UNLOCK_FILE);
    if (lock && (await files.exists(forced))) {
      await store.compact();
      await removeFile(files, forced);
    }
    return store;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function unfinishedWarning(
  path: string,
  { unfinishedBytes, end: { offset, commit } }: ScannedLog,
  fate: 'dropped' | 'ignored',
): string {
  return (
    `${path} ends inside commit ${commit + 1}, which was being written when examctl or the machine stopped: ` +
    `no command has reported its ${unfinishedBytes} bytes from byte ${offset} on as done, so they are ${fate}`
  );
}

interface LogStoreOptions {
  readonly folder: StoreFolder;
  /** Absent in a store that was opened for reading: it shows the state at the time of opening. */
  readonly lock: StoreLock | undefined;
  readonly onWarning: (message: string) => void;
}

/** The parts of a store that change with its log. */
interface Active {
  readonly file: StoreFile;
  readonly state: LogState;
  readonly writer: LogWriter;
  readonly reader: LogReader;
}

/** A store on an open log. */
class LogStore implements JsonStore {
  readonly #options: LogStoreOptions;
  readonly #path: string;
  #active: Active;
  /** A move to another file under way. Transactions wait for it. There is no `await` between a check of it and its use. */
  #moving: Promise<void> | undefined;
  #hasMoveFailed = false;
  #plan: StorePlan | undefined;
  #closing: Promise<void> | undefined;
  #commits = 0;

  constructor(options: LogStoreOptions, log: OpenLog) {
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
    await this.#whenWritable();
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
        this.#append(planned);
        await writer.durable();
      },
      assertWritable: () => this.#assertWritable(),
      onEnd: () => {
        this.#plan = undefined;
      },
    });
    return this.#plan;
  }

  async compact(): Promise<void> {
    await this.#whenWritable();
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
      await this.#active.file.close().finally(this.#options.lock?.release);
    }
  }

  #activate({ file, state, end }: OpenLog): Active {
    const writer = new LogWriter({ file, path: this.#path, end, guard: () => this.#guard(file) });
    return { file, state, writer, reader: new LogReader(file, this.#path, state, writer.unwritten) };
  }

  /** Throws when the lock or the file is not ours any more: another process may have taken both. */
  #guard({ id }: StoreFile): void {
    this.#options.lock?.check();
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
    if (error instanceof DamageError && this.#options.lock) this.#active.writer.stop(error);
    throw error;
  }

  async #whenWritable(): Promise<void> {
    this.#assertOpen();
    while (this.#moving) await ended(this.#moving);
    this.#assertNoPlan();
    this.#assertWritable();
  }

  #assertOpen(): void {
    if (this.#closing) throw new StoreError('The store is closed');
    const { failure } = this.#active.writer;
    if (failure) throw failure;
  }

  #assertWritable(): void {
    if (this.#options.lock === undefined) throw new StoreError('The store was opened for reading only');
    const { failure } = this.#active.writer;
    if (failure) throw failure;
  }

  #assertNoPlan(): void {
    if (this.#plan) throw new StoreError('The store has a plan, which must end first');
  }

  #isCompactionDue(): boolean {
    const { writer, state } = this.#active;
    const canMove = this.#options.lock !== undefined && !this.#hasMoveFailed && writer.failure === undefined;
    return canMove && isCompactionDue(writer.end.offset, state);
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

/** A log with fewer outdated bytes is not compacted. */
const MIN_OUTDATED_BYTES = 8 * 1024 * 1024;
/** About the size of a commit of a new log. */
const COMMIT_BYTES = 4 * 1024 * 1024;

/** Whether more than half of the log is outdated. */
function isCompactionDue(size: number, { liveBytes }: LogState): boolean {
  const outdated = size - liveBytes;
  return outdated > MIN_OUTDATED_BYTES && outdated > liveBytes;
}

/**
 * Writes a new log with the current records only, puts it in place of the old one, and returns it, open. `guard` throws
 * when another process may write to the store.
 */
async function compactLog(
  { path, files }: StoreFolder,
  { reader, state }: { readonly reader: LogReader; readonly state: LogState },
  guard: () => void,
): Promise<OpenLog> {
  const { file, putInPlace } = await makeLogFile(files, path);
  try {
    const header = newHeader();
    await writeFully(file, header, 0);
    const copied = createState();
    let end = endOfHeader(header, path);
    let lines = new NewLines(end);
    let bytes = 0;
    const flush = async () => {
      const { parts, end: next } = lines.finish();
      await writeFully(file, Buffer.concat(parts), end.offset);
      [end, lines, bytes] = [next, new NewLines(next), 0];
    };
    for (const [kind, places] of state.kinds) {
      for (const [id, place] of places) {
        putPlace(copied, kind, id, lines.add(reader.lineAt(place)));
        bytes += place.length;
        if (bytes >= COMMIT_BYTES) await flush();
      }
    }
    if (bytes > 0) await flush();
    await putInPlace(guard);
    return { file, state: copied, end };
  } catch (error) {
    await file.close();
    throw error;
  }
}
