/** `validate KIND FILE...`: its flags. The work is in `run-validate.ts`. */
import { Argument, type Command, Option } from 'commander';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import type { Context } from '../../context.ts';
import { FORMAT_WORDS } from '../../input/formats.ts';
import { scheduleRequestResource } from '../../platform/resources/schedule.ts';
import { setReportAction } from '../bulk/bulk-action.ts';
import type { RunBulk } from '../bulk/command.ts';
import { addPartOptions, addReadOptions, addReportOptions } from '../options/bulk-options.ts';
import { type Call, createCommand } from '../options/call.ts';
import type { CheckFlags, CheckOptions } from './run-validate.ts';

/** The kind, and the options of the check. */
export interface ValidateOptions extends CheckOptions {
  readonly kind: KindName;
}

export function validateCommand(context: Context, run: RunBulk<ValidateOptions> = runLater): Command {
  const command = createCommand('validate', {
    summary: 'check files offline; nothing is sent',
    description: "Checks files against the platform's documented limits. Nothing is sent, and no store is needed.",
    examples: [
      ['examctl validate schedules sittings.csv', 'check a sitting list; nothing is sent'],
      ['examctl validate candidates candidates.csv --report findings.csv', 'write what was found to a file'],
      ['examctl validate schedules - --format ndjson < requests.ndjson', 'check standard input'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what the files hold').choices(KIND_NAMES))
    .argument('<file...>', `${FORMAT_WORDS}; - is standard input`)
    .addOption(new Option('--workflow <workflow>', 'workflow').choices(scheduleRequestResource.fields.Workflow.values));
  addPartOptions(command, 'with schedules: a table of candidates to join');
  addReportOptions(addReadOptions(command));
  return setReportAction(
    context,
    command,
    (kind: KindName, _files: string[]) => kind,
    (call: Call<CheckFlags>, kind: KindName, files: string[]) => run({ ...call, kind, files }),
  );
}

const runLater: RunBulk<ValidateOptions> = async ({ kind, ...options }) => {
  const { KINDS } = await import('../../bulk/kinds/kinds.ts');
  const { runValidate } = await import('./run-validate.ts');
  return runValidate(KINDS[kind], options);
};
