/** `schedule push`: its flags. The work is in `run-push.ts`, which is loaded when it is to be done. */
import { Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { scheduleRequestResource, scheduleResource } from '../../platform/resources/schedule.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { addBulkOptions, type BulkFlags } from '../options/bulk-options.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import type { PushOptions } from './push-options.ts';

export type RunPush = (context: Context, output: Output, options: PushOptions) => Promise<BulkOutcome>;

const EXAMPLES = [
  ['examctl schedule push sittings.csv --dry-run', 'what would happen, on the real state, and nothing is changed'],
  ['examctl schedule push sittings.csv --upsert', 'create the schedules, update those that exist'],
  ['examctl schedule push schedules.csv --candidates candidates.csv', 'two tables, joined by ScheduleExtId'],
  ['examctl schedule push sittings.csv --rejects fix.csv', 'write the rows to fix to a file'],
] as const;

export function pushCommand(context: Context, run: RunPush = lazyRun): Command {
  const command = new Command('push')
    .summary('create or update schedules with their candidates')
    .description('Creates or updates schedules with their candidates, from CSV, JSON or NDJSON files.')
    .argument('[file...]', 'requests as JSON or NDJSON, or a CSV with one row per candidate; - is standard input')
    .option('--candidates <file>', 'a CSV of candidates; each row of FILE is then one schedule')
    .option('--upsert', 'update schedules that exist instead of refusing them; candidates not in the file stay')
    .addOption(new Option('--workflow <workflow>', 'workflow').choices(scheduleRequestResource.fields.Workflow.values));
  addBulkOptions(command);
  for (const [name, field] of Object.entries(scheduleResource.fields)) {
    command.addOption(new Option(`--${kebabCase(name)} <value>`, field.meaning).helpGroup('For one schedule:'));
  }
  addTargetOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (files: string[], _flags: unknown, self: Command) => {
    const options = readOptions(files, self, context);
    const output = context.openOutput(options.global);
    const outcome = await run(context, output, options);
    const { deliver } = await import('../bulk/deliver.ts');
    await deliver(context, output, outcome, options.flags, options.global);
  });
}

const lazyRun: RunPush = async (context, output, options) => {
  const { runPush } = await import('./run-push.ts');
  return runPush(context, output, options);
};

interface PushFlags extends BulkFlags {
  readonly candidates?: string | undefined;
  readonly upsert?: true | undefined;
  readonly workflow?: string | undefined;
}

function readOptions(files: readonly string[], command: Command, context: Context): PushOptions {
  const flags = command.opts<PushFlags>();
  const { candidates, workflow, upsert } = flags;
  return {
    files,
    candidates,
    upsert: upsert === true,
    workflow,
    fields: readScheduleFields(command),
    flags,
    global: readGlobalOptions(command),
    target: readTargetOptions(command, context.env),
  };
}

function readScheduleFields(command: Command): Record<string, string> {
  const given = Object.keys(scheduleResource.fields).flatMap((name) => {
    const option = command.options.find(({ long }) => long === `--${kebabCase(name)}`);
    const value: unknown = option && command.getOptionValue(option.attributeName());
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given);
}
