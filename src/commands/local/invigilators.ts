/** `local invigilators add`: makes users invigilators of a schedule of the embedded platform. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { createCommand, setAction } from '../options/call.ts';
import { addExamples, firstExamples } from '../options/examples.ts';
import { addStoreOptions, withPlatform } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';

export function localInvigilatorsCommand(context: Context): Command {
  const add = addCommand(context);
  const command = new Command('invigilators').summary('the invigilators of schedules');
  return addExamples(command.addCommand(add), firstExamples([add]));
}

function addCommand(context: Context): Command {
  const command = createCommand('add', {
    summary: 'make users invigilators of a schedule',
    description: 'Makes users invigilators of a schedule of the embedded platform.',
    examples: [['examctl local invigilators add S-2026-001 u-7 u-9', 'all of them, or none where one is no user']],
  })
    .argument('<schedule>', 'external id of the schedule')
    .argument('<id...>', 'external ids of the users');
  return setAction(context, addStoreOptions(command), async (call, schedule: string, ids: string[]) => {
    const added = await withPlatform(call, 'write', 'local invigilators add', (platform) =>
      platform.addInvigilators(schedule, ids),
    );
    const names = added.join(', ');
    const text = names ? `Added ${names} to ${schedule}.` : `Nothing to add: they invigilate ${schedule} already.`;
    await presentDone(call, 'local invigilators add', { schedule, added }, text);
  });
}
