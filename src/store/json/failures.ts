import { errorCode } from '../../disk/file-access.ts';
import { ExamctlError, StoreError } from '../../errors.ts';

/** It does not say whether anything was changed, since damage can be found before the first change or after many. */
const DAMAGE_HINT =
  'Take a copy of the store folder, then restore a backup into a new folder, or initialise a store there.';

const HINTS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'The disk is full: free some space first. What was stored before is safe.'],
  ['EDQUOT', 'The disk quota is used up: free some space first. What was stored before is safe.'],
  ['EROFS', 'The store is on a read-only file system: choose another folder, or mount it for writing.'],
  ['EACCES', 'Check who owns the store folder and its files; they belong to one user only.'],
  ['EPERM', 'Check who owns the store folder and its files; they belong to one user only.'],
  ['ELOOP', 'The store does not follow symbolic links: name the real folder, and keep real files in it.'],
  ['ENOENT', `A file of the store is missing. ${DAMAGE_HINT}`],
  ['EISDIR', 'A folder has the name of a file of the store: move it away, or restore a backup.'],
  ['EIO', 'The disk reports an error: check it before you go on, and take a copy of the store folder.'],
]);

/** The error for a failure on the store's files. An error of our own is returned unchanged. */
export function storeFailure(problem: string, cause: unknown): ExamctlError {
  if (cause instanceof ExamctlError) return cause;
  const hint = HINTS.get(errorCode(cause) ?? '');
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(`${problem}: ${reason}`, { cause, ...(hint !== undefined && { hint }) });
}

/** The same failure for callers whose changes may be in the store. */
export function unproven({ name, reason, message, hint, cause }: ExamctlError): ExamctlError {
  return new ExamctlError(name, reason, message, { ...(hint !== undefined && { hint }), cause, mayBeDone: true });
}

/** The error for bytes that differ from what was written. A writer that finds damage writes nothing more. */
export class DamageError extends StoreError {}

export function damage(file: string, offset: number, problem: string): DamageError {
  return new DamageError(`${file} is damaged at byte ${offset}: ${problem}`, { hint: DAMAGE_HINT });
}

/** The failure while a store is opened. */
export function damageAtOpening({ message, cause }: DamageError): DamageError {
  return new DamageError(message, { cause, hint: `Nothing was changed. ${DAMAGE_HINT}` });
}
