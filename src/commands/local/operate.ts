/** `local schedule activate, finish, archive` and `local invigilators add`: what operators of a platform do. */
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
