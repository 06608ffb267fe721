/** `schedule push`: its flags. The work is in `run-push.ts`, which is loaded when the command runs. */
import { type Command, Option } from 'commander';
import { FORMAT_WORDS } from '../../input/formats.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { scheduleRequestResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { defineBulk } from '../bulk/bulk-action.ts';
import { addPartOptions, type BulkFlags } from '../options/bulk-options.ts';
import { FIELD_FLAGS } from '../options/create-command.ts';
import { parseFileName } from '../options/flag-values.ts';
import type { PushOptions } from './run-push.ts';

export const pushCommand = defineBulk('push', {
  kind: 'schedules',
  summary: 'create or update schedules with their candidates',
  description: `Creates or updates schedules with their candidates, from ${FORMAT_WORDS} files.`,
  examples: [
    ['examctl schedule push sittings.csv --dry-run', 'what would happen, on the real state, and nothing is changed'],
    ['examctl schedule push sittings.csv --upsert', 'create the schedules, update those that exist'],
    ['examctl schedule push schedules.csv --candidates candidates.csv', 'two tables, joined by ScheduleExtId'],
    ['examctl schedule push sittings.csv --rejects fix.csv', 'write the rows to fix to a file'],
  ],
  takes: (command) =>
    addFieldOptions(
      addPartOptions(
        command
          .argument('[file...]', 'requests as JSON or NDJSON, or a CSV with one row per candidate; - is standard input')
          .option('--upsert', 'update schedules that exist instead of refusing them; candidates not in the file stay')
          .addOption(
            new Option('--workflow <workflow>', 'workflow').choices(scheduleRequestResource.fields.Workflow.values),
          ),
        'a table of candidates; each row of FILE is then one schedule',
      ),
    ),
  read: (flags: PushFlags, files: string[]) => {
    const { candidates, upsert = false, workflow } = flags;
    return { files, candidates, upsert, workflow, fields: readFields(flags) };
  },
  run: async (options: PushOptions) => (await import('./run-push.ts')).runPush(options),
});

type PushFlags = BulkFlags & Partial<Pick<PushOptions, 'candidates' | 'upsert' | 'workflow'>>;

/** A flag for every field of a schedule, with the file of a secret: others can see the value of a flag. */
function fieldOptions(): { readonly name: string; readonly option: Option }[] {
  return Object.entries(scheduleResource.fields).map(([name, field]) => {
    const [isFile, flag] = ['secret' in field, `--${kebabCase(name)}`];
    const option = new Option(isFile ? `${flag}-file <file>` : `${flag} <value>`, field.meaning);
    return { name, option: (isFile ? option.argParser(parseFileName) : option).helpGroup(FIELD_FLAGS) };
  });
}

function addFieldOptions(command: Command): Command {
  for (const { option } of fieldOptions()) command.addOption(option);
  return command;
}

/** The given flags of fields, in the order of fields. */
function readFields(flags: object): Record<string, string> {
  const given = new Map<string, string>(Object.entries(flags));
  const fields = fieldOptions().map(({ name, option }) => [name, given.get(option.attributeName())]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
