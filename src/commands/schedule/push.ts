/** `schedule push`: its flags. The work is in `run-push.ts`, which is loaded when the command runs. */
import { type Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { FORMAT_WORDS } from '../../input/formats.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { scheduleRequestResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { setBulkAction } from '../bulk/bulk-action.ts';
import type { RunBulk } from '../bulk/command.ts';
import { FIELD_FLAGS } from '../help-page.ts';
import { addBulkOptions, addPartOptions, type BulkFlags } from '../options/bulk-options.ts';
import { createCommand } from '../options/call.ts';
import { addTargetOptions } from '../options/target-options.ts';
import type { PushOptions } from './run-push.ts';

export function pushCommand(context: Context, run: RunBulk<PushOptions> = runLater): Command {
  const command = createCommand('push', {
    summary: 'create or update schedules with their candidates',
    description: `Creates or updates schedules with their candidates, from ${FORMAT_WORDS} files.`,
    examples: [
      ['examctl schedule push sittings.csv --dry-run', 'what would happen, on the real state, and nothing is changed'],
      ['examctl schedule push sittings.csv --upsert', 'create the schedules, update those that exist'],
      ['examctl schedule push schedules.csv --candidates candidates.csv', 'two tables, joined by ScheduleExtId'],
      ['examctl schedule push sittings.csv --rejects fix.csv', 'write the rows to fix to a file'],
    ],
  })
    .argument('[file...]', 'requests as JSON or NDJSON, or a CSV with one row per candidate; - is standard input')
    .option('--upsert', 'update schedules that exist instead of refusing them; candidates not in the file stay')
    .addOption(new Option('--workflow <workflow>', 'workflow').choices(scheduleRequestResource.fields.Workflow.values));
  addPartOptions(command, 'a table of candidates; each row of FILE is then one schedule');
  const readFields = addFieldOptions(addBulkOptions(command));
  addTargetOptions(command);
  const read = (flags: PushFlags, files: string[]) => {
    const { candidates, upsert = false, workflow } = flags;
    return { files, candidates, upsert, workflow, fields: readFields(flags) };
  };
  return setBulkAction(context, command, run, { kind: 'schedules', read });
}

type PushFlags = BulkFlags & Partial<Pick<PushOptions, 'candidates' | 'upsert' | 'workflow'>>;

/** Adds a flag for every field of a schedule. Returns a function that reads the given flags, in the order of fields. */
function addFieldOptions(command: Command): (flags: object) => Record<string, string> {
  const options = Object.entries(scheduleResource.fields).map(([name, { meaning }]) => ({
    name,
    option: new Option(`--${kebabCase(name)} <value>`, meaning).helpGroup(FIELD_FLAGS),
  }));
  for (const { option } of options) command.addOption(option);
  return (flags) => {
    const given = new Map<string, string>(Object.entries(flags));
    const fields = options.map(({ name, option }) => [name, given.get(option.attributeName())]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  };
}

const runLater: RunBulk<PushOptions> = async (options) => (await import('./run-push.ts')).runPush(options);
