/** Asks before a command replaces a file that a person may have filled in. */
import { existsSync } from 'node:fs';
import type { Call } from './call.ts';

/**
 * Asks before the work is done. Off a terminal, an existing file stays unless `--yes` is given. A file for which
 * `isReplaceable` returns true is replaced without a question. Returns whether the file is there.
 */
export async function confirmNewFile(
  call: Call,
  file: string,
  isReplaceable: (file: string) => Promise<boolean> = async () => false,
): Promise<boolean> {
  const { refuseSpecialFile } = await import('../../output/files/write-file.ts');
  await refuseSpecialFile(file);
  const isThere = existsSync(file);
  if (!isThere || call.global.yes || (await isReplaceable(file))) return isThere;
  const { confirmOrStop, prompterOrUsageError } = await import('../ask/ask-for-record.ts');
  const missing = `${file} is there already; nothing was written`;
  const prompter = await prompterOrUsageError(call, missing, 'Name another file, or add --yes to replace it.');
  await confirmOrStop(prompter, call.global, `Replace ${file}?`);
  return true;
}
