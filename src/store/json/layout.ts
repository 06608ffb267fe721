/** The names of the files in a store folder. */
import { LOCK_FILE } from '../../disk/lock-file.ts';

export const MANIFEST_FILE = 'store.json';
export const MANIFEST_TEMP_FILE = 'store.json.tmp';
/** A mark of a forced unlock. The next writer removes it, after it has moved the state to new files. */
export const FORCED_UNLOCK_FILE = 'lock-forced';

const NUMBER_DIGITS = 6;
const STATE_FILE = /^(?:log-\d{6,}\.ndjson|keys-\d{6,}\.bin)$/;

/** The name of the log that a generation begins. */
export function logFile(generation: number): string {
  return `log-${String(generation).padStart(NUMBER_DIGITS, '0')}.ndjson`;
}

/** The name of the keys file that a generation begins. */
export function keysFile(generation: number): string {
  return `keys-${String(generation).padStart(NUMBER_DIGITS, '0')}.bin`;
}

/** True for files that a checkpoint or an initialisation makes, and that it leaves behind if it is interrupted. */
export function isDataFile(name: string): boolean {
  return isStateFile(name) || name === MANIFEST_TEMP_FILE;
}

/** True for logs and files of keys. */
export function isStateFile(name: string): boolean {
  return STATE_FILE.test(name);
}

/** True for the lock's own files: the lock, its temporary files, claims and marks. */
export function isLockFile(name: string): boolean {
  return name === LOCK_FILE || name.startsWith(`${LOCK_FILE}-`);
}
