/** `invigilators remove`: its flags. The work is in `run-remove.ts`. */
import { FORMAT_WORDS } from '../../input/formats.ts';
import { defineBulk } from '../bulk/bulk-action.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import { parseSingleFile } from '../options/flag-values.ts';
import type { RemoveOptions } from './run-remove.ts';

export const removeCommand = defineBulk('remove', {
  kind: 'invigilators',
  summary: 'remove invigilators from schedules',
  description: 'Removes invigilators from schedules. Asks before it does; off a terminal it needs --yes.',
  examples: [
    ['examctl invigilators remove S-2026-001 u-7 u-9', 'two of one schedule'],
    ['examctl invigilators remove S-2026-001 --file users.csv --yes', 'those of a file, unasked'],
    ['examctl invigilators remove --file removals.csv --dry-run', 'of several schedules: ScheduleExtId,UserExtId'],
  ],
  takes: (command) =>
    command
      .argument('[schedule]', 'external id of the schedule')
      .argument('[id...]', 'external ids of the users')
      .option(
        '--file <file>',
        `a ${FORMAT_WORDS} of UserExtId, with ScheduleExtId for several schedules`,
        parseSingleFile,
      ),
  read: ({ file }: RemoveFlags, schedule: string | undefined, ids: string[]) => ({ schedule, ids, file }),
  run: async (options: RemoveOptions) => (await import('./run-remove.ts')).runRemove(options),
});

type RemoveFlags = BulkFlags & Pick<RemoveOptions, 'file'>;
