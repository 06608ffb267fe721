/** Asks before a command replaces a file that may contain work of the user, or the only copy of a state. */
import { existsSync } from 'node:fs';
import type { Call } from './call.ts';

/**
 * Asks before the work is done. Without a terminal, an existing file stays unless `--yes` is given. A file for which
 * `isReplaceable` returns true is replaced without a question. Returns whether the file is there.
 * A file of the store or of the settings is refused.
 */
export async function confirmNewFile(
  call: Call,
  file: string,
  isReplaceable: (file: string) => Promise<boolean> = async () => false,
): Promise<boolean> {
  const { refuseSpecialFile } = await import('../../output/files/write-file.ts');
  await refuseSpecialFile(file);
  const { refuseOwnFile } = await import('../bulk/file-collisions.ts');
  await refuseOwnFile(call, file);
  const exists = existsSync(file);
  if (!exists || call.global.yes || (await isReplaceable(file))) return exists;
  const { confirmOrStop, prompterOrUsageError } = await import('../ask/ask-for-record.ts');
  const missing = `${file} is there already; nothing was written`;
  const prompter = await prompterOrUsageError(call, missing, 'Name another file, or add --yes to replace it.');
  await confirmOrStop(prompter, call.global, `Replace ${file}?`);
  return true;
}
