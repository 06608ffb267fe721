/** `invigilators remove`: its flags. The work is in `run-remove.ts`. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { addBulkOptions, type BulkFlags } from '../options/bulk-options.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import type { RemoveOptions } from './run-remove.ts';

export type RunRemove = (context: Context, output: Output, options: RemoveOptions) => Promise<BulkOutcome>;

const EXAMPLES = [
  ['examctl invigilators remove S-2026-001 u-7 u-9', 'two of one schedule'],
  ['examctl invigilators remove S-2026-001 --file users.csv --yes', 'those of a file, unasked'],
  ['examctl invigilators remove --file removals.csv --dry-run', 'of several schedules: ScheduleExtId,UserExtId'],
] as const;

export function removeCommand(context: Context, run: RunRemove = lazyRun): Command {
  const command = new Command('remove')
    .summary('remove invigilators from schedules')
    .description('Removes invigilators from schedules. Asks before it does; off a terminal it needs --yes.')
    .argument('[schedule]', 'external id of the schedule')
    .argument('[id...]', 'external ids of the users')
    .option('--file <file>', 'a CSV, JSON or NDJSON of UserExtId, with ScheduleExtId for several schedules');
  addBulkOptions(command);
  addTargetOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (schedule: string | undefined, ids: string[], flags: RemoveFlags, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const options: RemoveOptions = {
      schedule,
      ids,
      file: flags.file,
      flags,
      global,
      target: readTargetOptions(self, context.env),
    };
    const outcome = await run(context, output, options);
    const { deliver } = await import('../bulk/deliver.ts');
    await deliver(context, output, outcome, flags, global);
  });
}

type RemoveFlags = BulkFlags & { readonly file?: string };

const lazyRun: RunRemove = async (context, output, options) => {
  const { runRemove } = await import('./run-remove.ts');
  return runRemove(context, output, options);
};
