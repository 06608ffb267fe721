/** Asks before a file is replaced that may contain work of the user, or the only copy of a state. */
import { existsSync } from 'node:fs';
import type { Call } from './call.ts';

/** Called before the work is done. Without a terminal, an existing file is kept unless `--yes` is given. */
export async function confirmNewFile(call: Call, file: string): Promise<void> {
  const { refuseSpecialFile } = await import('../../output/files/write-file.ts');
  await refuseSpecialFile(file);
  if (call.global.yes || !existsSync(file)) return;
  const { confirmOrStop, prompterOrUsageError } = await import('../ask/ask-for-record.ts');
  const missing = `${file} is there already; nothing was written`;
  const prompter = await prompterOrUsageError(call, missing, 'Name another file, or add --yes to replace it.');
  await confirmOrStop(prompter, call.global, `Replace ${file}?`);
}
