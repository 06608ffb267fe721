/** `local invigilators add`: makes users invigilators of a schedule of the embedded platform. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import { withPlatform } from '../target/with-platform.ts';

const EXAMPLES = [
  ['examctl local invigilators add S-2026-001 u-7 u-9', 'all of them, or none where one is no user'],
] as const;

export function localInvigilatorsCommand(context: Context): Command {
  const command = new Command('invigilators').summary('the invigilators of schedules');
  return addExamples(command.addCommand(addCommand(context)), EXAMPLES);
}

function addCommand(context: Context): Command {
  const command = new Command('add')
    .summary('make users invigilators of a schedule')
    .description('Makes users invigilators of a schedule of the embedded platform.')
    .argument('<schedule>', 'external id of the schedule')
    .argument('<id...>', 'external ids of the users');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (schedule: string, ids: string[], _flags: unknown, self: Command) => {
    const output = context.openOutput(readGlobalOptions(self));
    const options = {
      ...readStoreOptions(self, context.env),
      mode: 'write',
      command: 'local invigilators add',
    } as const;
    const added = await withPlatform(context, output, options, (platform) => platform.addInvigilators(schedule, ids));
    output.note(
      added.length > 0
        ? `Added ${added.join(', ')} to ${schedule}.`
        : `Nothing to add: they invigilate ${schedule} already.`,
    );
  });
}
