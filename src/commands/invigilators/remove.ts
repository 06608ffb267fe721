/** `invigilators remove`: its flags. The work is in `run-remove.ts`. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { FORMAT_WORDS } from '../../input/formats.ts';
import { setBulkAction } from '../bulk/bulk-action.ts';
import type { RunBulk } from '../bulk/command.ts';
import { addBulkOptions, type BulkFlags } from '../options/bulk-options.ts';
import { createCommand } from '../options/call.ts';
import { parseSingleFile } from '../options/flag-values.ts';
import { addTargetOptions } from '../options/target-options.ts';
import type { RemoveOptions } from './run-remove.ts';

export function removeCommand(context: Context, run: RunBulk<RemoveOptions> = runLater): Command {
  const command = createCommand('remove', {
    summary: 'remove invigilators from schedules',
    description: 'Removes invigilators from schedules. Asks before it does; off a terminal it needs --yes.',
    examples: [
      ['examctl invigilators remove S-2026-001 u-7 u-9', 'two of one schedule'],
      ['examctl invigilators remove S-2026-001 --file users.csv --yes', 'those of a file, unasked'],
      ['examctl invigilators remove --file removals.csv --dry-run', 'of several schedules: ScheduleExtId,UserExtId'],
    ],
  })
    .argument('[schedule]', 'external id of the schedule')
    .argument('[id...]', 'external ids of the users')
    .option(
      '--file <file>',
      `a ${FORMAT_WORDS} of UserExtId, with ScheduleExtId for several schedules`,
      parseSingleFile,
    );
  addTargetOptions(addBulkOptions(command));
  const read = ({ file }: RemoveFlags, schedule: string | undefined, ids: string[]) => ({ schedule, ids, file });
  return setBulkAction(context, command, run, { kind: 'invigilators', read });
}

type RemoveFlags = BulkFlags & Pick<RemoveOptions, 'file'>;

const runLater: RunBulk<RemoveOptions> = async (options) => (await import('./run-remove.ts')).runRemove(options);
