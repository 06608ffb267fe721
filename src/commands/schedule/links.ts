/** `schedule links`: the links of a schedule's candidates, as the embedded engine made them. */
import { Command } from 'commander';
import type { CandidateLinks, Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { addExamples } from '../examples.ts';
import { readGlobalOptions } from '../global-options.ts';
import { presentRows } from '../present-rows.ts';
import { addStoreOptions, readStoreOptions } from '../store-options.ts';
import { withPlatform } from '../with-platform.ts';

const EXAMPLES = [
  ['examctl schedule links S-2026-001', 'who gets which link'],
  ['examctl schedule links S-2026-001 -o csv', 'the same for a mail merge'],
] as const;

export function linksCommand(context: Context): Command {
  const command = new Command('links')
    .summary("show the candidates' links of a schedule")
    .description(
      "Shows the StartupLink and LaunchUrl of a schedule's candidates. Whoever has a link can enter the exam.",
    )
    .argument('<schedule>', 'external id of the schedule');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (schedule: string, _flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const store = readStoreOptions(self, context.env);
    const links = await withPlatform(
      context,
      output,
      { ...store, mode: 'read', command: 'schedule links' },
      (platform) => platform.links(schedule),
    );
    if (links === undefined) throw noSchedule(schedule);
    await presentRows(output, global.format, COLUMNS, links);
  });
}

const COLUMNS = ['CandidateExtId', 'StartupLink', 'LaunchUrl'] as const satisfies readonly (keyof CandidateLinks)[];

function noSchedule(schedule: string): UsageError {
  return new UsageError(`There is no schedule ${JSON.stringify(schedule)} in the store`, {
    hint: 'examctl local show schedules lists those that there are.',
  });
}
