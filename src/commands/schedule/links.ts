/** `schedule links`: the links of a schedule's candidates, as far as they are known. */
import { Command } from 'commander';
import type { CandidateLinks, Context } from '../../context.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { presentRows } from '../target/present-rows.ts';
import { addStoreOptions } from '../options/store-options.ts';
import { readTargetOptions } from '../options/target-options.ts';

const EXAMPLES = [
  ['examctl schedule links S-2026-001', 'who gets which link'],
  ['examctl schedule links S-2026-001 -o csv', 'the same as CSV; anyone who has a link can enter the exam'],
  ['examctl schedule links S-2026-001 --base-url https://exams.example.org', 'the links that a remote platform gave'],
] as const;

export function linksCommand(context: Context): Command {
  const command = new Command('links')
    .summary("show the candidates' links of a schedule")
    .description(
      "Shows the StartupLink and LaunchUrl of a schedule's candidates. Anyone who has a link can enter the exam. The embedded engine has them in its store. A remote platform cannot be asked for them: those are shown that came with its answers to schedule push, which each run keeps beside its record.",
    )
    .argument('<schedule>', 'external id of the schedule')
    .option('--base-url <url>', 'show the links that a remote platform gave (EXAMCTL_BASE_URL)');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (schedule: string, _flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const { runLinks } = await import('./run-links.ts');
    const links = await runLinks(context, output, schedule, readTargetOptions(self, context.env));
    await presentRows(output, global.format, COLUMNS, links);
  });
}

const COLUMNS = ['CandidateExtId', 'StartupLink', 'LaunchUrl'] as const satisfies readonly (keyof CandidateLinks)[];
