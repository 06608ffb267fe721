/** `runs prune`: its flags. The work is in `run-prune.ts`. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { parseAge } from '../options/flag-values.ts';
import type { PruneFlags } from './run-prune.ts';

export function pruneCommand(context: Context): Command {
  const command = createCommand('prune', {
    summary: 'delete the records of old runs, with their links',
    description:
      "Deletes the records of runs that began before the given age, with the links that a remote platform's answers " +
      'gave. A run that is locked, cannot be read or has records left to send is kept, and named. Without --yes it asks.',
    examples: [
      ['examctl runs prune --older-than 90d', 'asks before it deletes'],
      ['examctl runs prune --older-than 12w --dry-run', 'what would be deleted'],
    ],
  })
    .requiredOption('--older-than <age>', 'age in days or weeks, such as 90d or 12w', parseAge)
    .option('-n, --dry-run', 'show what would be deleted, and delete nothing');
  return setAction(context, command, async (call: Call<PruneFlags>) => {
    const { runPrune } = await import('./run-prune.ts');
    await runPrune(call);
  });
}
