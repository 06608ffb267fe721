/** `runs list, show, resume, retry, prune`: their flags. The work is in modules of their own. */
import { defineReport } from '../bulk/bulk-action.ts';
import { addReportOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { type CommandTexts, defineCommand } from '../options/create-command.ts';
import { parseAge, parseCount } from '../options/flag-values.ts';
import { addTargetOptions, readStoreOptions, readTargetOptions } from '../options/target-options.ts';
import type { ContinueFlags, ContinueOptions } from './run-continue.ts';
import type { PruneFlags } from './run-prune.ts';

const RUN_ARGUMENT = 'id of the run, the beginning of it, or "latest"';

const listCommand = defineCommand('list', {
  summary: 'list runs, the newest first',
  description: 'Lists the runs that left a record, the newest first (EXAMCTL_RUNS; default .examctl/runs).',
  examples: [['examctl runs list', 'what was done, and what is left to do']],
  work: async (call: Call) => (await import('./run-list.ts')).runList(call),
});

const showCommand = defineCommand('show', {
  summary: 'show what a run did, record by record',
  description: 'Shows what a run planned, and the outcome of each record.',
  examples: [
    ['examctl runs show latest', 'each record of the newest run with its outcome'],
    ['examctl runs show 20261121T0315', 'of the run whose id begins like this'],
  ],
  takes: (command) => command.argument('<run>', RUN_ARGUMENT),
  work: async (call: Call, run: string) => (await import('./run-list.ts')).runShow(call, run),
});

const resumeCommand = continueCommand('resume', {
  summary: 'resume a run that was cut short',
  description:
    'Resumes a run against a remote platform that was cut short. What is known to be done is not sent again. A run on a ' +
    'store has nothing to resume: it is done, or it has changed nothing.',
  examples: [['examctl runs resume latest', 'send what is left of the newest run']],
});

const retryCommand = continueCommand('retry', {
  summary: 'send again what failed',
  description: 'Sends again only those records of a run that failed.',
  examples: [['examctl runs retry 20261121T031500Z-3f9a1c', 'after the reason was fixed at the platform']],
});

function continueCommand(mode: ContinueOptions['mode'], texts: CommandTexts) {
  return defineReport(mode, {
    ...texts,
    takes: (command) =>
      addTargetOptions(
        addReportOptions(
          command
            .argument('<run>', RUN_ARGUMENT)
            .option('--force', 'resume although the input has changed')
            .option('--concurrency <n>', 'requests under way at once', parseCount),
        ),
      ),
    kindOf: () => undefined,
    read: (call: Call<ContinueFlags>, run: string) => ({ ...call, run, mode, target: targetOf(call) }),
    run: async (options: ContinueOptions) => (await import('./run-continue.ts')).runContinue(options),
  });
}

/** Without a flag the run decides, so settings that contradict each other do not count. */
function targetOf(call: Call<ContinueFlags>): ContinueOptions['target'] {
  const isGiven = call.flags.store !== undefined || call.flags.baseUrl !== undefined;
  return isGiven ? readTargetOptions(call) : { kind: 'local', ...readStoreOptions(call) };
}

const pruneCommand = defineCommand('prune', {
  summary: 'delete the records of old runs, with their links',
  description:
    "Deletes the records of runs that began before the given age, with the links that a remote platform's answers " +
    'gave. A run that is locked, cannot be read or has records left to send is kept, and named. Without --yes it asks.',
  examples: [
    ['examctl runs prune --older-than 90d', 'asks before it deletes'],
    ['examctl runs prune --older-than 12w --dry-run', 'what would be deleted'],
  ],
  takes: (command) =>
    command
      .requiredOption('--older-than <age>', 'age in days or weeks, such as 90d or 12w', parseAge)
      .option('-n, --dry-run', 'show what would be deleted, and delete nothing'),
  work: async (call: Call<PruneFlags>) => (await import('./run-prune.ts')).runPrune(call),
});

export const RUNS_COMMANDS = [listCommand, showCommand, resumeCommand, retryCommand, pruneCommand] as const;
