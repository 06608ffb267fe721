import { type ExamctlError, StoreLockedError } from '../../../errors.ts';
import { DamageError, storeFailure } from '../failures.ts';
import type { StoreLock } from '../lock.ts';
import { type ActiveGeneration, activate } from './active-generation.ts';
import {
  type CheckpointTime,
  checkpointAfter,
  finishCheckpoint,
  type PreparedGeneration,
  prepareCheckpoint,
} from './checkpoint.ts';
import { COMPACTION_MIN_BYTES, prepareCompaction } from './compaction.ts';
import { type Generation, openWritable, type StoreFolder } from './generation.ts';

export interface WriterOptions {
  readonly folder: StoreFolder;
  readonly lock: StoreLock;
  readonly generation: Generation;
  readonly onWarning: (message: string) => void;
  /** Replaces the lengths of log after which new keys and a new log are written. */
  readonly checkpointAfterBytes: number | undefined;
}

/** The active generation, and the change to the next one. */
export class Generations {
  readonly #options: WriterOptions;
  readonly #problem: string;
  #active: ActiveGeneration;
  #failure: ExamctlError | undefined;
  /** The end of the log at the last failed checkpoint. The next one waits until as much again is written. */
  #failedAt = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#problem = `Cannot write a checkpoint of the store in ${options.folder.path}`;
    this.#active = activate(options.folder, options.lock, options.generation);
  }

  active(): ActiveGeneration {
    return this.#active;
  }

  /** The failure after which nothing more is written. */
  failure(): ExamctlError | undefined {
    return this.#failure ?? this.#active.failure();
  }

  /** Throws the failure, if there is one. */
  assertUsable(): void {
    const failure = this.failure();
    if (failure) throw failure;
  }

  /** Throws if another process has the store by now. Then nothing more is read or written. */
  assertOurs(): void {
    try {
      this.#active.guard();
    } catch (error) {
      // Other failures, such as a file that cannot be read now, may be over before the next commit.
      if (!(error instanceof StoreLockedError)) return;
      this.#failure ??= error;
      throw error;
    }
  }

  /** Rethrows an error. After damage, nothing more is written. */
  stopAtDamage(error: unknown): never {
    if (error instanceof DamageError) this.#failure ??= error;
    throw error;
  }

  /**
   * Runs work on the newest state, which includes commits that are not durable yet. The result waits until they are,
   * even if the work changed nothing or threw: otherwise it could be based on commits that fail.
   */
  async run<T>(work: (active: ActiveGeneration) => T): Promise<T> {
    const active = this.#active;
    const result = attempt(() => work(active));
    await active.durable(active.end().commit);
    return 'error' in result ? this.stopAtDamage(result.error) : result.value;
  }

  /** Whether new keys must be written, now or at the end. */
  isDue(when: CheckpointTime): boolean {
    const { manifest } = this.#active.generation.onDisk;
    const bytes = this.#active.end().offset - Math.max(manifest.covered.offset, this.#failedAt);
    return bytes > (this.#options.checkpointAfterBytes ?? checkpointAfter(manifest, when));
  }

  /** Writes new keys, and a new log if much of the log is outdated. No transaction may run meanwhile. */
  async checkpoint(): Promise<void> {
    const { manifest, liveBytes } = await this.#next(prepareCheckpoint);
    const past = manifest.covered.offset - liveBytes;
    const least = this.#options.checkpointAfterBytes ?? COMPACTION_MIN_BYTES;
    if (past > Math.max(liveBytes, least)) await this.compact();
  }

  /** Writes a checkpoint in the background. A failure is only a warning, since everything is stored anyway. */
  async checkpointOrWarn(): Promise<void> {
    await this.checkpoint().catch((error: unknown) => warnOfCheckpoint(error, this.#options.onWarning));
  }

  /** Moves the state to new files. No transaction may run meanwhile. */
  async compact(): Promise<void> {
    await this.#next(prepareCompaction);
  }

  async close(): Promise<void> {
    await this.#active.idle();
    await this.#active.generation.close();
  }

  async #next(prepare: typeof prepareCheckpoint): Promise<PreparedGeneration> {
    const { folder, lock } = this.#options;
    await this.#active.idle();
    this.assertUsable();
    const { generation, guard } = this.#active;
    const end = this.#active.end();
    this.#failedAt = end.offset;
    const prepared = await prepare(folder, generation, end, guard).catch((error: unknown) =>
      this.stopAtDamage(storeFailure(this.#problem, error)),
    );
    try {
      guard();
      await finishCheckpoint(folder, generation.onDisk.manifest, prepared.manifest);
      this.#active = activate(folder, lock, await openWritable(folder, prepared.text));
      this.#failedAt = 0;
      // Everything in its files is durable, so a failure to close them does no harm.
      await generation.close().catch(() => undefined);
      return prepared;
    } catch (error) {
      this.#failure = storeFailure(this.#problem, error);
      throw this.#failure;
    }
  }
}

function attempt<T>(work: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** Warns of a failed checkpoint. Damage needs no warning, since every later use of the store throws it. */
function warnOfCheckpoint(error: unknown, onWarning: (message: string) => void): void {
  if (error instanceof DamageError) return;
  const reason = error instanceof Error ? error.message : String(error);
  onWarning(`No checkpoint could be written; everything is still stored (${reason})`);
}
