/** `validate KIND FILE...`: its flags. The work is in `run-validate.ts`. */
import { Argument, Option } from 'commander';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import { FORMAT_WORDS } from '../../input/formats.ts';
import { scheduleRequestResource } from '../../platform/resources/schedule.ts';
import { defineReport } from '../bulk/bulk-action.ts';
import { addPartOptions, addReadOptions, addReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import type { CheckFlags, CheckOptions } from './run-validate.ts';

/** The kind, and the options of the check. */
interface ValidateOptions extends CheckOptions {
  readonly kind: KindName;
}

export const validateCommand = defineReport('validate', {
  summary: 'check files offline; nothing is sent',
  description: "Checks files against the platform's documented limits. Nothing is sent, and no store is needed.",
  examples: [
    ['examctl validate schedules sittings.csv', 'check a sitting list; nothing is sent'],
    ['examctl validate candidates candidates.csv --report findings.csv', 'write what was found to a file'],
    ['examctl validate schedules - --format ndjson < requests.ndjson', 'check standard input'],
  ],
  takes: (command) =>
    addReportOptions(
      addReadOptions(
        addPartOptions(
          command
            .addArgument(new Argument('<kind>', 'what the files hold').choices(KIND_NAMES))
            .argument('<file...>', `${FORMAT_WORDS}; - is standard input`)
            .addOption(
              new Option('--workflow <workflow>', 'workflow').choices(scheduleRequestResource.fields.Workflow.values),
            ),
          'with schedules: a table of candidates to join',
        ),
      ),
    ),
  kindOf: (kind: KindName, _files: string[]) => kind,
  read: (call: Call<CheckFlags>, kind: KindName, files: string[]) => ({ ...call, kind, files }),
  run: async ({ kind, ...options }: ValidateOptions) => {
    const { loadKind } = await import('../../bulk/kinds/load-kind.ts');
    const { runValidate } = await import('./run-validate.ts');
    return runValidate(await loadKind(kind), options);
  },
});
