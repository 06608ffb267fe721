/** `local schedule activate, finish, archive`: moves a schedule of the embedded platform through its life. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ScheduleStatus } from '../../platform/catalogue.ts';
import { addExamples, firstExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import { withPlatform } from '../target/with-platform.ts';

interface Move {
  readonly verb: string;
  readonly status: ScheduleStatus;
  readonly summary: string;
}

const MOVES: readonly Move[] = [
  { verb: 'activate', status: 'ACTIVATED', summary: 'a drafted schedule; it cannot be updated then' },
  { verb: 'finish', status: 'FINISHED', summary: 'an activated schedule' },
  { verb: 'archive', status: 'ARCHIVED', summary: 'a schedule in any state' },
];

export function localScheduleCommand(context: Context): Command {
  const verbs = MOVES.map((move) => moveCommand(context, move));
  const command = new Command('schedule').summary('activate, finish and archive schedules');
  for (const verb of verbs) command.addCommand(verb);
  return addExamples(command, firstExamples(verbs));
}

function moveCommand(context: Context, { verb, status, summary }: Move): Command {
  const command = new Command(verb)
    .summary(`${verb} ${summary}`)
    .description(`Makes a schedule of the embedded platform ${status}.`)
    .argument('<schedule>', 'external id of the schedule');
  addStoreOptions(command);
  addExamples(command, [[`examctl local schedule ${verb} S-2026-001`, summary]]);
  return command.action(async (schedule: string, _flags: unknown, self: Command) => {
    const output = context.openOutput(readGlobalOptions(self));
    const options = {
      ...readStoreOptions(self, context.env),
      mode: 'write',
      command: `local schedule ${verb}`,
    } as const;
    const moved = await withPlatform(context, output, options, (platform) => platform.moveSchedule(schedule, status));
    output.note(moved ? `Schedule ${schedule} is ${status} now.` : `Schedule ${schedule} was ${status} already.`);
  });
}
