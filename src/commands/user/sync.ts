/** `user sync`: its flags. The work is in `run-sync.ts`. */
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { MISSING_CEILING } from '../../bulk/run/guards.ts';
import { addBulkOptions, type BulkFlags } from '../options/bulk-options.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { addExamples } from '../options/examples.ts';
import { parseChangeLimit } from '../options/flag-values.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import type { SyncOptions } from './sync-options.ts';

export type RunSync = (context: Context, output: Output, options: SyncOptions) => Promise<BulkOutcome>;

const EXAMPLES = [
  ['examctl user sync users.csv --dry-run', 'who is new, who changes and in what, who stays as they are'],
  ['examctl user sync users.csv', 'send the new and the changed ones'],
  [
    'examctl user sync users.csv --missing disable --max-missing 5%',
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
    .argument('[file]', 'users as CSV, JSON or NDJSON; - is standard input; without it, questions at a terminal');
  addMissingOptions(command);
  command.option('--full', 'send a remote all users, also those that have not changed since they were sent');
  addBulkOptions(command);
  addTargetOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (file: string | undefined, flags: SyncFlags, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const target = readTargetOptions(self, context.env);
    const options = {
      file,
      missing: flags.missing,
      maxMissing: flags.maxMissing,
      returning: flags.returning,
      full: flags.full === true,
      flags,
      global,
      target,
    };
    const outcome = await run(context, output, options);
    const { deliver } = await import('../bulk/deliver.ts');
    await deliver(context, output, outcome, flags, global);
  });
}

function addMissingOptions(command: Command): void {
  const { records, percent } = MISSING_CEILING;
  command
    .addOption(
      new Option(
        '--missing <what>',
        'users whom the file does not have, candidates of schedules among them: keep them, or disable their login (embedded engine only; asks, or needs --yes)',
      )
        .choices(['keep', 'disable'])
        .default('keep'),
    )
    .option(
      '--max-missing <n>',
      `stop before the first write if --missing disable would disable more logins (50) or a larger share of those enabled (20%); default: ${percent}% or ${records}, whichever is more`,
      parseChangeLimit,
    )
    .addOption(
      new Option(
        '--returning <what>',
        'users whose login is disabled and whose row does not say DisableLogin: enable it; without it they are reported (embedded engine only)',
      ).choices(['enable']),
    );
}

type SyncFlags = BulkFlags & Pick<SyncOptions, 'missing' | 'maxMissing' | 'returning'> & { readonly full?: true };

const lazyRun: RunSync = async (context, output, options) => {
  const { runSync } = await import('./run-sync.ts');
  return runSync(context, output, options);
};
