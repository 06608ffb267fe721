/** `user sync`: its flags. The work is in `run-sync.ts`. */
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import type { Output } from '../../output/streams.ts';
import { addBulkOptions, type BulkFlags } from '../bulk-options.ts';
import type { BulkOutcome } from '../bulk-command.ts';
import { addExamples } from '../examples.ts';
import { readGlobalOptions } from '../global-options.ts';
import { addTargetOptions, readTargetOptions } from '../target-options.ts';
import type { SyncOptions } from './sync-options.ts';

export type RunSync = (context: Context, output: Output, options: SyncOptions) => Promise<BulkOutcome>;

const EXAMPLES = [
  ['examctl user sync users.csv --dry-run', 'who is new, who changes and in what, who stays as they are'],
  ['examctl user sync users.csv', 'send the new and the changed ones'],
  [
    'examctl user sync users.csv --missing disable --max-changes 5%',
    'also turn off the login of all others, after a question',
  ],
  ['examctl user sync', 'be asked for one user'],
] as const;

export function syncCommand(context: Context, run: RunSync = lazyRun): Command {
  const command = new Command('sync')
    .summary("make the platform's users what a file says")
    .description(
      "Makes the platform's users what the file says: creates the new, updates the changed, leaves the others.",
    )
    .argument('[file]', 'users as CSV, JSON or NDJSON; - is standard input; without it, questions at a terminal')
    .addOption(
      new Option(
        '--missing <what>',
        'users whom the file does not have, candidates of schedules among them: keep them, or disable their login (embedded engine only; asks, or needs --yes)',
      )
        .choices(['keep', 'disable'])
        .default('keep'),
    );
  command.option('--full', 'send a remote all users, also those that have not changed since they were sent');
  addBulkOptions(command);
  addTargetOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (file: string | undefined, flags: SyncFlags, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const target = readTargetOptions(self, context.env);
    const options = {
      ...(file === undefined ? {} : { file }),
      missing: flags.missing,
      full: flags.full === true,
      flags,
      global,
      target,
    };
    const outcome = await run(context, output, options);
    const { deliver } = await import('../deliver.ts');
    await deliver(context, output, outcome, flags, global);
  });
}

type SyncFlags = BulkFlags & { readonly missing: 'keep' | 'disable'; readonly full?: true };

const lazyRun: RunSync = async (context, output, options) => {
  const { runSync } = await import('./run-sync.ts');
  return runSync(context, output, options);
};
