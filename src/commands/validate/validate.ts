/** `validate KIND FILE...`: its flags. The work is in `run-validate.ts`. */
import { Argument, Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import { scheduleRequestResource } from '../../platform/resources/schedule.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { addDeliveryOptions, addReadOptions, type DeliveryOptions, type ReadOptions } from '../options/bulk-options.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import type { ValidateOptions } from './validate-options.ts';

export type RunValidate = (context: Context, output: Output, options: ValidateOptions) => Promise<BulkOutcome>;

const EXAMPLES = [
  ['examctl validate schedules sittings.csv', 'check a sitting list; nothing is sent'],
  ['examctl validate candidates candidates.csv --report findings.csv', 'write what was found to a file'],
  ['examctl validate schedules - --format ndjson < requests.ndjson', 'check standard input'],
] as const;

export function validateCommand(context: Context, run: RunValidate = lazyRun): Command {
  const command = new Command('validate')
    .summary('check files offline; nothing is sent')
    .description("Checks files against the platform's documented limits. Nothing is sent, and no store is needed.")
    .addArgument(new Argument('<kind>', 'what the files hold').choices(KIND_NAMES))
    .argument('<file...>', 'CSV, JSON or NDJSON; - is standard input')
    .option('--candidates <file>', 'with schedules: a CSV of candidates to join')
    .addOption(new Option('--workflow <workflow>', 'workflow').choices(scheduleRequestResource.fields.Workflow.values));
  addDeliveryOptions(addReadOptions(command));
  addExamples(command, EXAMPLES);
  return command.action(async (kind: KindName, files: string[], flags: ValidateFlags, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const { candidates, workflow } = flags;
    const options: ValidateOptions = {
      kind,
      files,
      candidates,
      workflow,
      flags,
      global,
    };
    const outcome = await run(context, output, options);
    const { deliver } = await import('../bulk/deliver.ts');
    await deliver(context, output, outcome, flags, global);
  });
}

type ValidateFlags = ReadOptions & DeliveryOptions & { readonly candidates?: string; readonly workflow?: string };

const lazyRun: RunValidate = async (context, output, options) => {
  const { KINDS } = await import('../../bulk/kinds/kinds.ts');
  const { runValidate } = await import('./run-validate.ts');
  return runValidate(context, output, KINDS[options.kind], options);
};
