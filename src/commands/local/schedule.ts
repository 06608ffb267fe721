/** `local schedule activate, finish, archive`: changes the status of a schedule of the embedded platform. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ScheduleStatus } from '../../platform/catalogue.ts';
import { createCommand, setAction } from '../options/call.ts';
import { addExamples, firstExamples } from '../options/examples.ts';
import { addStoreOptions, withPlatform } from '../options/store-options.ts';
import { presentDone } from '../present-result.ts';

export function localScheduleCommand(context: Context): Command {
  const verbs = [
    moveCommand(context, 'activate', 'ACTIVATED', 'a drafted schedule; it cannot be updated then'),
    moveCommand(context, 'finish', 'FINISHED', 'an activated schedule'),
    moveCommand(context, 'archive', 'ARCHIVED', 'a schedule in any state'),
  ];
  const command = new Command('schedule').summary('activate, finish and archive schedules');
  for (const verb of verbs) command.addCommand(verb);
  return addExamples(command, firstExamples(verbs));
}

function moveCommand(context: Context, verb: string, status: ScheduleStatus, which: string): Command {
  const name = `local schedule ${verb}`;
  const command = createCommand(verb, {
    summary: `${verb} ${which}`,
    description: `Makes a schedule of the embedded platform ${status}.`,
    examples: [[`examctl ${name} S-2026-001`, which]],
  }).argument('<schedule>', 'external id of the schedule');
  return setAction(context, addStoreOptions(command), async (call, schedule: string) => {
    const moved = await withPlatform(call, 'write', name, (platform) => platform.moveSchedule(schedule, status));
    const text = moved ? `Schedule ${schedule} is ${status} now.` : `Schedule ${schedule} was ${status} already.`;
    await presentDone(call, name, { schedule, status, changed: moved }, text);
  });
}
