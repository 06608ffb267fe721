import { join } from 'node:path';
import { OPEN_FLAGS } from '../../disk/file-access.ts';
import { LOCK_FILE, readLockFile } from '../../disk/lock.ts';
import { StoreError, StoreLockedError } from '../../errors.ts';
import type { OpenOptions, Store, StoreCounts, StorePlan, StoreTransaction, StoreView } from '../port.ts';
import { viewOf } from '../transaction.ts';
import { compactLog, isCompactionDue } from './compaction.ts';
import { DamageError, damageAtOpening, storeFailure } from './failures.ts';
import { nodeFiles, removeFile, type StoreFiles, type StoreFolder } from './file-system.ts';
import { assertStore, LOG_FILE, removeLeftovers } from './folder.ts';
import { acquireLock, FORCED_UNLOCK_FILE, LOST_HINT, type StoreLock } from './lock.ts';
import { Log, type OpenLog } from './log/log.ts';
import { type ScannedLog, scanLog } from './log/scan.ts';
import { LogState } from './log/state.ts';

interface JsonOpenOptions extends OpenOptions {
  /** The file system, for tests. */
  readonly files?: StoreFiles | undefined;
}

/** Opens the store in a folder. Its whole state is one file: a log of JSON lines. */
export async function openJsonStore(path: string, options: JsonOpenOptions): Promise<Store> {
  const { mode, files = nodeFiles, lockTimeoutMs: timeoutMs = 0, command, signal, onWarning = () => {} } = options;
  const folder = { path, files };
  let lock: StoreLock | undefined;
  try {
    await assertStore(path);
    if (mode === 'write') lock = await acquireLock(path, { timeoutMs, signal, command });
    return new LogStore(folder, lock, await openLog(folder, lock, onWarning));
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
  onWarning: (message: string) => void,
): Promise<OpenLog> {
  const { path, files } = folder;
  const logPath = join(path, LOG_FILE);
  if (lock) await removeLeftovers(files, path);
  const file = await files.open(logPath, lock ? OPEN_FLAGS.write : OPEN_FLAGS.read);
  try {
    const log = scanLog(file, logPath);
    // While another command works on the store, the end of the file is its run.
    const isBusy = lock === undefined && readLockFile(join(path, LOCK_FILE)) !== 'free';
    if (log.unfinishedBytes > 0 && !isBusy) onWarning(unfinishedWarning(logPath, log, lock ? 'dropped' : 'ignored'));
    if (lock === undefined) return log;
    if (log.unfinishedBytes > 0) await file.truncate(log.end.offset);
    // A process may have been killed after its commit was written and before it was on the disk.
    await file.sync();
    return await moveWhereDue(folder, log, lock, onWarning);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Moves the state to a new file, if many lines are outdated, or after a forced unlock. Returns the log that counts now. */
async function moveWhereDue(
  folder: StoreFolder,
  log: OpenLog,
  lock: StoreLock,
  onWarning: (message: string) => void,
): Promise<OpenLog> {
  const { path, files } = folder;
  // A suspended former holder may still have the old log open, and write to it later.
  const mark = join(path, FORCED_UNLOCK_FILE);
  const isForced = files.idOf(mark) !== undefined;
  if (!isForced && !isCompactionDue(log)) return log;
  const logPath = join(path, LOG_FILE);
  try {
    const moved = await compactLog(folder, log, () => assertOwn(folder, lock, log));
    await log.file.close();
    // A mark that stays lets the next writer move the state again, and does no more.
    if (isForced) await removeFile(files, mark).catch(() => {});
    return moved;
  } catch (error) {
    // Once another file has the name, what is written to the old one is lost.
    if (isForced || files.idOf(logPath) !== log.file.id) throw storeFailure(`Cannot compact ${logPath}`, error);
    onWarning(`The store keeps its outdated lines for now: ${error instanceof Error ? error.message : String(error)}`);
    return log;
  }
}

/** Throws when the lock or the file is not ours any more: another process may have taken both. */
function assertOwn({ path, files }: StoreFolder, lock: StoreLock | undefined, { file }: Pick<OpenLog, 'file'>): void {
  lock?.check();
  const logPath = join(path, LOG_FILE);
  if (files.idOf(logPath) === file.id) return;
  throw new StoreLockedError(`${logPath} was replaced by another process`, { hint: LOST_HINT });
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

/** A store on an open log. */
class LogStore implements Store {
  /** Absent in a store that was opened for reading: it shows the state at the time of opening. */
  readonly #lock: StoreLock | undefined;
  readonly #log: Log;
  readonly #guard: () => void;
  #plan: StorePlan | undefined;
  #closing: Promise<void> | undefined;
  #commits = 0;

  constructor(folder: StoreFolder, lock: StoreLock | undefined, log: OpenLog) {
    this.#lock = lock;
    this.#guard = () => assertOwn(folder, lock, log);
    this.#log = new Log(log, join(folder.path, LOG_FILE), this.#guard);
  }

  async read<T>(work: (view: StoreView) => T): Promise<T> {
    this.#assertOpen();
    const log = this.#log;
    const result = this.#attempt(() => work(viewOf(log.reader.viewOf(log.state))));
    await log.durable();
    return result;
  }

  async transact<T>(work: (transaction: StoreTransaction) => T): Promise<T> {
    this.#assertOpen();
    this.#assertNoPlan();
    this.#assertWritable();
    const log = this.#log;
    const [result, isChange] = this.#attempt(() => log.transact(log.state, work));
    if (isChange) this.#commit();
    await log.durable();
    return result;
  }

  async eachText(...[{ kind, names }, see]: Parameters<Store['eachText']>): Promise<void> {
    this.#assertOpen();
    const { reader, state } = this.#log;
    await this.#log.durable();
    this.#attempt(() => {
      for (const [id, place] of state.places(kind)) see(id, reader.textsAt(place, names));
    });
  }

  assertUsable(): void {
    this.#assertOpen();
    this.#guard();
  }

  counts(): StoreCounts {
    return { commits: this.#commits };
  }

  /** A plan has a state of its own above that of the log. Its lines are written while it is made, and count once it is committed. */
  plan(): StorePlan {
    this.#assertOpen();
    this.#assertNoPlan();
    const log = this.#log;
    const state = new LogState(log.state);
    let over: 'ended' | 'committed' | undefined;
    let size = 0;
    const assertGoesOn = () => {
      if (over) throw new StoreError(`The plan ${over === 'committed' ? 'was committed already' : 'has ended'}`);
    };
    this.#plan = {
      run: async (works) => {
        assertGoesOn();
        const results = works.map((work) => {
          const [result, isChange] = this.#attempt(() => log.transact(state, work));
          if (isChange) size += 1;
          return result;
        });
        // In a dry run nothing may be written, so that all lines stay in memory.
        if (this.#lock) await log.writeAhead();
        return results;
      },
      read: async (work) => {
        assertGoesOn();
        return this.#attempt(() => work(viewOf(log.reader.viewOf(state))));
      },
      get size() {
        return size;
      },
      commit: async () => {
        assertGoesOn();
        this.#assertWritable();
        over = 'committed';
        if (size === 0) return;
        log.state.takeOver(state);
        this.#commit();
        await log.durable();
      },
      end: async () => {
        if (over === 'ended') return;
        const isDropped = over === undefined;
        over = 'ended';
        if (isDropped) await log.drop();
        this.#plan = undefined;
      },
    };
    return this.#plan;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const log = this.#log;
    try {
      await this.#plan?.end();
      await log.idle();
      if (log.failure instanceof DamageError) throw log.failure;
    } finally {
      await log.file.close().finally(this.#lock?.release);
    }
  }

  #commit(): void {
    this.#log.commit();
    this.#commits += 1;
  }

  /** Runs work on the state. A writer that finds damage writes nothing more. */
  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof DamageError && this.#lock) this.#log.stop(error);
      throw error;
    }
  }

  #assertOpen(): void {
    if (this.#closing) throw new StoreError('The store is closed');
    const { failure } = this.#log;
    if (failure) throw failure;
  }

  #assertWritable(): void {
    if (this.#lock === undefined) throw new StoreError('The store was opened for reading only');
    const { failure } = this.#log;
    if (failure) throw failure;
  }

  #assertNoPlan(): void {
    if (this.#plan) throw new StoreError('The store has a plan, which must end first');
  }
}
