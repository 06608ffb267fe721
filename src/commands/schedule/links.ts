/** `schedule links`: the links of a schedule's candidates, as the embedded engine made them. */
import { Command } from 'commander';
import type { CandidateLinks, Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { addExamples } from '../examples.ts';
import { readGlobalOptions } from '../global-options.ts';
import { presentRows } from '../present-rows.ts';
import type { Environment } from '../../output/terminal-facts.ts';
import { addStoreOptions, readStoreOptions } from '../store-options.ts';
import { withPlatform } from '../with-platform.ts';

const EXAMPLES = [
  ['examctl schedule links S-2026-001', 'who gets which link'],
  ['examctl schedule links S-2026-001 -o csv', 'the same as CSV; whoever has a link can enter the exam'],
] as const;

export function linksCommand(context: Context): Command {
  const command = new Command('links')
    .summary("show the candidates' links of a schedule")
    .description(
      "Shows the StartupLink and LaunchUrl of a schedule's candidates, as the embedded engine has them. Whoever has a link can enter the exam. Links that a remote platform gave are in the report of the push: schedule push --json.",
    )
    .argument('<schedule>', 'external id of the schedule');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (schedule: string, _flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    refuseRemote(self, context.env);
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

/** The store would answer with links that a remote platform does not know. */
function refuseRemote(command: Command, env: Environment): void {
  if (!env['EXAMCTL_BASE_URL'] || command.optsWithGlobals<{ store?: string }>().store !== undefined) return;
  throw new UsageError('EXAMCTL_BASE_URL names a remote platform, which cannot be asked for links', {
    hint: 'The links that it gave are in the report of "schedule push --json". To read the embedded engine, give --store.',
  });
}

function noSchedule(schedule: string): UsageError {
  return new UsageError(`There is no schedule ${JSON.stringify(schedule)} in the store`, {
    hint: 'examctl local show schedules lists those that there are.',
  });
}
