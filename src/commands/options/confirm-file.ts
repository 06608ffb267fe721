/** Asks before a file is replaced that a person may have filled in, or that is the only copy of a state. */
import { existsSync } from 'node:fs';
import type { Call } from './call.ts';

/** Off a terminal, a file that is there stays, unless `--yes` says otherwise. Asked before the work is done. */
export async function confirmNewFile(call: Call, file: string): Promise<void> {
  const { refuseSpecialFile } = await import('../../output/files/write-file.ts');
  await refuseSpecialFile(file);
  if (call.global.yes || !existsSync(file)) return;
  const { confirmOrStop, prompterOrUsageError } = await import('../ask/ask-for-record.ts');
  const missing = `${file} is there already; nothing was written`;
  const prompter = await prompterOrUsageError(call, missing, 'Name another file, or add --yes to replace it.');
  await confirmOrStop(prompter, call.global, `Replace ${file}?`);
}
