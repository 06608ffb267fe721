/** `runs resume` and `runs retry`: their flags. The work is in `run-continue.ts`. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { setReportAction } from '../bulk/bulk-action.ts';
import type { RunBulk } from '../bulk/command.ts';
import { addReportOptions } from '../options/bulk-options.ts';
import { type Call, type CommandTexts, createCommand } from '../options/call.ts';
import { parseCount } from '../options/flag-values.ts';
import { readStoreOptions } from '../options/store-options.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import { RUN_ARGUMENT } from './run-argument.ts';
import type { ContinueFlags, ContinueOptions } from './run-continue.ts';

export function resumeCommand(context: Context, run: RunBulk<ContinueOptions> = runLater): Command {
  return continueCommand(context, run, 'resume', {
    summary: 'resume a run that was cut short',
    description:
      'Resumes a run against a remote platform that was cut short. What is known to be done is not sent again. A run on a ' +
      'store has nothing to resume: it is done, or it has changed nothing.',
    examples: [['examctl runs resume latest', 'send what is left of the newest run']],
  });
}

export function retryCommand(context: Context, run: RunBulk<ContinueOptions> = runLater): Command {
  return continueCommand(context, run, 'retry', {
    summary: 'send again what failed',
    description: 'Sends again only those records of a run that failed.',
    examples: [['examctl runs retry 20261121T031500Z-3f9a1c', 'after the reason was fixed at the platform']],
  });
}

function continueCommand(
  context: Context,
  run: RunBulk<ContinueOptions>,
  mode: ContinueOptions['mode'],
  texts: CommandTexts,
): Command {
  const command = createCommand(mode, texts)
    .argument('<run>', RUN_ARGUMENT)
    .option('--force', 'resume although the input has changed')
    .option('--concurrency <n>', 'requests under way at once', parseCount);
  addTargetOptions(addReportOptions(command));
  return setReportAction(
    context,
    command,
    () => undefined,
    (call: Call<ContinueFlags>, id: string) => run({ ...call, run: id, mode, target: targetOf(call) }),
  );
}

/** Without a flag the run decides, so settings that contradict each other do not count. */
function targetOf(call: Call<ContinueFlags>): ContinueOptions['target'] {
  const isGiven = call.flags.store !== undefined || call.flags.baseUrl !== undefined;
  return isGiven ? readTargetOptions(call) : { kind: 'local', ...readStoreOptions(call) };
}

const runLater: RunBulk<ContinueOptions> = async (options) => (await import('./run-continue.ts')).runContinue(options);
