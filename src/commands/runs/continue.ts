/** `runs resume` and `runs retry`: their flags. The work is in `run-continue.ts`. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { addDeliveryOptions, type BulkFlags } from '../options/bulk-options.ts';
import type { ContinueOptions } from './run-continue.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { addExamples, type Examples } from '../options/examples.ts';
import { parseConcurrency } from '../options/flag-values.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addTargetOptions, readRemoteOptions, readTargetOptions } from '../options/target-options.ts';

export type RunContinue = (context: Context, output: Output, options: ContinueOptions) => Promise<BulkOutcome>;

export function resumeCommand(context: Context, run: RunContinue = lazyRun): Command {
  return continueCommand(context, run, 'resume', {
    summary: 'resume a run that was cut short',
    description: 'Resumes a run that was cut short. Records that are known to be done are not sent again.',
    examples: [['examctl runs resume 20261121T031500Z-3f9a1c', 'send what is left']],
  });
}

export function retryCommand(context: Context, run: RunContinue = lazyRun): Command {
  return continueCommand(context, run, 'retry', {
    summary: 'send again what failed',
    description: 'Sends again only those records of a run that failed.',
    examples: [['examctl runs retry 20261121T031500Z-3f9a1c', 'after the cause was fixed at the platform']],
  });
}

interface Texts {
  readonly summary: string;
  readonly description: string;
  readonly examples: Examples;
}

function continueCommand(context: Context, run: RunContinue, mode: ContinueOptions['mode'], texts: Texts): Command {
  const command = new Command(mode)
    .summary(texts.summary)
    .description(texts.description)
    .argument('<run>', 'id of the run')
    .option('--force', 'continue although the input has changed')
    .option('--concurrency <n>', 'requests under way at once', parseConcurrency);
  addDeliveryOptions(command);
  addTargetOptions(command);
  addExamples(command, texts.examples);
  return command.action(
    async (id: string, flags: BulkFlags & { force?: true; store?: string; baseUrl?: string }, self) => {
      const global = readGlobalOptions(self);
      const output = context.openOutput(global);
      const outcome = await run(context, output, {
        run: id,
        mode,
        force: flags.force === true,
        flags,
        global,
        target: readTargetOptions(self, context.env),
        isTargetGiven: flags.store !== undefined || flags.baseUrl !== undefined,
        remote: readRemoteOptions(self),
      });
      const { deliver } = await import('../bulk/deliver.ts');
      await deliver(context, output, outcome, flags, global);
    },
  );
}

const lazyRun: RunContinue = async (context, output, options) => {
  const { runContinue } = await import('./run-continue.ts');
  return runContinue(context, output, options);
};
