/** The names of the files in a store folder. */
import { LOCK_FILE } from '../../disk/lock-file.ts';

export const MANIFEST_FILE = 'store.json';
export const MANIFEST_TEMP_FILE = 'store.json.tmp';
/** Left by a forced unlock, until the next writer has moved the state to files that the former holder has not open. */
export const FORCED_UNLOCK_FILE = 'lock-forced';

/** Block size of a snapshot: what one lookup reads and checks. A longer record has a block of its own. */
export const BLOCK_BYTES = 64 * 1024;
/** Blocks of a snapshot that are kept in memory: 4 MiB. */
export const CACHED_BLOCKS = 64;
/** A journal shorter than this needs no checkpoint. */
export const CHECKPOINT_MIN_BYTES = 8 * 1024 * 1024;
/** A checkpoint is due when the journal is longer than this share of the snapshot. */
export const CHECKPOINT_SNAPSHOT_SHARE = 0.25;

const GENERATION_DIGITS = 6;
const DATA_FILE = /^(?:snapshot-\d{6,}\.(?:ndjson|index\.json)|journal-\d{6,}\.ndjson)$/;

/** The names of one generation's files. */
export function generationFiles(generation: number): { snapshot: string; index: string; journal: string } {
  const number = String(generation).padStart(GENERATION_DIGITS, '0');
  return {
    snapshot: `snapshot-${number}.ndjson`,
    index: `snapshot-${number}.index.json`,
    journal: `journal-${number}.ndjson`,
  };
}

/** True for files that a checkpoint or an initialisation makes, and may have left behind unfinished. */
export function isDataFile(name: string): boolean {
  return DATA_FILE.test(name) || name === MANIFEST_TEMP_FILE;
}

/** True for the lock's own files: the lock, its temporary files, claims and marks. */
export function isLockFile(name: string): boolean {
  return name === LOCK_FILE || name.startsWith(`${LOCK_FILE}-`);
}
