import { join } from 'node:path';
import { type ExamctlError, StoreError } from '../../../errors.ts';
import type { TextChange } from '../../transaction.ts';
import type { Generation, StoreFolder } from './generation.ts';
import { encodeCommit, type PlacedChange } from '../journal/format.ts';
import { createJournalWriter, type JournalWriter } from '../journal/writer.ts';
import { MANIFEST_FILE } from '../layout.ts';
import { LOST_HINT, type StoreLock } from '../lock.ts';

/** The generation that takes commits. */
export interface ActiveGeneration {
  readonly generation: Generation;
  readonly writer: JournalWriter;
  /** Adds a commit to the state and sends it on its way to the disk; gives its number. */
  commit(changes: readonly TextChange[]): number;
  /** Bytes of the journal, with those on their way. */
  bytes(): number;
  failure(): ExamctlError | undefined;
  /** Throws when another process may write to the store. */
  guard(): void;
}

/** Begins to write to an open generation whose lock we hold. */
export function activate(folder: StoreFolder, lock: StoreLock, generation: Generation): ActiveGeneration {
  const { versions, journal } = generation;
  const pending = new Map<number, readonly PlacedChange[]>();
  let end = journal.scan.end;
  const guard = () => assertStillOurs(folder, lock, generation);
  const writer = createJournalWriter({
    file: journal.file,
    path: journal.path,
    offset: journal.scan.end,
    commit: journal.scan.commit,
    guard,
    onDurable: (commits) => {
      for (const { commit } of commits) {
        forgetLines(pending.get(commit) ?? []);
        pending.delete(commit);
        versions.show(commit);
      }
    },
  });
  return {
    generation,
    writer,
    guard,
    bytes: () => end,
    failure: writer.failure,
    commit: (changes) => {
      const commit = versions.newest() + 1;
      const { bytes, placed } = encodeCommit(commit, changes, end);
      end += bytes.length;
      versions.add(placed);
      pending.set(commit, placed);
      writer.append({ commit, bytes });
      return commit;
    },
  };
}

/** From now on the lines are read from the file. */
function forgetLines(changes: readonly PlacedChange[]): void {
  for (const { payload } of changes) if (payload) payload.line = undefined;
}

/**
 * A process can be suspended for hours and lose its lock meanwhile. So before it writes and before it says "done" it
 * looks whether lock and manifest still are its own.
 */
function assertStillOurs({ path, files }: StoreFolder, lock: StoreLock, { onDisk }: Generation): void {
  lock.check();
  if (files.readSmall(join(path, MANIFEST_FILE)) === onDisk.text) return;
  throw new StoreError(`The store in ${path} was changed by another process while this one was at work`, {
    hint: LOST_HINT,
  });
}
