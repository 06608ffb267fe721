import { join } from 'node:path';
import { type ExamctlError, StoreLockedError } from '../../../errors.ts';
import type { TextChange } from '../../transaction.ts';
import { MANIFEST_FILE } from '../layout.ts';
import { LOST_HINT, type StoreLock } from '../lock.ts';
import { encodeCommit } from '../log/commit-format.ts';
import { encodeLines } from '../log/record-lines.ts';
import type { LogPosition } from '../log/scan.ts';
import { createLogWriter } from '../log/writer.ts';
import type { Generation, StoreFolder } from './generation.ts';

/** The generation to which commits are written. */
export interface ActiveGeneration {
  readonly generation: Generation;
  /** Adds a commit to the state and begins to write it. Returns its number. */
  commit(changes: readonly TextChange[]): number;
  /** Begins to write lines as a commit that the state does not show yet. */
  append(parts: readonly Buffer[], lines: number): { readonly commit: number; readonly bodyOffset: number };
  /** The end of the log, with the commits that are being written. */
  end(): LogPosition;
  /** Resolves once this commit and all before it are durable. */
  durable(commit: number): Promise<void>;
  /** Resolves once no commit is being written, whether it became durable or failed. */
  idle(): Promise<void>;
  failure(): ExamctlError | undefined;
  /** Throws when another process may write to the store. */
  guard(): void;
}

/** Begins to write to an open generation whose lock we hold. */
export function activate(folder: StoreFolder, lock: StoreLock, generation: Generation): ActiveGeneration {
  const { tail, hashOf, log, unwritten } = generation;
  let { end: offset, commit } = log.scan;
  const guard = () => assertStillOurs(folder, lock, generation);
  const writer = createLogWriter({
    file: log.file,
    path: log.path,
    offset,
    commit,
    guard,
    onDurable: unwritten.drop,
  });
  const append = (parts: readonly Buffer[], lines: number) => {
    commit += 1;
    const { bytes, bodyStart } = encodeCommit(commit, lines, parts);
    const bodyOffset = offset + bodyStart;
    unwritten.add(offset, bytes);
    offset += bytes.length;
    writer.append({ commit, bytes });
    return { commit, bodyOffset };
  };
  return {
    generation,
    append,
    guard,
    commit: (changes) => {
      const { lines, places } = encodeLines(changes);
      const { commit: number, bodyOffset } = append(lines, changes.length);
      for (const { key, place } of places(bodyOffset)) tail.set(key.kind, hashOf(key.id), place, () => key);
      return number;
    },
    end: () => ({ offset, commit }),
    durable: writer.durable,
    idle: writer.idle,
    failure: writer.failure,
  };
}

/**
 * Throws unless lock and manifest are still those of this process. It checks this before it writes and before it confirms,
 * since a process can be suspended for hours and lose its lock meanwhile.
 */
function assertStillOurs({ path, files }: StoreFolder, lock: StoreLock, { onDisk }: Generation): void {
  lock.check();
  if (files.readSmall(join(path, MANIFEST_FILE)) === onDisk.text) return;
  throw new StoreLockedError(`The store in ${path} was changed by another process while this one was at work`, {
    hint: LOST_HINT,
  });
}
